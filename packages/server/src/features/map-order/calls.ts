import { mapOrderCalls } from '@trackway/core/api/system/map-order.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findMapOrders, saveMapOrder } from './queries.ts'

export const mapOrderHandlers: readonly Handler[] = [
  serve(mapOrderCalls.find, async ({ db, session }) => {
    const line = lineOf(session.account.path)
    const orders = await findMapOrders(db, line)
    const nearest = line.findLast((id) => orders.has(id))
    return {
      order: orders.get(nearest ?? 0) ?? null,
      own: orders.get(session.account.id) ?? null,
      operators: orders.get(line[0]!) ?? null,
    }
  }),

  serve(mapOrderCalls.save, async ({ db, session, input, now }) => {
    await saveMapOrder(db, session.account.id, input.order, now)
    return {}
  }),

  serve(mapOrderCalls.saveOperators, async ({ db, session, input, now }) => {
    await saveMapOrder(db, lineOf(session.account.path)[0]!, input.order, now)
    return {}
  }),
]

/** The accounts from the operator's down to one. */
function lineOf(path: string): number[] {
  return path.split('/').filter(Boolean).map(Number)
}
