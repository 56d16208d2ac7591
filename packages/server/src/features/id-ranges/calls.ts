import { idRangeCalls } from '@trackway/core/features/id-ranges/calls.ts'
import { rangeOfIds } from '@trackway/core/features/id-ranges/ids.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, RawReply, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { checkIds, deleteRange, findIssues, findRanges, insertRange, issueIds, readIssue } from './queries.ts'

const whoOf = ({ session, now }: SessionContext<unknown>) => ({ operatorId: by(session).actorId, now })

export const idRangeHandlers: readonly Handler[] = [
  serve(idRangeCalls.find, ({ db, scope, input }) => findRanges(db, scope, input)),

  serve(idRangeCalls.add, async (context) => {
    const { db, scope, input } = context
    const { kind, firstId, lastId, hasCheckDigit, ...paper } = input
    const range = rangeOfIds(kind, firstId, lastId, hasCheckDigit)
    if ('reason' in range)
      throw new Refusal('invalidInput', { issues: [{ path: range.field, reason: range.reason }] })
    return { id: await insertRange(db, scope, { ...range, kind, ...paper }, whoOf(context)) }
  }),

  serveChange(idRangeCalls.delete, async (context) => {
    const { accountId, ...ids } = await deleteRange(context.db, context.scope, context.input.id)
    await recordChange(context, 'idRangeDeleted', accountId, { before: ids })
  }),

  serveChange(idRangeCalls.issue, (context) =>
    issueIds(context.db, context.scope, context.input, whoOf(context)),
  ),

  serve(idRangeCalls.issues, ({ db, scope, input }) => findIssues(db, scope, input)),

  serve(idRangeCalls.file, async ({ db, scope, input }) => {
    const ids = await readIssue(db, scope, input.issueId)
    const body = Buffer.from(ids.map((id) => `${id}\r\n`).join(''))
    return new RawReply('text/csv; charset=utf-8', body, `${ids[0]}-${ids.at(-1)}.csv`)
  }),

  serve(idRangeCalls.check, async ({ db, scope, input }) => ({
    list: await checkIds(db, scope, [...new Set(input.ids)]),
  })),
]
