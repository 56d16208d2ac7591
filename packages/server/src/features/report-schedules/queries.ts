import type { MailConsent } from '@trackway/core/codes/notifications.ts'
import { exportRequest } from '@trackway/core/features/exports/calls.ts'
import type { ReportSchedule, reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { camelRow, snakeRow } from '../../platform/database/camel-row.ts'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { readColumn, storedForm } from '../../platform/database/stored-json.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import { addSteps } from '../../platform/jobs/batches.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { findConsents, requestConsent } from '../../platform/mail/mail-receivers.ts'
import { insertExport } from '../exports/queries.ts'
import { nextTime, periodBefore, rhythmOf } from './report-rhythm.ts'

/** Scheduled reports of one account; nobody else sees them. */

export type ScheduleRow = Selectable<Tables['report_schedules']>
export type ScheduleInput = z.output<typeof reportScheduleCalls.save.input>

/** A batch for each period: a step a receiver. */
export const mailQueue = 'report-mails'
const mailingsKeptMs = 60 * 86_400_000

/** The query of a schedule, in `report_schedules.question`. If it cannot be read, it sends nothing and is not shown. */
export const scheduleForm = storedForm('schedule', exportRequest.omit({ first: true, last: true }))

const maxSchedules = 50
/** Mails requested by hand, by one account within an hour. */
const maxManualPerHour = 20
/** First key of the locks that order one account's requests; the second is its id. */
const accountLocks = 7_203_070

export async function findSchedules(
  db: Db,
  accountId: number,
  { pageNum, pageSize }: Paging,
  now: number,
): Promise<Page<ReportSchedule>> {
  const own = db.selectFrom('report_schedules').selectAll().where('account_id', '=', accountId).orderBy('id')
  const { list: rows, total } = await readPage(own, { pageNum, pageSize })
  const list = await toSchedules(db, readColumn(rows, 'question', scheduleForm), now)
  return { list, total }
}

/** Adds one, or changes the one named. @throws {Refusal} `tooManySchedules`; `notFound` for somebody else's */
export async function saveSchedule(
  db: Db,
  accountId: number,
  { id, ...input }: ScheduleInput,
  now: number,
): Promise<ReportSchedule> {
  const values = { ...toColumns(input), next_time: input.isEnabled ? nextTime(input, now) : null }
  if (id !== undefined) {
    const row = await db
      .updateTable('report_schedules')
      .set(values)
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow(refusal('notFound'))
    return await saved(db, row, now)
  }
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${accountLocks}, ${accountId})`.execute(tx)
    await ensureRoom(tx, 'report_schedules', accountId, maxSchedules, 'tooManySchedules')
    const row = await tx
      .insertInto('report_schedules')
      .values({ ...values, account_id: accountId, create_time: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    return await saved(tx, row, now)
  })
}

/** Switches one on, from its next time on, or off. @throws {Refusal} `notFound`, also for somebody else's */
export async function enableSchedule(
  db: Db,
  accountId: number,
  { id, isEnabled }: { id: number; isEnabled: boolean },
  now: number,
): Promise<void> {
  const own = db.selectFrom('report_schedules').selectAll().where('account_id', '=', accountId)
  const row = await own.where('id', '=', id).executeTakeFirstOrThrow(refusal('notFound'))
  const next = isEnabled ? nextTime(rhythmOf(row), now) : null
  await db
    .updateTable('report_schedules')
    .set({ is_enabled: isEnabled, next_time: next })
    .where('id', '=', id)
    .execute()
}

/** @throws {Refusal} `notFound`, also for somebody else's */
export async function deleteSchedule(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    delete from jobs j using report_mailings g join report_schedules s on s.id = g.schedule_id
    where j.id = g.id and s.id = ${id} and s.account_id = ${accountId}`.execute(db)
  const { numDeletedRows } = await db
    .deleteFrom('report_schedules')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}

/**
 * Mails the period that ended last, now, beside the rhythm.
 * @throws {Refusal} `notFound`, also for somebody else's; `tooManyRequests`
 */
