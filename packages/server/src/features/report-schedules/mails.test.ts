import type { ReportSchedule } from '@trackway/core/features/report-schedules/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMailer } from '../../platform/mail/mail.ts'
import { agreeToMails, setLeft } from '../../platform/mail/mail-receivers.ts'
import { sendBounds } from '../../platform/outbound/send-budgets.ts'
import { aDevice, anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestMailServer, type TestMailServer } from '../../testing/test-mail-server.ts'
import { allHandlers } from '../all.ts'
import { takeExport } from '../exports/export-jobs.ts'
import { openReportBy } from '../exports/open-report.ts'
import { runExport } from '../exports/run-export.ts'
import { queueDue } from './due.ts'
import { releaseReports } from './held-mails.ts'
import { sendNext, tidyMails } from './mails.ts'
import { findSchedules, type ScheduleInput, saveSchedule, sendNow } from './queries.ts'

const minuteMs = 60_000
const created = Date.parse('2026-11-20T10:00:00Z')
/** 08:00 in Shanghai, on the day after. */
const due = Date.parse('2026-11-21T00:00:00Z')
const log = pino({ level: 'silent' })

let database: TestDatabase
let account: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('devices').execute()
  await database.db.deleteFrom('accounts').execute()
  await database.db.deleteFrom('send_budgets').execute()
  account = await anAccount(database, { nickname: '顺风车队' })
})

/** One whose receivers have agreed. */
async function aSchedule(input: Partial<ScheduleInput> = {}, now = created): Promise<ReportSchedule> {
  const schedule = await savedSchedule(input, now)
  await database.db.updateTable('mail_receivers').set({ agree_time: now, ask_due_time: null }).execute()
  return schedule
}

async function savedSchedule(input: Partial<ScheduleInput> = {}, now = created): Promise<ReportSchedule> {
  return await saveSchedule(
    database.db,
    account.id,
    {
      name: 'Every morning',
      report: 'mileage',
      groupBy: 'device',
      format: 'csv',
      rhythm: 'daily',
      onDay: 1,
      atMinute: 480,
      receivers: ['fleet@example.com'],
      language: 'cn',
      timeZone: 'Asia/Shanghai',
      isEnabled: true,
      userId: null,
      withSubAccounts: true,
      terminalIDs: null,
      ...input,
    } as ScheduleInput,
    now,
  )
}

async function aMailServer(options: Parameters<typeof startTestMailServer>[0] = {}): Promise<TestMailServer> {
  const server = await startTestMailServer(options)
  onTestFinished(() => server.stop())
  return server
}

/** Queues what is due, makes the files, sends what is ready, all at one instant. */
async function pass(now: number, url: string | null): Promise<void> {
  await queueDue(database.db, now, url !== null)
  for (let job = await takeExport(database.db, now); job !== null; job = await takeExport(database.db, now)) {
    const namePlaces = async (places: readonly object[]) => places.map(() => null)
    await runExport(job, {
      ...database,
      log,
      now: () => now,
      openReport: openReportBy(allHandlers),
      namePlaces,
    })
  }
  await tidyMails(database.db, now)
  if (url === null) return
  const mailer = createMailer({ url, from: 'Trackway <noreply@example.com>' })
  while (await sendNext(database.db, mailer, { log, now: () => now }));
  mailer.close()
}

const stored = async () =>
  (await findSchedules(database.db, account.id, { pageNum: 1, pageSize: 1 }, due)).list[0]!
/** What a person reads of it: encoded parts decoded. */
function readable(raw: string): string {
  const parts = raw.replace(/^--.*$/gm, '').split('\r\n\r\n')
  const isBase64 = (part: string) => /^[\w+/=\s]+$/.test(part)
  return parts.map((part) => (isBase64(part) ? Buffer.from(part, 'base64').toString() : part)).join('\n')
}

