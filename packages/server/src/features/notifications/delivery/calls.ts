import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { type Handler, serve } from '../../../platform/http/serve.ts'
import { findDeliveries } from './queries.ts'

export const deliveryHandlers: readonly Handler[] = [
  serve(notificationDeliveryCalls.find, ({ db, scope, input }) => findDeliveries(db, scope, input)),
]
