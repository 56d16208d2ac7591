import type { Call } from '@trackway/core/api/call.ts'
import {
  type DaysQuery,
  type HistoryQuery,
  historyValues,
  type PartKind,
} from '@trackway/core/features/vehicle-parts/part-calls.ts'
import type { z } from 'zod'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { readPlaceDays } from './place-days.ts'
import { readPlaceHistory } from './place-history.ts'

interface PartCalls {
  history: Call<z.ZodType<HistoryQuery>>
  days: Call<z.ZodType<DaysQuery>>
}

/** What parts of a kind said over time, and their days. */
export const partHandlers = (calls: PartCalls, { series, figures, place: key }: PartKind): Handler[] => [
  serve(calls.history, async ({ db, pool, scope, input, signal }) => ({
    series: await readPlaceHistory(pool, {
      ...(await findDeviceOfRange(db, scope, input)),
      place: input.place,
      names: series,
      most: historyValues,
      signal,
    }),
  })),

  serve(calls.days, async ({ db, pool, scope, session, input, signal }) => {
    const { timeZone } = session.account
    const reportScope = await resolveFilter(db, scope, input, timeZone)
    const { list, ...totals } = await readPlaceDays(pool, { ...input, reportScope, figures }, signal)
    return {
      list: list.map(({ place, ...row }) => ({ ...row, [key]: place })),
      ...totals,
      timeZone,
      devices: reportScope.devices.length,
      pendingDevices: 0,
    }
  }),
]
