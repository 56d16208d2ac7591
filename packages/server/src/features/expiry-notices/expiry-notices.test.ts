import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { serviceEndCalls as calls } from '@trackway/core/features/expiry-notices/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { type Mail, MailFailure } from '../../platform/mail/mail.ts'
import { sendNextMail, tidyMails } from '../../platform/mail/queued-mails.ts'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bindEmail } from '../accounts/mail/queries.ts'
import { announceExpiries } from './announce-expiries.ts'
import { endMails } from './mails.ts'

/** Who is notified of which end, and that nobody is notified twice. */
const dayMs = 86_400_000
const hourMs = 3_600_000
/** 10:00 in Shanghai. */
const morning = Date.parse('2026-12-01T02:00:00Z')
/** The end of a day, some days later, in Shanghai. */
const endAfter = (days: number) => Date.parse('2026-12-01T15:59:59.999Z') + days * dayMs

let server: TestServer
let now = morning
let agent: TestAccount
let customer: TestAccount
let asAgent: string
let asCustomer: string
const sent: Mail[] = []

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = morning
  sent.length = 0
  await server.database.pool.query('truncate accounts, devices, jobs, told_ends cascade')
  const admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, {
    parent: admin,
    nickname: '顺风',
    telephone: '13800138000',
    email: 'help@example.com',
    language: 'en',
  })
  customer = await anAccount(server.database, { parent: agent, role: roles.user, language: 'cn' })
  // Sessions are not what is tested: they outlast the months below.
  asAgent = await lastingSession(agent)
  asCustomer = await lastingSession(customer)
})

async function lastingSession(account: TestAccount): Promise<string> {
  const token = await signIn(server.database, account)
  await server.database.pool.query('update sessions set is_long = true, expire_time = $1', [morning * 2])
  return token
}
const announce = (canMail = true) => announceExpiries(server.database.db, { canMail, now })
const notices = async (token: string) =>
  (await server.call(calls.news, {}, token)).data!.list.map(({ what, days, count, name }) => [
    what,
    days,
    count,
    name,
  ])
const storedRows = async () =>
  (await server.database.pool.query('select account_id, days from told_ends order by id')).rows
const log = pino({ level: 'silent' })
async function deliver(fail?: MailFailure): Promise<void> {
  const mailer = {
    send: async (mail: Mail) => {
      if (fail) throw fail
      sent.push(mail)
    },
    close: () => {},
  }
  while (await sendNextMail(server.database.db, mailer, endMails, { log, now: () => now }));
}
const bind = (account: TestAccount) =>
  bindEmail(server.database.db, account.id, `${account.username}@example.com`, now)

test('end user and agent are told of the steps, each once', async () => {
  await aDevice(server.database, customer, { nickname: 'Van', user_expire_time: endAfter(30) })
  await announce()
  expect([await notices(asCustomer), await notices(asAgent)]).toEqual([
    [['device', 30, 1, 'Van']],
    [['device', 30, 1, 'Van']],
  ])
  await server.call(calls.seen, { until: now }, asCustomer)
  expect(await notices(asCustomer)).toEqual([])
  for (; now < morning + 22 * dayMs; now += 7 * hourMs) await announce()
  expect(await notices(asCustomer)).toEqual([])
  for (; now < morning + 26 * dayMs; now += 7 * hourMs) await announce()
  expect([await notices(asCustomer), await notices(asAgent)]).toEqual([
    [['device', 7, 1, 'Van']],
    // Of what was not closed, the last step is shown.
    [['device', 7, 1, 'Van']],
  ])
  for (; now < morning + 40 * dayMs; now += 7 * hourMs) await announce()
  expect((await storedRows()).map(({ days }) => days)).toEqual([30, 30, 7, 7, 1, 1, 0, 0])
  // After the end the state of the device shows it.
  expect(await notices(asCustomer)).toEqual([])
})

test('the end of a day two days ahead is told as tomorrow’s only tomorrow', async () => {
  await aDevice(server.database, customer, { user_expire_time: endAfter(2) })
  await announce()
  expect((await notices(asCustomer))[0]?.[1]).toBe(7)
  now += dayMs
  await announce()
  expect((await notices(asCustomer))[0]?.[1]).toBe(1)
})

test('what ends today is told in the morning, also where it ended in the night', async () => {
  await aDevice(server.database, customer, { nickname: 'Van', user_expire_time: endAfter(0) })
  await aDevice(server.database, customer, { nickname: 'Bus', user_expire_time: morning - 3 * hourMs })
  await aDevice(server.database, customer, { nickname: 'Old', user_expire_time: endAfter(-1) })
  await announce()
  expect(await notices(asCustomer)).toEqual([['device', 0, 2, 'Bus']])
  now += dayMs
  await announce()
  expect(await notices(asCustomer)).toEqual([])
})

