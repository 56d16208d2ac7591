import type { BulkOutput } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { addCodes, type CodeFilter, type CodesMeant, deleteCodes, enableCodes, findCodes } from './queries.ts'

type Caller = Pick<SessionContext<unknown>, 'session' | 'scope'>

/** Whose codes the caller's are; null: the platform's. */
const sellerOf = ({ session, scope }: Caller): number | null =>
  session.account.role === roles.admin ? null : scope.accountId

export const discountCodeHandlers: readonly Handler[] = [
  serve(discountCodeCalls.find, (context) =>
    findCodes(context.db, sellerOf(context), context.input, context.now),
  ),

  serveChange(discountCodeCalls.add, async (context) => {
    const { db, input, now } = context
    const { count, rate, expireTime = null } = input
    if (expireTime !== null && expireTime <= now)
      throw new Refusal('invalidInput', { issues: [{ path: 'expireTime', reason: 'future' }] })
    const seller = sellerOf(context)
    const batchId = await addCodes(db, seller, {
      count,
      basisPoints: Math.round(rate * 100),
      expireTime,
      now,
    })
    await recordChange(context, 'discountCodes', seller, { after: { count, rate, expireTime, batchId } })
    return { batchId, count }
  }),

  serveChange(discountCodeCalls.enable, async (context): Promise<BulkOutput> => {
    const { db, input, now } = context
    const seller = sellerOf(context)
    const meant = meantBy(input)
    const done = await enableCodes(db, seller, meant, { isEnabled: input.isEnabled, now })
    if (done.length > 0)
      await recordChange(context, 'discountCodes', seller, {
        after: { count: done.length, isEnabled: input.isEnabled },
      })
    return { done: done.length, failed: unknown(meant, done) }
  }),

  serveChange(discountCodeCalls.delete, async (context): Promise<BulkOutput> => {
    const { db, input, now } = context
    const seller = sellerOf(context)
    const meant = meantBy(input)
    const { deleted, kept } = await deleteCodes(db, seller, meant, now)
    if (deleted.length > 0)
      await recordChange(context, 'discountCodes', seller, { before: { count: deleted.length } })
    const failed = kept.map((id) => ({ id, result: 'discountCodeUsed' }))
    return { done: deleted.length, failed: [...failed, ...unknown(meant, [...deleted, ...kept])] }
  }),
]

/** The schema has seen to it that there is exactly one of both. */
const meantBy = ({
  ids,
  filter,
}: {
  ids?: number[] | undefined
  filter?: CodeFilter | undefined
}): CodesMeant => (ids === undefined ? { filter: filter ?? {} } : { ids: [...new Set(ids)] })

function unknown(meant: CodesMeant, found: readonly number[]): BulkOutput['failed'] {
  if ('filter' in meant) return []
  const known = new Set(found)
  return meant.ids.filter((id) => !known.has(id)).map((id) => ({ id, result: 'notFound' }))
}
