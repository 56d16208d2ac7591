import { reportScheduleCalls } from '@trackway/core/api/report-schedules.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { reports } from '@trackway/core/reports/reports.ts'
import { periodBefore } from '@trackway/core/rules/report-rhythm.ts'
import { isTimeZone } from '@trackway/core/rules/wall-time.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { deleteSchedule, findSchedules, saveSchedule, sendNow } from './queries.ts'

export const reportScheduleHandlers: readonly Handler[] = [
  serve(reportScheduleCalls.find, async ({ db, session, input }) => {
    const page = await findSchedules(db, session.account.id, input)
    return { ...page, canMail: currentMailer() !== null }
  }),

  serve(reportScheduleCalls.save, async ({ db, session, scope, input, now }) => {
    const { id, role } = session.account
    if (!holdsAny(role, reports[input.report].permission)) throw new Refusal('noPermission')
    if (!isTimeZone(input.timeZone)) throw new Refusal('invalidTimeZone')
    // Whose vehicles: said now rather than by a mail that never comes.
    const { userId, terminalIDs, withSubAccounts } = input
    const whose = { userId: userId ?? undefined, terminalIDs: terminalIDs ?? undefined, withSubAccounts }
    await resolveFilter(db, scope, { ...whose, ...periodBefore(input, now) }, input.timeZone)
    return await saveSchedule(db, id, input, now)
  }),

  serve(reportScheduleCalls.delete, async ({ db, session, input }) => {
    await deleteSchedule(db, session.account.id, input.id)
    return {}
  }),

  serve(reportScheduleCalls.send, async ({ db, session, input, now }) => {
    const canMail = currentMailer() !== null
    await sendNow(db, session.account.id, input.id, { now, canMail })
    return {}
  }),
]
