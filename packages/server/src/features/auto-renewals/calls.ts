import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findNews, findRecords, findSetting, markSeen, saveSetting, showSetting } from './queries.ts'

export const autoRenewalHandlers: readonly Handler[] = [
  serve(autoRenewalCalls.get, ({ db, scope, now }) => showSetting(db, scope.accountId, now)),

  serveChange(autoRenewalCalls.save, async (context) => {
    const { db, scope, input, now } = context
    const { setting: before } = await findSetting(db, scope.accountId)
    await saveSetting(db, scope.accountId, input, now)
    await recordChange(context, 'autoRenewal', scope.accountId, { before, after: input })
  }),

  serve(autoRenewalCalls.find, ({ db, scope, input }) => findRecords(db, scope, input)),

  serve(autoRenewalCalls.news, ({ db, scope, now }) => findNews(db, scope, now)),

  serve(autoRenewalCalls.seen, ({ db, scope, input, now }) =>
    markSeen(db, scope.accountId, Math.min(input.until, now), now),
  ),
]