export async function sendNow(
  db: Db,
  accountId: number,
  id: number,
  { now, canMail }: { now: number; canMail: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${accountLocks}, ${accountId})`.execute(tx)
    const schedule = await tx
      .selectFrom('report_schedules')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(refusal('notFound'))
    if (!canMail) throw new Refusal('mailNotConfigured')
    const { count } = await tx
      .selectFrom('report_mailings')
      .innerJoin('report_schedules', 'report_schedules.id', 'schedule_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('is_manual', '=', true)
      .where('report_mailings.create_time', '>', now - 3_600_000)
      .executeTakeFirstOrThrow()
    if (count >= maxManualPerHour) throw new Refusal('tooManyRequests')
    await queueMailing(tx, schedule, { time: now, isManual: true, now })
  })
}

/** Queues the file of a period and its mails; a period that was queued before is not queued again. */
export async function queueMailing(
  tx: Db,
  schedule: ScheduleRow,
  { time, isManual, now }: { time: number; isManual: boolean; now: number },
): Promise<void> {
  const { id, time_zone: timeZone, format, language } = schedule
  const question = scheduleForm.read(schedule.question)
  if (question === null) throw new Refusal('notFound')
  const { first, last } = periodBefore({ rhythm: schedule.rhythm, timeZone }, time)
  // However often a process dies in between, a period is sent once.
  const key = isManual ? null : `${id} ${first}`
  const expireTime = now + mailingsKeptMs
  const wanted = { question: { ...question, first, last }, format, language, timeZone }
  const jobId = await addJob(tx, { queue: mailQueue, accountId: schedule.account_id, key, expireTime }, now)
  if (jobId === null) return
  const exportId = await insertExport(tx, schedule.account_id, wanted, now)
  await tx.updateTable('jobs').set({ after_id: exportId }).where('id', '=', jobId).execute()
  await tx
    .insertInto('report_mailings')
    .values({ id: jobId, schedule_id: id, export_id: exportId, is_manual: isManual, create_time: now })
    .execute()
  await addSteps(tx, jobId, schedule.receivers, now)
  await tx.updateTable('report_schedules').set({ last_failure: null }).where('id', '=', id).execute()
}

function toColumns(input: Omit<ScheduleInput, 'id'>) {
  const { name, format, rhythm, onDay, atMinute, timeZone, receivers, language, isEnabled, ...source } = input
  const { userId, terminalIDs, groupIds, ...question } = source
  const whose = {
    userId: userId ?? undefined,
    terminalIDs: terminalIDs ?? undefined,
    groupIds: groupIds ?? undefined,
  }
  return {
    ...snakeRow({ name, format, rhythm, onDay, atMinute, timeZone, language, isEnabled }),
    question: JSON.stringify(scheduleForm.write({ ...question, ...whose })),
    receivers: [...new Set(receivers)],
  }
}

/** Has its receivers asked for their consent, as far as they are outside the account. */
async function saved(db: Db, row: ScheduleRow, now: number): Promise<ReportSchedule> {
  const { account_id: accountId, receivers, language } = row
  const strangers = receivers.map((email) => ({ accountId, email, language }))
  await requestConsent(db, strangers, now)
  return (await toSchedules(db, [row], now))[0]!
}

async function toSchedules(db: Db, rows: readonly ScheduleRow[], now: number): Promise<ReportSchedule[]> {
  const receivers = rows.flatMap(({ id, account_id: accountId, receivers }) =>
    receivers.map((email) => ({ id, accountId, email })),
  )
  const consents = await findConsents(db, receivers, 'reports', now)
  const ofRow = (id: number, states: readonly MailConsent[]) =>
    receivers.filter((each, at) => each.id === id && states.includes(consents[at]!)).map(({ email }) => email)
  return rows.map(({ account_id: _, create_time: _made, question, ...row }) => {
    const { userId = null, terminalIDs = null, groupIds = null, ...source } = question
    const whose = { userId, terminalIDs, groupIds }
    const waitingReceivers = ofRow(row.id, ['waiting', 'expired'])
    const unsubscribedReceivers = ofRow(row.id, ['unsubscribed'])
    return { ...camelRow(row), ...source, ...whose, waitingReceivers, unsubscribedReceivers }
  })
}
