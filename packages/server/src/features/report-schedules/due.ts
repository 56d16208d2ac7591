import type { Db } from '../../platform/database/database.ts'
import { canView, findRequester } from '../exports/requester.ts'
import { queueMailing, type ScheduleRow, scheduleForm } from './queries.ts'
import { nextTime, rhythmOf } from './report-rhythm.ts'

/**
 * Queues what is due, one schedule a transaction: its file, its mails, and its next time are there together or not
 * at all. After a pause of the server only the last period that it missed is sent.
 */
export async function queueDue(db: Db, now: number, canMail: boolean): Promise<void> {
  while (await queueNext(db, now, canMail)) {
    // Until none is left.
  }
}

async function queueNext(db: Db, now: number, canMail: boolean): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const schedule = await tx
      .selectFrom('report_schedules')
      .selectAll()
      .where('is_enabled', '=', true)
      .where('next_time', '<=', now)
      .orderBy('next_time')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (schedule === undefined) return false
    const { dueTime, next } = timesOf(schedule, now)
    const failure = await whyNot(tx, schedule, now, canMail)
    if (failure === null) await queueMailing(tx, schedule, { time: dueTime, isManual: false, now })
    await tx
      .updateTable('report_schedules')
      .set({ next_time: next, ...(failure === null ? {} : { last_failure: failure }) })
      .where('id', '=', schedule.id)
      .execute()
    return true
  })
}

async function whyNot(tx: Db, schedule: ScheduleRow, now: number, canMail: boolean): Promise<string | null> {
  const account = await findRequester(tx, schedule.account_id)
  const question = scheduleForm.read(schedule.question)
  if (account === undefined || question === null || !canView(account, question, now)) return 'noPermission'
  return canMail ? null : 'mailNotConfigured'
}

/** The last time that came, and the one to come. */
function timesOf(row: ScheduleRow, now: number): { dueTime: number; next: number } {
  const its = rhythmOf(row)
  let dueTime = row.next_time!
  for (;;) {
    const next = nextTime(its, dueTime)
    if (next > now) return { dueTime, next }
    dueTime = next
  }
}
