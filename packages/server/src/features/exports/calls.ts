import { type ExportJob, exportCalls } from '@trackway/core/features/exports/calls.ts'
import { listByName } from '@trackway/core/lists.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, RawReply, type SessionContext, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import type { Session } from '../../platform/http/session.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { openFile } from './files.ts'
import { cancelExport, createExport, findExport, findExports, retryExport } from './queries.ts'
import { mayRequest } from './requester.ts'

const find = serve(exportCalls.find, ({ db, session, input }) =>
  findExports(db, session.account.id, { ...input, held: session.permissions }),
)
const cancel = serve(exportCalls.cancel, async (context) => {
  const { id } = await findOwn(context)
  await cancelExport(context.db, context.session.account.id, id, context.now)
})
const retry = serve(exportCalls.retry, async (context) => {
  const { id } = await findOwn(context)
  return await retryExport(context.db, context.session.account.id, id)
})
const files = { find, rowId: 'id' }

const demoSessionOf = ({ account, tokenHash }: Session): string | null =>
  account.isDemo ? `session ${tokenHash.toString('base64url')}` : null

export const exportHandlers: readonly Handler[] = [
  serve(exportCalls.create, async ({ db, session, scope, input, language, now }) => {
    const { format, ...question } = input
    const { id, timeZone } = session.account
    if (!mayRequest(session.permissions, question)) throw new Refusal('noPermission')
    // A refusal now is better than a file that fails later.
    await resolveFilter(db, scope, question, timeZone)
    return await createExport(db, id, { question, format, language, timeZone }, now, demoSessionOf(session))
  }),

  serve(exportCalls.createList, async ({ db, session, input, language, now }) => {
    const { format, ...question } = input
    const { id, timeZone } = session.account
    if (!mayRequest(session.permissions, question)) throw new Refusal('noPermission')
    const filter = listByName(question.list).find.input.safeParse(question.filter)
    if (!filter.success) throw new Refusal('invalidInput')
    return await createExport(db, id, { question, format, language, timeZone }, now, demoSessionOf(session))
  }),

  find,
  cancel,
  retry,
  serveMany(exportCalls.cancelMany, { ...files, one: cancel }),
  serveMany(exportCalls.retryMany, { ...files, one: retry }),

  serve(exportCalls.download, async (context) => {
    const { id } = await findOwn(context)
    const { contentType, body, fileName } = await openFile(context.db, context.session.account.id, id)
    return new RawReply(contentType, body, fileName)
  }),
]

/**
 * A file of the account, as far as this session may see what it holds: an API key may less than its account.
 * @throws {Refusal} `notFound`, also for somebody else's
 */
async function findOwn({ db, session, input }: SessionContext<{ id: number }>): Promise<ExportJob> {
  const job = await findExport(db, session.account.id, input.id)
  if (!mayRequest(session.permissions, job.question)) throw new Refusal('notFound')
  return job
}