test('each account has switches of its own: for its devices, and for those of its customers', async () => {
  await aDevice(server.database, customer, { nickname: 'Van', user_expire_time: endAfter(5) })
  await aDevice(server.database, agent, { nickname: 'Own', user_expire_time: endAfter(5) })
  expect((await server.call(calls.switches, {}, asAgent)).data).toMatchObject({ own: true, customers: true })
  await server.call(calls.saveSwitches, { own: true, customers: false }, asAgent)
  await server.call(calls.saveSwitches, { own: false, customers: true }, asCustomer)
  await announce()
  expect([await notices(asCustomer), await notices(asAgent)]).toEqual([[], [['device', 7, 1, 'Own']]])
  await server.call(calls.saveSwitches, { own: false, customers: true }, asAgent)
  now += hourMs
  await announce()
  expect(await notices(asAgent)).toEqual([['device', 7, 2, expect.any(String)]])
})

test('500 devices are one mail, with a link that renews them', async () => {
  changeSettings({ publicUrl: 'https://gps.example.org' })
  try {
    await bind(customer)
    await bind(agent)
    const { pool } = server.database
    for (let n = 0; n < 2; n++) await aDevice(server.database, customer, { user_expire_time: endAfter(6) })
    await pool.query(`insert into devices (terminal_id, account_id, device_type_id, user_expire_time, create_time)
      select '8690000' || n, account_id, device_type_id, user_expire_time, create_time
      from (select * from devices limit 1) d, generate_series(10000001, 10000498) n`)
    await announce()
    await deliver()
  } finally {
    changeSettings({ publicUrl: undefined })
  }
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [`${customer.username}@example.com`, '500 台设备即将到期'],
    [`${agent.username}@example.com`, 'Devices expiring soon: 500'],
  ])
  for (const { text } of sent) expect(text).toContain('https://gps.example.org/index/order/list?renew=7')
})

test('agents are told of both terms, an end user of the one that ends his view', async () => {
  await aDevice(server.database, customer, {
    nickname: 'Van',
    user_expire_time: endAfter(1),
    platform_expire_time: endAfter(5),
  })
  await announce()
  expect(await notices(asCustomer)).toEqual([['device', 1, 1, 'Van']])
  expect(await notices(asAgent)).toEqual([
    ['device', 1, 1, 'Van'],
    ['device', 7, 1, 'Van'],
  ])
})

test('an agent is told of the devices of his own and of his direct customers, not of those further down', async () => {
  const below = await anAccount(server.database, { parent: agent })
  const theirs = await anAccount(server.database, { parent: below, role: roles.user })
  await aDevice(server.database, theirs, { user_expire_time: endAfter(5) })
  await aDevice(server.database, agent, { nickname: 'Own', user_expire_time: endAfter(5) })
  await announce()
  expect(await notices(asAgent)).toEqual([['device', 7, 1, 'Own']])
  expect(await notices(await lastingSession(below))).toEqual([['device', 7, 1, expect.any(String)]])
})

test('nobody is told at night', async () => {
  await aDevice(server.database, customer, { user_expire_time: endAfter(1) })
  for (const hours of [-10, -3, 10.5, 13]) {
    now = morning + hours * hourMs
    await announce()
    expect(await storedRows()).toEqual([])
  }
  const there = await anAccount(server.database, { parent: agent, time_zone: 'America/Los_Angeles' })
  await aDevice(server.database, there, { user_expire_time: endAfter(1) })
  now = morning + 15 * hourMs
  await announce()
  expect((await storedRows()).map(({ account_id }) => account_id)).toEqual([there.id])
})

test('processes that tell at the same instant tell once, in one mail', async () => {
  await bind(customer)
  for (let i = 0; i < 40; i++) await aDevice(server.database, customer, { user_expire_time: endAfter(6) })
  const others = [openDatabase(server.database.url, 2), openDatabase(server.database.url, 2)]
  try {
    await Promise.all(
      [server.database, ...others].map(({ db }) => announceExpiries(db, { canMail: true, now })),
    )
    await Promise.all(
      [server.database, ...others].map(async ({ db }) => {
        const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} }
        while (await sendNextMail(db, mailer, endMails, { log, now: () => now }));
      }),
    )
  } finally {
    for (const { close } of others) await close()
  }
  expect(await storedRows()).toHaveLength(80)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [`${customer.username}@example.com`, '40 台设备即将到期'],
  ])
})

