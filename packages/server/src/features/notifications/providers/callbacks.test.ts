import { alarms } from '@trackway/core/codes/alarms.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { textSettingCalls } from '@trackway/core/features/notifications/text-setting-calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { followMail, publicUrl } from '../../../platform/mail/stored-mail.ts'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { claimOutbox } from '../delivery/claim-outbox.ts'
import { Sender } from '../delivery/send.ts'
import { type FakeTwilio, startFakeTwilio, twilioAccount } from '../testing/fake-twilio.ts'
import { mountTextCallbacks } from './callbacks.ts'
import { twilio as provider, twilioSignature } from './twilio.ts'

/** What the provider reports of SMS and calls: signed, twice, in any order, and before it has answered. */

const log = pino({ level: 'silent' })
const base = 'https://track.example.com'
let now = Date.parse('2026-11-22T08:00:00Z')
let server: TestServer
let twilio: FakeTwilio
let owner: TestAccount
let sender: Sender
let stopMail: () => Promise<void>

beforeAll(async () => {
  server = await startTestServer({ now: () => now, mount: [mountTextCallbacks] })
  twilio = await startFakeTwilio(() => now)
  const { db } = server.database
  changeSettings({ publicUrl: base })
  stopMail = await followMail({ db, bus: createLocalBus(log), log })
})
afterAll(async () => {
  await stopMail()
  await twilio.stop()
  await server.stop()
})
beforeEach(async () => {
  twilio.sent.length = 0
  twilio.next.length = 0
  await server.database.pool.query(
    'truncate accounts, devices, alarms, alarm_episodes, platform_settings cascade',
  )
  owner = await anAccount(server.database, { role: roles.admin })
  const token = await signIn(server.database, owner)
  const settings = { ...twilioAccount, from: '+15005550006', apiUrl: twilio.url }
  const saved = await server.call(textSettingCalls.save, { provider: 'twilio', ...settings }, token)
  expect(saved.status).toBe(200)
  sender = new Sender({
    db: server.database.db,
    log,
    now: () => now,
    ways: async () => ({
      mailer: null,
      vapid: generateVAPIDKeys(),
      publicUrl: publicUrl(),
      outbound: { allowPrivate: false },
      texts: provider.connect(settings, () => now),
    }),
  })
})

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)

/** An alarm whose receiver is notified by this post type, sent. */
async function deliver(postType: string, code: number = alarms.tampered): Promise<void> {
  const { rows } = await query(
    `insert into notification_receivers (account_id, name, telephone, language, time_zone, quiet_days, quiet_holds,
       create_time) values ($1, 'On call', '+4915112345678', 'en', 'UTC', '{}', true, 0) returning id`,
    [owner.id],
  )
  await query(
    `insert into notification_rules (account_id, name, is_enabled, is_for_fences, with_sub_accounts, post_type, by_email,
       receiver_ids, escalate_to, cool_down_minutes, digest_minutes, max_age_minutes, tells_recovery, create_time)
     values ($1, 'Rule', true, false, true, $2, false, $3, '{}', 0, 0, 15, false, 0)`,
    [owner.id, postType, [rows[0].id]],
  )
  const device = await aDevice(server.database, owner)
  await query(
    'insert into alarms (account_id, device_id, fix_time, code, server_time) values ($1, $2, $3, $4, $3)',
    [owner.id, device.id, now, code],
  )
  await claimOutbox(server.database.db, now)
  await sender.begin()
  await sender.idle()
}

/** Posts as Twilio does: to the address that it was given, which a proxy hands on. */
async function report(
  fields: Record<string, string>,
  { token = twilioAccount.authToken, at = twilio.sent.at(-1)!.StatusCallback!, proxied = base } = {},
): Promise<{ status: number; text: string }> {
  const all = { AccountSid: twilioAccount.accountSid, ApiVersion: '2010-04-01', ...fields }
  const response = await fetch(at.replace(proxied, server.url), {
    method: 'POST',
    headers: { 'x-twilio-signature': twilioSignature(token, at, all) },
    body: new URLSearchParams(all),
  })
  return { status: response.status, text: await response.text() }
}
const sms = (MessageStatus: string, more: Record<string, string> = {}) =>
  report({ MessageSid: `SM${'0'.repeat(31)}1`, MessageStatus, ...more })
const call = (CallStatus: string, more: Record<string, string> = {}) =>
  report({ CallSid: `CA${'0'.repeat(31)}1`, CallStatus, ...more })

async function delivery() {
  const { rows } = await query('select state, reason from notification_deliveries order by id desc limit 1')
  return [rows[0].state, rows[0].reason].filter(Boolean).join(' ')
}

