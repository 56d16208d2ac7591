import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@trackway/core/api/call.ts'
import { mapOrderCalls } from '@trackway/core/features/map-order/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
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

  serveChange(mapOrderCalls.save, (context) => {
    const { id } = context.session.account
    return save(context, id, id)
  }),

  serveChange(mapOrderCalls.saveOperators, (context) =>
    save(context, lineOf(context.session.account.path)[0]!, null),
  ),
]

/** @param seenAbove the account whose superiors see the record; null: the administrators of the platform */
async function save(
  context: SessionContext<InputOf<typeof mapOrderCalls.save>>,
  accountId: number,
  seenAbove: number | null,
): Promise<void> {
  const { db, input, now } = context
  const { order } = input
  const before = (await findMapOrders(db, [accountId])).get(accountId) ?? null
  if (isDeepStrictEqual(order, before)) return
  await saveMapOrder(db, accountId, order, now)
  await recordChange(context, 'mapOrder', seenAbove, { before: { order: before }, after: { order } })
}

/** The accounts from the operator's down to one. */
function lineOf(path: string): number[] {
  return path.split('/').filter(Boolean).map(Number)
}
