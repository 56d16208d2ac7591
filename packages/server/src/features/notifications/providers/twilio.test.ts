import { afterEach, beforeEach, expect, test } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import type { TextCarrier } from '../channels/text-carrier.ts'
import { type FakeTwilio, startFakeTwilio, twilioAccount, twilioRefusal } from '../testing/fake-twilio.ts'
import { twilio as provider, twimlOf } from './twilio.ts'

const now = Date.parse('2026-11-22T08:00:00Z')
let fake: FakeTwilio
let twilio: TextCarrier
beforeEach(async () => {
  fake = await startFakeTwilio(() => now)
  const settings = { ...twilioAccount, from: '+15005550006', apiUrl: fake.url }
  twilio = provider.connect(settings, () => now)!
})
afterEach(() => fake.stop())

const to = '+4915112345678'
const callbackUrl = 'https://track.example.com/hooks/twilio/sms?a=42'
const sms = (text = 'B-TW 42: SOS') => twilio.sendSms({ to, text, callbackUrl, validS: 14_400 })
const call = () =>
  twilio.call({
    to,
    text: 'Alarm. "B&B" <1>: SOS.',
    language: 'en-US',
    callbackUrl,
    keyText: 'Press 1.',
    keyUrl: 'https://track.example.com/hooks/twilio/key?a=42',
  })

test('sends an SMS', async () => {
  expect(await sms()).toMatchObject({ kind: 'sent', providerId: expect.stringMatching(/^SM/), segments: 1 })
  expect(fake.sent).toEqual([
    {
      To: to,
      From: '+15005550006',
      Body: 'B-TW 42: SOS',
      StatusCallback: callbackUrl,
      ValidityPeriod: '14400',
    },
  ])
})

test('calls, and asks for a key', async () => {
  expect(await call()).toMatchObject({ kind: 'sent', providerId: expect.stringMatching(/^CA/) })
  expect(fake.sent[0]!.Twiml).toContain('<Gather numDigits="1"')
  expect(fake.sent[0]!.Twiml).toContain('&quot;B&amp;B&quot; &lt;1&gt;')
})

test.each([
  [400, 21211, 'refused', 'number'],
  [400, 21614, 'refused', 'number'],
  [400, 21610, 'refused', 'optedOut'],
  [400, 30007, 'refused', 'content'],
  [400, 99999, 'refused', 'refused'],
  [401, 20003, 'halted', undefined],
  [401, 12345, 'halted', undefined],
  [403, 21408, 'refused', 'number'],
  [400, 21611, 'later', undefined],
])('HTTP %i with code %i is %s', async (status, code, kind, reason) => {
  fake.next.push(twilioRefusal(status, code))
  expect(await sms()).toMatchObject({ kind, code: String(code), ...(reason && { reason }) })
})

test('too many at once: later, and when it says so', async () => {
  fake.next.push(twilioRefusal(429, 20429, { 'retry-after': '7' }))
  expect(await sms()).toMatchObject({ kind: 'later', code: '20429', afterMs: 7_000 })
})

test.each([
  ['an error of the server', twilioRefusal(500, 0)],
  ['a gateway without an answer', { status: 502, body: '<html>' }],
  ['a cut connection', 'cut' as const],
  ['a success without an id', { status: 201, body: 'queued' }],
])('after %s nobody knows', async (_what, answer) => {
  fake.next.push(answer)
  expect((await sms()).kind).toBe('unknown')
})

test('nobody there: nothing was taken', async () => {
  await fake.stop()
  expect((await sms()).kind).toBe('later')
  fake = await startFakeTwilio(() => now)
})

test(
  'asks whether an SMS was taken',
  async () => {
    await sms('first')
    const sinceTime = now - 1_000
    expect(await twilio.findSms!({ to, text: 'first', sinceTime })).toMatch(/^SM/)
    expect(await twilio.findSms!({ to, text: 'another', sinceTime })).toBeNull()
    // The same text of an alarm before that.
    expect(await twilio.findSms!({ to, text: 'first', sinceTime: now + 3_600_000 })).toBeNull()
    fake.next.push('cut')
    expect(await twilio.findSms!({ to, text: 'first', sinceTime })).toBeUndefined()
  },
  patience.testMs,
)

test('what is said fits, however long', () => {
  const spoken = { text: '沪'.repeat(5_000), language: 'zh-CN', callbackUrl: null, keyUrl: null, keyText: '' }
  expect(twimlOf(spoken).length).toBeLessThanOrEqual(4_000)
})