describe('an SMS', () => {
  test('is delivered, however often and in which order that is said', async () => {
    await deliver('platform+SMS')
    expect(await delivery()).toBe('sent')
    for (const status of ['delivered', 'sent', 'queued', 'delivered', 'failed']) {
      expect((await sms(status, { NewField: 'added without notice' })).status).toBe(204)
      expect(await delivery()).toBe('delivered')
    }
  })

  test.each([
    ['takes the path away', `${base}/gps`],
    ['passes it on', base],
  ])('of a platform below a path is reported through a proxy that %s', async (_, proxied) => {
    changeSettings({ publicUrl: `${base}/gps` })
    onTestFinished(() => changeSettings({ publicUrl: base }))
    await deliver('platform+SMS')
    const fields = { MessageSid: `SM${'0'.repeat(31)}1`, MessageStatus: 'delivered' }
    expect((await report(fields, { proxied })).status).toBe(204)
    expect(await delivery()).toBe('delivered')
  })

  test('that does not arrive says why', async () => {
    await deliver('platform+SMS')
    await sms('undelivered', { ErrorCode: '30005' })
    expect(await delivery()).toBe('failed number')
  })

  test('is sent again where the handset was off', async () => {
    await deliver('platform+SMS')
    await sms('undelivered', { ErrorCode: '30003' })
    expect(await delivery()).toBe('due')
    now += 60_000
    await sender.begin()
    await sender.idle()
    expect(twilio.sent).toHaveLength(2)
    // A report on the first one comes too late.
    await report(
      { MessageSid: `SM${'0'.repeat(31)}1`, MessageStatus: 'delivered' },
      { at: twilio.sent[0]!.StatusCallback! },
    )
    expect(await delivery()).toBe('sent')
  })

  test('is reported before the request was answered', async () => {
    twilio.next.push(async () => {
      expect((await sms('delivered')).status).toBe(204)
      return { status: 201, body: JSON.stringify({ sid: `SM${'0'.repeat(31)}1`, status: 'queued' }) }
    })
    await deliver('platform+SMS')
    expect(await delivery()).toBe('delivered')
  })

  test('whose answer was lost was taken, if it is reported', async () => {
    twilio.next.push('cut')
    await deliver('platform+SMS')
    expect(await delivery()).toBe('unknown')
    await sms('sent')
    expect(await delivery()).toBe('sent')
    await sms('delivered')
    expect(await delivery()).toBe('delivered')
  })

  test('refused with STOP by its receiver is the last', async () => {
    await deliver('platform+SMS')
    await sms('failed', { ErrorCode: '21610' })
    expect(await delivery()).toBe('failed optedOut')
    expect((await query('select telephone from opted_out_numbers')).rows).toEqual([
      { telephone: '+4915112345678' },
    ])
    await query('delete from opted_out_numbers')
  })
})

describe('a call', () => {
  const key = (Digits: string) =>
    report(
      { CallSid: `CA${'0'.repeat(31)}1`, Digits },
      { at: /action="([^"]+)"/.exec(twilio.sent.at(-1)!.Twiml!)![1]!.replaceAll('&amp;', '&') },
    )
  const stateOfAlarm = async () => (await query('select state from alarm_episodes')).rows[0].state

  test('that a person takes was heard', async () => {
    await deliver('platform+phone')
    await call('ringing')
    await call('completed', { AnsweredBy: 'human', CallDuration: '12' })
    expect(await delivery()).toBe('delivered')
  })

  test('that a mailbox takes was not', async () => {
    await deliver('platform+phone')
    await call('completed', { AnsweredBy: 'machine_end_beep' })
    expect(await delivery()).toBe('failed notHeard')
  })

  test.each(['busy', 'no-answer'])('that is %s is made again', async (status) => {
    await deliver('platform+phone')
    await call(status)
    expect(await delivery()).toBe('due')
  })

  test('acknowledges the alarm by a key', async () => {
    await deliver('platform+phone')
    expect(await stateOfAlarm()).toBe('new')
    const { status, text } = await key('1')
    expect(status).toBe(200)
    expect(text).toContain('<Say>')
    expect(await stateOfAlarm()).toBe('acknowledged')
    expect(await delivery()).toBe('delivered')
    await call('completed', { AnsweredBy: 'unknown' })
    expect(await delivery()).toBe('delivered')
  })

  test('does not by another key', async () => {
    await deliver('platform+phone')
    await key('2')
    expect(await stateOfAlarm()).toBe('new')
  })
})

describe('refused is', () => {
  test.each([
    ['what another key signed', { token: 'f'.repeat(32) }],
    ['what was signed for another address', { at: `${base}/hooks/twilio/sms?a=1` }],
  ])('%s', async (_what, options) => {
    await deliver('platform+SMS')
    const given = twilio.sent[0]!.StatusCallback!
    const all = { AccountSid: twilioAccount.accountSid, MessageSid: 'SM1', MessageStatus: 'delivered' }
    const signature = twilioSignature(
      'token' in options ? options.token : twilioAccount.authToken,
      'at' in options ? options.at : given,
      all,
    )
    const response = await fetch(given.replace(base, server.url), {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(all),
    })
    expect(response.status).toBe(403)
    expect(await delivery()).toBe('sent')
  })

  test('what is not signed, and what is of another account', async () => {
    await deliver('platform+SMS')
    const given = twilio.sent[0]!.StatusCallback!
    const body = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered' })
    expect((await fetch(given.replace(base, server.url), { method: 'POST', body })).status).toBe(403)
    expect((await report({ AccountSid: `AC${'9'.repeat(32)}`, MessageSid: 'SM1' })).status).toBe(403)
  })
})