test('a report goes out when its time comes, in the language and zone asked for', async () => {
  const server = await aMailServer()
  await aDevice(database, account)
  await aSchedule()
  await pass(due - 1, server.url)
  expect(server.received).toEqual([])
  await pass(due, server.url)
  expect(server.received.map(({ to }) => to)).toEqual(['fleet@example.com'])
  const { raw } = server.received[0]!
  expect(raw).toMatch(/^From: Trackway <noreply@example.com>/m)
  expect(raw).toMatch(/^Message-ID: <report-\d+-[0-9a-f]{16}@trackway>/m)
  const text = readable(raw)
  expect(text).toContain('里程统计')
  expect(text).toContain(`账号: 顺风车队 (${account.username})`)
  expect(text).toContain('时间段: 2026-11-20 – 2026-11-20')
  expect(text).toContain('1 辆车中 0 辆有数据')
  expect(text).toContain('该时间段没有数据。')
  expect(text).toContain('时区,Asia/Shanghai (UTC+08:00)')
  expect(await stored()).toMatchObject({
    lastTime: due,
    lastFailure: null,
    nextTime: due + 24 * 60 * minuteMs,
  })
})

test('nothing is sent twice, however often it is looked at', async () => {
  const server = await aMailServer()
  await aSchedule()
  for (let i = 0; i < 3; i++) await pass(due + i, server.url)
  // As if the process had died before it wrote down the next time.
  await database.db.updateTable('report_schedules').set({ next_time: due }).execute()
  await pass(due + 10, server.url)
  expect(server.received).toHaveLength(1)
})

test('a process that died while it sent does not send again, and it is said', async () => {
  const server = await aMailServer()
  await aSchedule()
  await queueDue(database.db, due, true)
  await database.db.updateTable('job_steps').set({ state: 'running', tries: 1, change_time: due }).execute()
  await pass(due + 16 * minuteMs, server.url)
  expect(server.received).toEqual([])
  expect((await stored()).lastFailure).toBe('mailUncertain')
})

test('after a pause of the server the last period alone is sent', async () => {
  const server = await aMailServer()
  await aSchedule()
  await pass(due + 3 * 24 * 60 * minuteMs + 1, server.url)
  expect(server.received).toHaveLength(1)
  expect(readable(server.received[0]!.raw)).toContain('2026-11-23 – 2026-11-23')
})

test('a receiver that is refused is recorded; the others get theirs', async () => {
  const refusals = { 'wrong@example.com': { code: 550, text: 'No such user here' } }
  const server = await aMailServer({ refusals })
  await aSchedule({ receivers: ['wrong@example.com', 'fleet@example.com'] })
  for (let minutes = 0; minutes < 10; minutes++) await pass(due + minutes * minuteMs, server.url)
  expect(server.received.map(({ to }) => to)).toEqual(['fleet@example.com'])
  expect(server.triedReceivers.filter((to) => to === 'wrong@example.com')).toHaveLength(1)
  expect((await stored()).lastFailure).toMatch(/^wrong@example\.com: 550 No such user here/)
})

test('a server that is down is tried again, less and less often', async () => {
  const { url, stop } = await startTestMailServer()
  await stop()
  await aSchedule()
  await pass(due, url)
  const server = await aMailServer({ port: Number(new URL(url).port) })
  await pass(due + 30_000, url)
  expect(server.received).toEqual([])
  await pass(due + minuteMs, url)
  expect(server.received).toHaveLength(1)
  expect((await stored()).lastFailure).toBeNull()
})

test('what is refused for now is tried again, and given up at last', async () => {
  const refusals = { 'fleet@example.com': { code: 451, text: 'Greylisted' } }
  const server = await aMailServer({ refusals })
  await aSchedule()
  for (let hour = 0; hour < 23; hour += 0.25) await pass(due + hour * 60 * minuteMs, server.url)
  expect(server.triedReceivers).toHaveLength(7)
  expect((await stored()).lastFailure).toBe('fleet@example.com: 451 Greylisted')
})

test('a wrong password is tried again: it can be put right', async () => {
  const user = { name: 'trackway', password: 'right' }
  const server = await aMailServer({ user })
  await aSchedule()
  await pass(due, server.url.replace('right', 'wrong'))
  expect(server.received).toEqual([])
  await pass(due + minuteMs, server.url)
  expect(server.received).toHaveLength(1)
})

