import { resultCodes } from '@trackway/core/codes/results.ts'
import { reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startMail } from '../../platform/mail/mail.ts'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
let server: TestServer
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
})

const weekly = {
  name: 'weekly',
  report: 'trips',
  groupBy: 'deviceDay',
  format: 'pdf',
  rhythm: 'weekly',
  onDay: 1,
  atMinute: 450,
  receivers: ['a@example.com', 'a@example.com'],
  language: 'en',
  timeZone: 'Europe/Berlin',
  minDistanceM: 500,
  deviceType: 13,
} as const
const save = (input: object = {}, as = token) =>
  server.call(reportScheduleCalls.save, { ...weekly, ...input } as never, as)
const find = (as = token) => server.call(reportScheduleCalls.find, {}, as)

test('what is saved comes back, with its next time', async () => {
  const { data: saved } = await save()
  expect(saved).toMatchObject({
    name: 'weekly',
    receivers: ['a@example.com'],
    minDistanceM: 500,
    deviceType: 13,
    userId: null,
    terminalIDs: null,
    nextTime: Date.parse('2026-11-23T06:30:00Z'),
    lastTime: null,
  })
  expect((await find()).data).toEqual({ list: [saved], total: 1, canMail: false })
})

test('what is changed has its next time anew; what is switched off has none', async () => {
  const { data: saved } = await save()
  const { data: changed } = await save({ id: saved!.id, onDay: 6 })
  expect(changed!.nextTime).toBe(Date.parse('2026-11-21T06:30:00Z'))
  const { data: off } = await save({ id: saved!.id, isEnabled: false })
  expect(off).toMatchObject({ isEnabled: false, nextTime: null })
  expect((await find()).data!.total).toBe(1)
})

test.each([
  ['a zone that is none', { timeZone: 'Europe/Nowhere' }, 'invalidTimeZone'],
  ['a day that is no weekday', { onDay: 8 }, 'invalidInput'],
  ['an address that is none', { receivers: ['nobody'] }, 'invalidInput'],
  ['nobody to send it to', { receivers: [] }, 'invalidInput'],
  ['a device that is not there', { terminalIDs: ['999999999999999'] }, 'notFound'],
  ['an account that is not there', { userId: 1 }, 'notFound'],
  ['one that is not there', { id: 999_999 }, 'notFound'],
] as const)('%s is refused', async (_what, input, refusal) => {
  expect((await save(input)).meta.code).toBe(resultCodes[refusal])
})

test('an account has so many and no more', async () => {
  for (let i = 0; i < 50; i++) await save()
  expect((await save()).meta.code).toBe(resultCodes.tooManySchedules)
})

test('nobody else sees, changes, sends or ends it', async () => {
  const { data: saved } = await save()
  const parent = await anAccount(server.database)
  const as = await signIn(server.database, parent)
  onTestFinished(startMail({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' }))
  expect((await find(as)).data!.list).toEqual([])
  expect((await save({ id: saved!.id }, as)).meta.code).toBe(resultCodes.notFound)
  for (const call of [reportScheduleCalls.delete, reportScheduleCalls.send])
    expect((await server.call(call, { id: saved!.id }, as)).meta.code).toBe(resultCodes.notFound)
})

test('sending at once needs a mail server, and is bounded', async () => {
  const { data: saved } = await save()
  const send = async () => (await server.call(reportScheduleCalls.send, { id: saved!.id }, token)).meta.code
  expect(await send()).toBe(resultCodes.mailNotConfigured)
  onTestFinished(startMail({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' }))
  expect((await find()).data!.canMail).toBe(true)
  for (let i = 0; i < 20; i++) expect(await send()).toBe(resultCodes.success)
  expect(await send()).toBe(resultCodes.tooManyRequests)
})
