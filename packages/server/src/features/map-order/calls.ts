import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@trackway/core/api/call.ts'
import { mapOrderCalls } from '@trackway/core/api/system/map-order.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, inTransaction, type SessionContext, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
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

  serve(mapOrderCalls.save, (context) =>
    inTransaction(context, (one) => {
      const { id } = one.session.account
      return save(one, id, id)
    }),
  ),

  serve(mapOrderCalls.saveOperators, (context) =>
    inTransaction(context, (one) => save(one, lineOf(one.session.account.path)[0]!, null)),
  ),
]

/** @param seenAbove the account whose superiors see the record; null: the administrators of the platform */
async function save(
  { db, session, input, address, now }: SessionContext<InputOf<typeof mapOrderCalls.save>>,
  accountId: number,
  seenAbove: number | null,
) {
  const { order } = input
  const before = (await findMapOrders(db, [accountId])).get(accountId) ?? null
  if (isDeepStrictEqual(order, before)) return {}
  await saveMapOrder(db, accountId, order, now)
  await recordEvent(db, {
    ...{ kind: 'mapOrder', time: now, accountId: seenAbove, ...by(session), address },
    ...{ before: { order: before }, after: { order } },
  })
  return {}
}

/** The accounts from the operator's down to one. */
function lineOf(path: string): number[] {
  return path.split('/').filter(Boolean).map(Number)
}