test.each([
  ['expired', { expire_time: due - 1 }],
  ['lost the permission', { role: 13 as const }],
])('nothing is sent for an account that %s', async (_what, change) => {
  const server = await aMailServer()
  await aSchedule()
  await database.db.updateTable('accounts').set(change).where('id', '=', account.id).execute()
  await pass(due, server.url)
  expect(server.received).toEqual([])
  expect(await stored()).toMatchObject({ lastFailure: 'noPermission', lastTime: null })
})

test('an account that expires between file and mail gets none', async () => {
  const server = await aMailServer()
  await aSchedule()
  await queueDue(database.db, due, true)
  await pass(due, null)
  await database.db.updateTable('accounts').set({ expire_time: due }).where('id', '=', account.id).execute()
  await pass(due + 1, server.url)
  expect(server.received).toEqual([])
})

test('without a mail server the schedule says so, and goes on', async () => {
  await aSchedule()
  await pass(due, null)
  expect(await stored()).toMatchObject({
    lastFailure: 'mailNotConfigured',
    nextTime: due + 24 * 60 * minuteMs,
  })
})

test('one that a newer version wrote is not shown, and keeps no other from going out', async () => {
  const server = await aMailServer()
  const { id } = await aSchedule()
  await database.pool.query(
    `update report_schedules set next_time = next_time - 1,
       question = question || '{"version":9,"report":"tomorrow"}' where id = $1`,
    [id],
  )
  const other = await aSchedule({ name: 'Every noon' })
  await pass(due, server.url)
  expect(server.received).toHaveLength(1)
  const { list } = await findSchedules(database.db, account.id, { pageNum: 1, pageSize: 9 }, due)
  expect(list.map((each) => each.id)).toEqual([other.id])
})

test('sending now goes beside the rhythm', async () => {
  const server = await aMailServer()
  const { id } = await aSchedule()
  await sendNow(database.db, account.id, id, { now: created, canMail: true })
  await pass(created, server.url)
  await pass(due, server.url)
  expect(server.received).toHaveLength(2)
})

test('a file that is too large stays on the platform', async () => {
  const server = await aMailServer()
  await aSchedule({ language: 'en' })
  await queueDue(database.db, due, true)
  await pass(due, null)
  await database.db.updateTable('exports').set({ bytes: 12_345_678 }).execute()
  await pass(due, server.url)
  const text = readable(server.received[0]!.raw).replace(/=\r?\n/g, '')
  expect(text).toContain('is 12.3 MB, too large for an email')
  expect(server.received[0]!.raw).not.toContain('Content-Disposition')
})

test('a receiver outside the account gets the report once it has agreed, and none after it has unsubscribed', async () => {
  const server = await aMailServer()
  await savedSchedule({ receivers: ['Stranger@example.com'] })
  await pass(due, server.url)
  expect(server.received).toEqual([])
  expect(await stored()).toMatchObject({
    lastFailure: 'mailNoConsent',
    waitingReceivers: ['Stranger@example.com'],
    unsubscribedReceivers: [],
  })
  const receiver = { accountId: account.id, email: 'stranger@example.com' }
  await agreeToMails(database.db, receiver, due)
  await releaseReports(database.db, receiver, due)
  await pass(due + 1, server.url)
  expect(server.received).toHaveLength(1)
  expect(await stored()).toMatchObject({ lastFailure: null, waitingReceivers: [] })

  await setLeft(database.db, receiver, 'reports', true)
  await pass(due + 24 * 60 * minuteMs, server.url)
  expect(server.received).toHaveLength(1)
  const unsubscribedReceivers = ['Stranger@example.com']
  expect(await stored()).toMatchObject({ lastFailure: 'mailUnsubscribed', unsubscribedReceivers })
})

test('more reports than an account may mail within the hour wait, and say so', async () => {
  const server = await aMailServer()
  await aSchedule()
  await database.pool.query(`insert into send_budgets values ($1, $2, $3)`, [
    `mail account ${account.id}`,
    sendBounds.mail.account.count,
    due,
  ])
  await pass(due, server.url)
  expect([server.received.length, (await stored()).lastFailure]).toEqual([0, 'mailsTooMany'])
  await pass(due + minuteMs, server.url)
  expect([server.received.length, (await stored()).lastFailure]).toEqual([1, null])
})
