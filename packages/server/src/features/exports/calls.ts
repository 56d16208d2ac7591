import { exportCalls } from '@trackway/core/api/reports/exports.ts'
import { lists } from '@trackway/core/lists.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, RawReply, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { openFile } from './files.ts'
import { cancelExport, createExport, findExports, retryExport } from './queries.ts'
import { mayAsk } from './requester.ts'

const find = serve(exportCalls.find, ({ db, session, input }) => findExports(db, session.account.id, input))
const cancel = serve(exportCalls.cancel, async ({ db, session, input, now }) => {
  await cancelExport(db, session.account.id, input.id, now)
  return {}
})
const retry = serve(exportCalls.retry, ({ db, session, input }) =>
  retryExport(db, session.account.id, input.id),
)
const files = { find, rowId: 'id', inputOf: (id: number) => ({ id }) }

export const exportHandlers: readonly Handler[] = [
  serve(exportCalls.create, async ({ db, session, scope, input, language, now }) => {
    const { format, ...question } = input
    const { id, timeZone } = session.account
    if (!mayAsk(session.permissions, question)) throw new Refusal('noPermission')
    // Said now rather than by a file that fails.
    await resolveFilter(db, scope, question, timeZone)
    return await createExport(db, id, { question, format, language, timeZone }, now)
  }),

  serve(exportCalls.createList, async ({ db, session, input, language, now }) => {
    const { format, ...question } = input
    const { id, timeZone } = session.account
    if (!mayAsk(session.permissions, question)) throw new Refusal('noPermission')
    const filter = lists[question.list].find.input.safeParse(question.filter)
    if (!filter.success) throw new Refusal('invalidInput')
    return await createExport(db, id, { question, format, language, timeZone }, now)
  }),

  find,
  cancel,
  retry,
  serveMany(exportCalls.cancelMany, { ...files, one: cancel }),
  serveMany(exportCalls.retryMany, { ...files, one: retry }),

  serve(exportCalls.download, async ({ db, session, input }) => {
    const { contentType, body, fileName } = await openFile(db, session.account.id, input.id)
    return new RawReply(contentType, body, fileName)
  }),
]
