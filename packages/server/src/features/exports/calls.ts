import { exportCalls } from '@trackway/core/api/exports.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { reports } from '@trackway/core/reports/reports.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, RawReply, serve } from '../../platform/http/serve.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { openFile } from './files.ts'
import { cancelExport, createExport, findExports, retryExport } from './queries.ts'

export const exportHandlers: readonly Handler[] = [
  serve(exportCalls.create, async ({ db, session, scope, input, language, now }) => {
    const { format, ...question } = input
    const { id, role, timeZone } = session.account
    if (!holdsAny(role, reports[question.report].permission)) throw new Refusal('noPermission')
    // Said now rather than by a file that fails.
    await resolveFilter(db, scope, question, timeZone)
    return await createExport(db, id, { question, format, language, timeZone }, now)
  }),

  serve(exportCalls.find, ({ db, session, input }) => findExports(db, session.account.id, input)),

  serve(exportCalls.cancel, async ({ db, session, input, now }) => {
    await cancelExport(db, session.account.id, input.id, now)
    return {}
  }),

  serve(exportCalls.retry, ({ db, session, input }) => retryExport(db, session.account.id, input.id)),

  serve(exportCalls.download, async ({ db, session, input }) => {
    const { contentType, body, fileName } = await openFile(db, session.account.id, input.id)
    return new RawReply(contentType, body, fileName)
  }),
]
