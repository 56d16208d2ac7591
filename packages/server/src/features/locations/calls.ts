import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { whyOfflineCalls } from '@trackway/core/features/locations/why-offline-calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { orderLocations } from './name-order.ts'
import { findLocations, searchLocations } from './queries.ts'
import { whyOffline } from './why-offline.ts'

export const locationHandlers: readonly Handler[] = [
  serve(locationCalls.find, async ({ db, scope, input, now }) => ({
    ...(await findLocations(db, scope, input, now)),
    // Taken before the query: what is committed meanwhile comes again over the live connection.
    time: now,
  })),
  serve(locationCalls.search, ({ db, scope, input }) => searchLocations(db, scope, input)),
  serve(locationCalls.order, ({ db, scope, input, now }) => orderLocations(db, scope, input, now)),
  serve(whyOfflineCalls.find, ({ db, scope, input, now }) => whyOffline(db, scope, input.terminalID, now)),
]
