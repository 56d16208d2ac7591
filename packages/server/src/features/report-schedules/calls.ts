import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { reports } from '@trackway/core/features/statistics/reports.ts'
import { isTimeZone } from '@trackway/core/rules/wall-time.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { deleteSchedule, enableSchedule, findSchedules, saveSchedule, sendNow } from './queries.ts'
import { periodBefore } from './report-rhythm.ts'

const find = serve(reportScheduleCalls.find, async ({ db, session, input, now }) => {
  const page = await findSchedules(db, session.account.id, input, now)
  return { ...page, canMail: currentMailer() !== null }
})
const remove = serve(reportScheduleCalls.delete, ({ db, session, input }) =>
  deleteSchedule(db, session.account.id, input.id),
)
const enable = serve(reportScheduleCalls.enable, ({ db, session, input, now }) =>
  enableSchedule(db, session.account.id, input, now),
)
const schedules = { find, rowId: 'id' }

export const reportScheduleHandlers: readonly Handler[] = [
  find,
  enable,
  remove,
  serveMany(reportScheduleCalls.deleteMany, { ...schedules, one: remove }),
  serveMany(reportScheduleCalls.enableMany, { ...schedules, one: enable }),

  serve(reportScheduleCalls.save, async ({ db, session, scope, input, now }) => {
    const { id } = session.account
    if (!holdsAny(session.permissions, reports[input.report].permission)) throw new Refusal('noPermission')
    if (!isTimeZone(input.timeZone)) throw new Refusal('invalidTimeZone')
    // Checks the account and its vehicles now: else the mail would never come.
    const { userId, terminalIDs, withSubAccounts } = input
    const whose = { userId: userId ?? undefined, terminalIDs: terminalIDs ?? undefined, withSubAccounts }
    await resolveFilter(db, scope, { ...whose, ...periodBefore(input, now) }, input.timeZone)
    return await saveSchedule(db, id, input, now)
  }),

  serve(reportScheduleCalls.send, async ({ db, session, input, now }) => {
    const canMail = currentMailer() !== null
    await sendNow(db, session.account.id, input.id, { now, canMail })
  }),
]