test('a clock that jumps ahead and back tells the last step, once', async () => {
  await bind(customer)
  await aDevice(server.database, customer, { user_expire_time: endAfter(40) })
  for (const days of [0, 35, 0, 12, 35, 39, 5, 39]) {
    now = morning + days * dayMs
    await announce()
    await deliver()
  }
  const own = (await storedRows()).filter(({ account_id }) => account_id === customer.id)
  expect(own.map(({ days }) => days)).toEqual([7, 1])
  expect(sent).toHaveLength(2)
})

test('what is renewed, or handed to somebody else, is not told any more; a new end is told anew', async () => {
  await bind(agent)
  const renewed = await aDevice(server.database, customer, { user_expire_time: endAfter(5) })
  const moved = await aDevice(server.database, customer, { user_expire_time: endAfter(5) })
  await announce()
  const stranger = await anAccount(server.database)
  await server.database.pool.query('update devices set account_id = $1 where id = $2', [
    stranger.id,
    moved.id,
  ])
  const input = { terminalIDs: [renewed.terminalID], userExpireTime: endAfter(400) }
  await server.call(deviceServiceCalls.updateTime, input, asAgent)
  for (const token of [asAgent, asCustomer]) expect(await notices(token)).toEqual([])
  await deliver()
  expect(sent).toEqual([])
  const sooner = { ...input, userExpireTime: endAfter(20) }
  await server.call(deviceServiceCalls.updateTime, sooner, asAgent)
  await announce()
  expect((await notices(asAgent)).map(([what, days]) => [what, days])).toEqual([['device', 30]])
})

test('the mail is in the reader’s language and zone, and says whom to ask', async () => {
  await bind(customer)
  const { terminalID } = await aDevice(server.database, customer, {
    car_number: '京A12345',
    user_expire_time: endAfter(6),
  })
  await announce()
  await deliver()
  const { text } = sent[0]!
  expect(text).toContain(`京A12345 (${terminalID}): 2026-12-07 23:59`)
  expect(text).toContain('续费请联系：顺风, 13800138000, help@example.com')
  const { data } = await server.call(calls.contact, {}, asCustomer)
  expect(data).toEqual({ name: '顺风', telephone: '13800138000', email: 'help@example.com' })
})

test('a mail server that is away is tried again; what it may have taken is not', async () => {
  await bind(customer)
  await aDevice(server.database, customer, { user_expire_time: endAfter(6) })
  await announce()
  await deliver(new MailFailure('away', false, null))
  now += 2 * 60_000
  await deliver()
  expect(sent).toHaveLength(1)

  await aDevice(server.database, customer, { user_expire_time: endAfter(7) })
  now += dayMs
  await announce()
  const crash = { send: () => Promise.reject(new Error('killed')), close: () => {} }
  await expect(sendNextMail(server.database.db, crash, endMails, { log, now: () => now })).rejects.toThrow(
    'killed',
  )
  now += hourMs
  await tidyMails(server.database.db, endMails, now)
  await deliver()
  expect(sent).toHaveLength(1)
})

test('without a mail server, and to an account that may not sign in, it is told in the page alone', async () => {
  await bind(customer)
  await bind(agent)
  await aDevice(server.database, customer, { user_expire_time: endAfter(6) })
  await announce(false)
  await deliver()
  await server.database.pool.query('update accounts set suspend_time = 1 where id = $1', [customer.id])
  await aDevice(server.database, customer, { user_expire_time: endAfter(5) })
  await announce()
  await deliver()
  expect(sent.map(({ to }) => to)).toEqual([`${agent.username}@example.com`])
})

test('the superior hears once of an account that expired or was suspended, unless he did it', async () => {
  await bind(agent)
  const expired = await anAccount(server.database, {
    parent: agent,
    username: 'gone',
    expire_time: now - 1,
  })
  await server.call(subAccountCalls.suspend, { id: customer.id }, asAgent)
  await announce()
  await announce()
  expect(await notices(asAgent)).toEqual([['expired', 0, 1, 'gone']])
  await deliver()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.text).toContain('gone: expired 2026-12-01 09:59')
  await server.database.pool.query(
    'update accounts set suspend_time = $1, expire_time = null where id = $2',
    [now, expired.id],
  )
  await announce()
  expect(await notices(asAgent)).toEqual([['suspended', 0, 1, 'gone']])
  await server.call(subAccountCalls.resume, { id: expired.id }, asAgent)
  expect(await notices(asAgent)).toEqual([])
})
