import { createHmac } from 'node:crypto'
import { alarms } from '@trackway/core/codes/alarms.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { mailReceiverCalls } from '@trackway/core/features/mail-receivers/calls.ts'
import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { webPushCalls } from '@trackway/core/features/notifications/web-push-calls.ts'
import { webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { type Mail, MailFailure, startMail } from '../../../platform/mail/mail.ts'
import { findConsents } from '../../../platform/mail/mail-receivers.ts'
import { unsubscribeUrl } from '../../../platform/mail/receiver-links.ts'
import { sendBounds } from '../../../platform/outbound/send-budgets.ts'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import { type FakeServer, startFakeServer } from '../../../testing/fakes/fake-server.ts'
import { patience } from '../../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { mountMailPages } from '../../mail-receivers/pages.ts'
import { sendConsentMails } from '../../mail-receivers/start-consent-mails.ts'
import { twilio as provider } from '../providers/twilio.ts'
import { saveBudget } from '../settings/budgets.ts'
import { type FakeTwilio, startFakeTwilio, twilioAccount, twilioRefusal } from '../testing/fake-twilio.ts'
import { claimOutbox } from './claim-outbox.ts'
import { Sender } from './send.ts'

/** From an alarm in the database to what receivers of every kind got. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const morning = Date.parse('2026-11-22T08:00:00Z')
const telephone = '+4915112345678'
const publicUrl = 'https://track.example.com'

let server: TestServer
let now = morning
let agent: TestAccount
let customer: TestAccount
let device: TestDevice
let asAgent: string
let hook: FakeServer
let twilio: FakeTwilio
let sender: Sender
const mails: Mail[] = []
let mailFailure: MailFailure | null = null
const vapid = generateVAPIDKeys()

beforeAll(async () => {
  server = await startTestServer({ now: () => now, mount: [mountMailPages] })
  changeSettings({ webhookAllowPrivate: true })
  hook = await startFakeServer({ status: 204 })
  twilio = await startFakeTwilio(() => now)
})
afterAll(async () => {
  changeSettings({ webhookAllowPrivate: false })
  await hook.stop()
  await twilio.stop()
  await server.stop()
})
beforeEach(async () => {
  now = morning
  mailFailure = null
  for (const list of [hook.requests, hook.next, twilio.sent, twilio.messages, twilio.next, mails])
    list.length = 0
  await server.database.pool.query(
    `truncate accounts, devices, alarms, alarm_episodes, opted_out_numbers, unsubscribed_emails, send_budgets,
       recurring_jobs cascade`,
  )
  const root = await anAccount(server.database)
  agent = await anAccount(server.database, { parent: root, time_zone: 'UTC' })
  customer = await anAccount(server.database, { parent: agent })
  device = await aDevice(server.database, customer, { car_number: 'B-TW 42' })
  asAgent = await signIn(server.database, agent)
  sender = newSender()
})
afterEach(() => sender.stop())

function newSender(): Sender {
  return new Sender({
    db: server.database.db,
    log: pino({ level: 'silent' }),
    now: () => now,
    ways: async () => ({
      mailer: {
        send: async (mail) => {
          if (mailFailure) throw mailFailure
          mails.push(mail)
        },
        close: () => {},
      },
      texts: provider.connect({ ...twilioAccount, from: '+15005550006', apiUrl: twilio.url }, () => now),
      vapid,
      publicUrl,
      outbound: { allowPrivate: true },
    }),
  })
}

interface Occurrence {
  code?: number
  time?: number
  phase?: 'moment' | 'begin' | 'end'
  of?: TestDevice
}

async function raise({ code = alarms.tampered, time = now, phase = 'moment', of = device }: Occurrence = {}) {
  await server.database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, phase, server_time, latitude_e7, longitude_e7)
     values ($1, $2, $3, $4, $5, $6, 525000000, 134000000)`,
    [customer.id, of.id, time, code, phase, now],
  )
}

/** Takes the news and sends what is due, until nothing is. */
async function deliver(by = sender): Promise<void> {
  while ((await claimOutbox(server.database.db, now)) > 0);
  while ((await by.begin()) > 0) await by.idle()
}

async function call<C extends Parameters<TestServer['call']>[0]>(
  made: C,
  input: Parameters<TestServer['call']>[1],
  token = asAgent,
) {
  const { data, meta } = await server.call(made, input as never, token)
  if (data === null) throw new Error(JSON.stringify(meta))
  return data as never
}

const aReceiver = async (columns: object = {}): Promise<number> => {
  const usual = { name: 'On call', telephone, email: 'duty@example.com', language: 'en', timeZone: 'UTC' }
  const { id } = (await call(notificationReceiverCalls.save, { ...usual, ...columns })) as { id: number }
  await server.database.pool.query('update mail_receivers set agree_time = 1, ask_due_time = null')
  return id
}
/** One who has not been asked yet. */
const aStranger = async (email: string): Promise<number> => {
  const columns = { name: 'Stranger', email, language: 'en', timeZone: 'UTC' }
  return ((await call(notificationReceiverCalls.save, columns)) as { id: number }).id
}
const aRule = async (columns: object): Promise<number> =>
  ((await call(notificationRuleCalls.save, { name: 'Rule', ...columns })) as { id: number }).id
const aWebhook = async (columns: object = {}): Promise<{ id: number; secret: string }> =>
  await call(webhookCalls.add, { url: `${hook.url}/alarms`, events: ['alarm'], ...columns })

const log = async (filter: object = {}) => {
  const page: {
    list: { channel: string; state: string; reason: string | null; attempts: { outcome: string }[] }[]
  } = await call(notificationDeliveryCalls.find, { pageSize: 100, ...filter })
  return page.list.toReversed()
}
const states = async () =>
  (await log()).map(({ channel, state, reason }) => [channel, state, reason].filter(Boolean).join(' '))
const events = () => hook.requests.map(({ body }) => JSON.parse(body.toString()))

describe('a webhook', () => {
  test('is told of an alarm of a device below its account, signed with its secret', async () => {
    const { secret } = await aWebhook()
    await raise()
    await deliver()
    const [request] = hook.requests
    expect(events()).toEqual([
      {
        type: 'alarm.opened',
        id: expect.stringMatching(/^evt_\d+$/),
        timestamp: '2026-11-22T08:00:00.000Z',
        data: expect.objectContaining({
          terminalID: device.terminalID,
          code: alarms.tampered,
          lat: 52.5,
          lon: 13.4,
          count: 1,
          startTime: morning,
          state: 'new',
          severity: 'critical',
        }),
      },
    ])
    const signature = createHmac('sha256', secret).update(request!.body).digest('hex')
    expect(request!.headers['x-trackway-signature']).toBe(signature)
    expect(request!.headers['webhook-id']).toBe(events()[0].id)
    expect(await states()).toEqual(['webhook delivered'])
  })

  test('gets the same bytes and id again, until it takes them', async () => {
    await aWebhook()
    hook.next.push({ status: 500 }, 'cut', { status: 301, headers: { location: 'http://127.0.0.1:1/' } })
    await raise()
    for (let count = 0; count < 6; count++, now += 10 * minuteMs) await deliver()
    expect(hook.requests).toHaveLength(4)
    expect(new Set(hook.requests.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    const [delivery] = await log()
    expect(delivery!.attempts.map(({ outcome }) => outcome)).toEqual(['later', 'unknown', 'later', 'sent'])
  })

  test('is waited for as long as it asks', async () => {
    await aWebhook()
    hook.next.push({ status: 503, headers: { 'retry-after': '600' } })
    await raise()
    await deliver()
    now += 9 * minuteMs
    await deliver()
    expect(hook.requests).toHaveLength(1)
    now += minuteMs
    await deliver()
    expect(hook.requests).toHaveLength(2)
  })

  test('that is gone is switched off, and told what it missed when asked', async () => {
    const { id } = await aWebhook()
    hook.next.push({ status: 410 })
    await raise()
    await deliver()
    await raise({ code: alarms.sos })
    await deliver()
    expect(await states()).toEqual(['webhook failed endpointOff', 'webhook dropped endpointOff'])
    await call(webhookCalls.update, { id, isEnabled: true })
    expect(await call(webhookCalls.replay, { id })).toEqual({ count: 2 })
    await deliver()
    expect(
      events()
        .slice(1)
        .map(({ data }) => data.code),
    ).toEqual([alarms.tampered, alarms.sos])
  })

  test('that was switched off is told of to its owner by mail, once', async () => {
    await server.database.pool.query("insert into bound_emails values ($1, 'owner@example.com', 0)", [
      agent.id,
    ])
    await aWebhook()
    hook.next.push({ status: 410 })
    await raise()
    await deliver()
    await raise({ code: alarms.sos })
    await deliver()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@example.com', `A webhook was switched off: ${new URL(hook.url).host}`],
    ])
    expect(mails[0]!.text).toContain('answered that it no longer exists')
  })

  test('that hangs holds up none of the others', async () => {
    await aWebhook()
    const other = await startFakeServer({ status: 200 })
    await aWebhook({ url: `${other.url}/` })
    hook.next.push('hang')
    await raise()
    await raise({ code: alarms.sos })
    while ((await claimOutbox(server.database.db, now)) > 0);
    while (other.requests.length < 2) await sender.begin()
    expect(hook.requests.length).toBeLessThanOrEqual(1)
    await other.stop()
    await hook.stop()
    hook = await startFakeServer({ status: 204 })
  })

  test('chooses by code and severity, and can be tried out', async () => {
    const { id } = await aWebhook({ codes: [alarms.sos, alarms.doorOpened], severity: 'critical' })
    await raise({ code: alarms.tampered })
    await raise({ code: alarms.doorOpened })
    await raise({ code: alarms.sos })
    await call(webhookCalls.test, { id })
    await deliver()
    expect(events().map(({ type, data }) => [type, data.code])).toEqual([
      ['webhook.test', undefined],
      ['alarm.opened', alarms.sos],
    ])
  })

  test('is not told of what came late', async () => {
    await aWebhook()
    await raise({ time: now - hourMs })
    await deliver()
    expect(await states()).toEqual(['webhook dropped late'])
  })

  test.each(['http://127.0.0.1:1/', 'http://localhost/', 'http://10.1.2.3/', 'http://[::1]/'])(
    'to %s is refused',
    async (url) => {
      changeSettings({ webhookAllowPrivate: false })
      const reply = await server.call(webhookCalls.add, { url, events: ['alarm'] }, asAgent)
      changeSettings({ webhookAllowPrivate: true })
      expect(reply).toMatchObject({ status: 400, data: null })
    },
  )
})

describe('once', () => {
  test('news taken by two at once are told once', async () => {
    await aWebhook()
    await raise()
    await Promise.all([1, 2, 3].map(() => claimOutbox(server.database.db, now)))
    const others = [sender, newSender(), newSender()]
    await Promise.all(others.map((each) => deliver(each)))
    expect(hook.requests).toHaveLength(1)
  })

  test('a thousand vibrations are one notice', async () => {
    await aRule({ receiverIds: [await aReceiver()], postType: 'platform+SMS', byEmail: true })
    await aWebhook()
    for (let count = 0; count < 1_000; count++)
      await raise({ code: alarms.vibration, time: now - minuteMs + count * 60 })
    const other = await aDevice(server.database, customer, { car_number: 'B-TW 43' })
    await raise({ code: alarms.sos, of: other })
    await deliver()
    // Those of the other one wait for none of the thousand.
    expect(events().map(({ data }) => data.code)).toEqual([alarms.vibration, alarms.sos])
    expect([twilio.sent.length, mails.length]).toEqual([2, 1])
    const { rows } = await server.database.pool.query(
      'select e.count::int, (select count(*)::int from alarms a where a.device_id = e.device_id) as kept from alarm_episodes e where code = $1',
      [alarms.vibration],
    )
    expect(rows).toEqual([{ count: 1_000, kept: 1_000 }])
  })

  test('whoever two rules name is told by each way once', async () => {
    const id = await aReceiver()
    await aRule({ receiverIds: [id], postType: 'platform+SMS' })
    await aRule({ receiverIds: [id], postType: 'platform+SMS', byEmail: true })
    await raise()
    await deliver()
    expect(await states()).toEqual(['sms sent', 'email sent'])
  })

  test('killed between storing and telling, it is told afterwards', async () => {
    await aWebhook()
    await raise()
    // Nobody has looked yet: the news is in the database and nowhere else.
    await deliver(newSender())
    expect(hook.requests).toHaveLength(1)
    await raise({ code: alarms.sos })
    await claimOutbox(server.database.db, now)
    // Taken, and not sent.
    await deliver(newSender())
    expect(hook.requests).toHaveLength(2)
  })

  test('killed while it was sent: a webhook gets it again with its id, an SMS is asked about', async () => {
    await aWebhook()
    await aRule({ receiverIds: [await aReceiver()], postType: 'platform+SMS' })
    await raise()
    await deliver()
    // As a process leaves it that dies after the request: begun, and without an outcome.
    await server.database.pool.query(
      `update notification_deliveries set state = 'sending', claim_until = $1, sent_time = null, finish_time = null`,
      [now + 3 * minuteMs],
    )
    await server.database.pool.query(
      `update notification_attempts set outcome = 'started', finish_time = null, provider_id = null`,
    )
    const next = newSender()
    await next.recover()
    await deliver(next)
    expect([hook.requests.length, twilio.sent.length]).toEqual([1, 1])
    now += 4 * minuteMs
    await next.recover()
    await deliver(next)
    now += 2 * minuteMs
    await next.recover()
    expect(hook.requests).toHaveLength(2)
    expect(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    // Twilio knows it: it went out, and is not sent a second time.
    expect(twilio.sent).toHaveLength(1)
    expect(await states()).toContainEqual('sms sent')
  })
})

/** Opens the page of a link in a mail, or presses its button. */
async function open(method: 'GET' | 'POST', link: string): Promise<{ status: number; body: string }> {
  const { pathname, search } = new URL(link)
  const reply = await fetch(server.url + pathname + search, { method })
  return { status: reply.status, body: await reply.text() }
}

test('a mail says how to have no more of them, which ends them for the address until it wants them again', async () => {
  const address = `duty@${'transport.'.repeat(8)}example.com`
  const id = await aReceiver({ email: `D${address.slice(1)}` })
  await aRule({ receiverIds: [id], byEmail: true })
  await raise()
  await deliver()
  const { unsubscribeUrl: link, text } = mails[0]!
  expect(text).toContain(link)
  // Whoever only looks changes nothing, and nobody can make up a link.
  expect((await open('GET', link!)).body).toContain(`Alarms of ${agent.username} are sent to ${address}.`)
  expect((await open('POST', `${link!.slice(0, -2)}xx`)).status).toBe(404)
  await raise({ code: alarms.sos })
  await deliver()
  expect(mails).toHaveLength(2)

  expect((await open('POST', link!)).body).toContain(`are no longer sent to ${address}.`)
  await raise({ code: alarms.collision })
  await deliver()
  expect(mails).toHaveLength(2)
  expect((await states()).at(-1)).toBe('email dropped optedOut')
  const { list } = (await call(notificationReceiverCalls.find, {})) as { list: object[] }
  expect(list).toMatchObject([{ id, mailConsent: 'unsubscribed', isUnsubscribed: true }])
  await open('POST', `${link}?again=1`)
  await raise({ code: alarms.rollover })
  await deliver()
  expect(mails).toHaveLength(3)
})

test('a link of an earlier version, which names no account, ends alarms of all of them', async () => {
  const link = unsubscribeUrl(publicUrl, { email: 'duty@example.com', of: null })
  await aRule({ receiverIds: [await aReceiver()], byEmail: true })
  expect((await open('POST', link)).body).toContain('no longer sent to duty@example.com.')
  await raise()
  await deliver()
  expect(await states()).toEqual(['email dropped optedOut'])
})

describe('a mail to an address outside the account', () => {
  const ask = () => {
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => {} }
    return sendConsentMails({ db: server.database.db, mailer, publicUrl, now }, pino({ level: 'silent' }))
  }
  const linkIn = (mail: Mail) => /https:\S+\/agree\/\S+/.exec(mail.text)![0]
  const consent = async () =>
    ((await call(notificationReceiverCalls.find, {})) as { list: { mailConsent: string }[] }).list[0]!
      .mailConsent

  test('waits for the consent of the receiver, who is asked once', async () => {
    await aRule({ receiverIds: [await aStranger('Stranger@example.com')], byEmail: true })
    await raise()
    await deliver()
    expect(mails).toEqual([])
    expect(await states()).toEqual(['email due noConsent'])

    await ask()
    await ask()
    expect(mails.map(({ to }) => to)).toEqual(['stranger@example.com'])
    const link = linkIn(mails[0]!)
    // A scanner that opens the link agrees to nothing.
    expect((await open('GET', link)).body).toContain(
      'wants to send alarms and reports to stranger@example.com.',
    )
    await deliver()
    expect([mails.length, await consent()]).toEqual([1, 'waiting'])

    expect((await open('POST', link)).body).toContain('may send alarms and reports to stranger@example.com.')
    await deliver()
    expect(mails).toHaveLength(2)
    expect([await states(), await consent()]).toEqual([['email sent'], 'agreed'])
  })

  test('is never sent where nobody answers, and the delivery says why', async () => {
    await aRule({ receiverIds: [await aStranger('stranger@example.com')], byEmail: true })
    await ask()
    await raise()
    await deliver()
    now += 25 * hourMs
    await deliver()
    expect(await states()).toEqual(['email dropped noConsent'])
    now += 7 * 24 * hourMs
    expect((await open('POST', linkIn(mails[0]!))).body).toContain('This link has expired.')
    const receiver = { accountId: agent.id, email: 'stranger@example.com' }
    expect(await findConsents(server.database.db, [receiver], 'alarms', now)).toEqual(['expired'])
  })

  test('who wants not even to be asked is not asked again, by any account', async () => {
    await aStranger('stranger@example.com')
    await ask()
    expect(mails[0]!.unsubscribeUrl).toBeDefined()
    await open('POST', mails[0]!.unsubscribeUrl!)
    expect(await consent()).toBe('unsubscribed')
    asAgent = await signIn(server.database, await anAccount(server.database))
    await aStranger('stranger@example.com')
    await ask()
    expect(mails).toHaveLength(1)
  })

  test('goes out at once to addresses that accounts above or below have confirmed', async () => {
    await server.database.pool.query(`insert into bound_emails values ($1, 'Owner@example.com', 1)`, [
      customer.id,
    ])
    await aRule({ receiverIds: [await aStranger('owner@example.com')], byEmail: true })
    await raise()
    await deliver()
    await ask()
    expect([mails.length, await states()]).toEqual([1, ['email sent']])
  })

  test('is asked for once more on demand, at most once a day', async () => {
    await aStranger('stranger@example.com')
    await ask()
    changeSettings({ publicUrl })
    onTestFinished(startMail({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' }))
    onTestFinished(() => changeSettings({ publicUrl: undefined }))
    const again = async (email = 'Stranger@example.com') =>
      resultNames[(await server.call(mailReceiverCalls.ask, { email }, asAgent)).meta.code]
    expect([await again(), await again('nobody@example.com')]).toEqual(['tooManyRequests', 'notFound'])
    now += 24 * hourMs
    asAgent = await signIn(server.database, agent)
    expect(await again()).toBe('success')
    await ask()
    expect(mails).toHaveLength(2)
  })

  test('is asked for within bounds: by account, and at one address', async () => {
    for (let count = 0; count < 120; count++) await aStranger(`stranger${count}@example.com`)
    await ask()
    expect(mails.length).toBe(sendBounds.consent.account.count)
    for (let count = 0; count < 8; count++) {
      asAgent = await signIn(server.database, await anAccount(server.database))
      await aStranger('victim@example.com')
    }
    mails.length = 0
    await ask()
    expect(mails.map(({ to }) => to)).toEqual(
      Array(sendBounds.consent.receiver.count).fill('victim@example.com'),
    )
  })
})

test('a flood of mails to one receiver is bounded, and what is over the bound comes in one mail later', async () => {
  await aRule({ receiverIds: [await aReceiver()], byEmail: true, coolDownMinutes: 0 })
  for (let count = 0; count < 100; count++) {
    now += 1_000
    await raise({ code: alarms.fenceLeft, of: await aDevice(server.database, customer) })
    await deliver()
  }
  expect(mails.length).toBeLessThan(50)
  expect(await states()).toContain('email due tooMany')
  const sent = mails.length
  now += 10 * minuteMs
  await deliver()
  expect(mails).toHaveLength(sent + 1)
  expect(mails.at(-1)!.subject).toMatch(/^\d+ alarms$/)
  expect((await states()).filter((state) => state === 'email sent')).toHaveLength(100)
})

test('a flood of SMS to one number is bounded; what is serious passes for longer, and the next one counts the others', async () => {
  await aRule({ receiverIds: [await aReceiver()], postType: 'platform+SMS', coolDownMinutes: 0 })
  const { count } = sendBounds.sms.receiver
  const another = () => aDevice(server.database, customer)
  for (let sms = 0; sms < count; sms++) await raise({ code: alarms.fenceLeft, of: await another() })
  await raise({ code: alarms.fenceLeft })
  await deliver()
  expect(twilio.sent).toHaveLength(count)
  expect((await states()).filter((state) => state === 'sms dropped tooMany')).toHaveLength(1)
  await raise({ code: alarms.sos })
  await deliver()
  expect(twilio.sent).toHaveLength(count + 1)
})

test('a browser that somebody else has signed in to meanwhile shows nothing of who used it before', async () => {
  const subscribe = (token: string) => {
    const keys = { p256dh: generateVAPIDKeys().publicKey, auth: Buffer.alloc(16, 1).toString('base64url') }
    const more = { publicKey: vapid.publicKey, language: 'en' as const, browser: 'Firefox' }
    return call(webPushCalls.subscribe, { endpoint: `${hook.url}/push`, ...keys, ...more }, token)
  }
  await subscribe(asAgent)
  await raise({ code: alarms.sos })
  await claimOutbox(server.database.db, now)
  await subscribe(await signIn(server.database, customer))
  await deliver()
  expect(hook.requests).toEqual([])
  expect(await states()).toEqual(['webPush dropped endpointOff'])
})

describe('an SMS', () => {
  const byText = async (columns: object = {}) =>
    aRule({ receiverIds: [await aReceiver(columns)], postType: 'platform+SMS' })

  test('says vehicle, alarm and time by the receiver’s clock, in signs that fit', async () => {
    await byText({ timeZone: 'Europe/Berlin' })
    await raise()
    await deliver()
    expect(twilio.sent[0]).toMatchObject({ To: telephone })
    expect(twilio.sent[0]!.Body).toMatch(
      /^B-TW 42: Device removed or tampered, 09:00 https:\/\/track\.example\.com\/index\/alarmsAll\?alarm=\d+$/,
    )
    expect(twilio.sent[0]!.StatusCallback).toMatch(
      /^https:\/\/track\.example\.com\/hooks\/twilio\/sms\?a=\d+$/,
    )
  })

  test('is in Chinese for who reads Chinese', async () => {
    await byText({ language: 'cn', timeZone: 'Asia/Shanghai' })
    await raise()
    await deliver()
    expect(twilio.sent[0]!.Body).toMatch(/^B-TW 42: .*\p{Script=Han}.*16:00/u)
  })

  test('to somebody who sent STOP is the last', async () => {
    await byText()
    twilio.next.push(twilioRefusal(400, 21610))
    await raise()
    await deliver()
    await raise({ code: alarms.sos })
    await deliver()
    expect(await states()).toEqual(['sms failed optedOut', 'sms dropped optedOut'])
    expect(twilio.sent).toHaveLength(1)
  })

  test('whose answer was lost is unknown, and not sent again unless somebody may be in danger', async () => {
    await byText()
    twilio.next.push('cut', 'cut')
    await raise({ code: alarms.tampered })
    await raise({ code: alarms.sos })
    await deliver()
    now += 2 * minuteMs
    await sender.recover()
    await deliver()
    expect((await states()).sort()).toEqual(['sms sent', 'sms unknown'])
    // Both go out at once, in either order.
    expect(twilio.sent.map(({ Body }) => Body!.includes('SOS')).sort()).toEqual([false, true, true])
  })

  test('costs the budget of every account above, and what is refused does not', async () => {
    await byText()
    const scope = { accountId: 0, path: agent.path, deviceId: null }
    const above = { ...scope, path: agent.path.split('/').slice(0, 2).join('/').concat('/') }
    await saveBudget(
      server.database.db,
      above,
      { userId: agent.id, smsLimit: 2, phoneLimit: null },
      { mayOwn: false },
    )
    twilio.next.push(twilioRefusal(400, 21211))
    for (const code of [alarms.tampered, alarms.sos, alarms.collision, alarms.rollover]) {
      await raise({ code })
      await deliver()
    }
    expect(await states()).toEqual(['sms failed number', 'sms sent', 'sms sent', 'sms dropped budget'])
  })

  test(
    'twenty senders do not go over the budget',
    async () => {
      await byText()
      await server.database.pool.query('insert into notification_budgets values ($1, 10, 0)', [agent.id])
      const codes = Object.values(alarms).slice(0, 30)
      for (const code of codes) await raise({ code })
      await claimOutbox(server.database.db, now)
      const senders = Array.from({ length: 20 }, newSender)
      await Promise.all(senders.map((each) => deliver(each)))
      expect(twilio.sent).toHaveLength(10)
    },
    patience.testMs,
  )

  test('waits for a provider that takes nothing, and says so once', async () => {
    await byText()
    twilio.next.push(twilioRefusal(401, 20003))
    await raise()
    await raise({ code: alarms.sos })
    await deliver()
    expect(twilio.sent.length).toBeLessThanOrEqual(2)
    now += 2 * minuteMs
    await deliver()
    expect((await states()).every((each) => each === 'sms sent')).toBe(true)
  })
})

describe('quiet hours', () => {
  test('hold what is not serious until they end, and drop it where it is wanted so', async () => {
    now = Date.parse('2026-11-22T23:00:00Z')
    const quiet = { quietFrom: 22 * 60, quietTo: 7 * 60 }
    const held = await aReceiver(quiet)
    const dropped = await aReceiver({ ...quiet, quietHolds: false, telephone: '+4915112345679' })
    await aRule({ receiverIds: [held, dropped], postType: 'platform+SMS' })
    await raise({ code: alarms.fenceLeft })
    await deliver()
    expect(await states()).toEqual(['sms due quiet', 'sms dropped quiet'])
    now = Date.parse('2026-11-23T06:59:59Z')
    await deliver()
    expect(twilio.sent).toHaveLength(0)
    now += 1_000
    await deliver(newSender())
    expect(twilio.sent).toHaveLength(1)
  })

  test('are passed by what is serious', async () => {
    now = Date.parse('2026-11-22T23:00:00Z')
    const id = await aReceiver({ quietFrom: 22 * 60, quietTo: 7 * 60 })
    await aRule({ receiverIds: [id], postType: 'platform+SMS' })
    await raise({ code: alarms.sos })
    await deliver()
    expect(twilio.sent).toHaveLength(1)
  })
})

describe('escalation', () => {
  const escalating = async () => {
    const second = await aReceiver({ name: 'Second', telephone: '+4915112345671' })
    const third = await aReceiver({ name: 'Third', telephone: '+4915112345672' })
    await aRule({
      receiverIds: [await aReceiver()],
      postType: 'platform+SMS',
      escalateMinutes: 5,
      escalateTo: [second, third],
    })
  }
  const receivers = () => twilio.sent.map(({ To }) => To!.slice(-1))

  test('tells the next one while nobody acknowledges', async () => {
    await escalating()
    await raise()
    await deliver()
    expect(receivers()).toEqual(['8'])
    now += 5 * minuteMs
    await deliver()
    expect(receivers()).toEqual(['8', '1'])
    expect(twilio.sent[1]!.Body).toMatch(/^Not acknowledged\. B-TW 42/)
    now += 5 * minuteMs
    await deliver()
    expect(receivers()).toEqual(['8', '1', '2'])
  })

  test('ends with an acknowledgement', async () => {
    await escalating()
    await raise()
    await deliver()
    await server.database.pool.query(`update alarm_episodes set state = 'acknowledged'`)
    now += hourMs
    await deliver()
    expect(receivers()).toEqual(['8'])
    expect(await states()).toEqual(['sms sent', 'sms dropped acknowledged', 'sms dropped acknowledged'])
  })
})

describe('rules', () => {
  test('let the same alarm of the same device be told again only after a while, and count', async () => {
    await aRule({ receiverIds: [await aReceiver()], postType: 'platform+SMS', coolDownMinutes: 30 })
    const other = await aDevice(server.database, customer, { car_number: 'B-TW 43' })
    for (let count = 0; count < 3; count++, now += 12 * minuteMs) {
      // Each resolved, so that the next one is an episode of its own.
      await raise({ code: alarms.fenceLeft })
      await deliver()
    }
    await raise({ code: alarms.fenceLeft, of: other })
    await deliver()
    expect(await states()).toEqual(['sms sent', 'sms dropped coolDown', 'sms dropped coolDown', 'sms sent'])
    await raise({ code: alarms.fenceLeft })
    await deliver()
    expect(twilio.sent.at(-1)!.Body).toContain('(2 earlier)')
  })

  test('are those of all accounts above, which may leave out the devices of others', async () => {
    const asCustomer = await signIn(server.database, customer)
    const aPerson = { name: 'Own', telephone: '+4915112345670', language: 'en', timeZone: 'UTC' }
    const { id } = (await call(notificationReceiverCalls.save, aPerson, asCustomer)) as { id: number }
    await call(
      notificationRuleCalls.save,
      { name: 'Own', receiverIds: [id], postType: 'platform+SMS' },
      asCustomer,
    )
    await aRule({ receiverIds: [await aReceiver()], postType: 'platform+SMS', withSubAccounts: false })
    await raise()
    await deliver()
    expect(twilio.sent.map(({ To }) => To)).toEqual(['+4915112345670'])
  })

  describe('of a fence', () => {
    const atFence = async (fenceId: number) => {
      // Crossings within ten minutes are one.
      now += 11 * 60_000
      await server.database.pool.query(
        `insert into alarms (account_id, device_id, fix_time, code, phase, server_time, subject_id, source)
         values ($1, $2, $3, $4, 'moment', $3, $5, 'platform')`,
        [customer.id, device.id, now, alarms.fenceEntered, fenceId],
      )
      await deliver()
    }
    const aFence = async (columns: object) => {
      const area = { shape: 'circle', lat: 52.5, lon: 13.4, radiusM: 500 }
      return (await call(fenceCalls.add, { name: 'Depot', area, ...columns })) as { fenceId: number }
    }
    const numbers = () => twilio.sent.map(({ To }) => To)

    test('are the ones that it chose, which tell of nothing else', async () => {
      const sms = { postType: 'platform+SMS', coolDownMinutes: 0 }
      const [night, day] = ['+4915112345601', '+4915112345602']
      const ofNight = await aReceiver({ telephone: night })
      // Crossings are notices, and are meant all the same.
      const chosen = await aRule({ ...sms, severity: 'warning', isForFences: true, receiverIds: [ofNight] })
      await aRule({ ...sms, receiverIds: [await aReceiver({ telephone: day })] })
      const { fenceId } = await aFence({ ruleIds: [chosen] })
      await atFence(fenceId)
      expect(numbers()).toEqual([night])
      await atFence((await aFence({})).fenceId)
      expect(numbers()).toEqual([night, day])
      await call(notificationRuleCalls.delete, { id: chosen })
      await atFence(fenceId)
      expect(numbers()).toEqual([night, day, day])
    })

    test('must be of its account', async () => {
      const strange = (await call(
        notificationRuleCalls.save,
        { name: 'Own' },
        await signIn(server.database, customer),
      )) as { id: number }
      await expect(aFence({ ruleIds: [strange.id] })).rejects.toThrow('Not found')
      const { fenceId } = await aFence({})
      await expect(call(fenceCalls.update, { fenceId, ruleIds: [strange.id] })).rejects.toThrow('Not found')
    })
  })

  test('tell the end once, to whom the beginning was told', async () => {
    const ways = { byEmail: true, postType: 'platform+phone' }
    await aRule({ receiverIds: [await aReceiver()], ...ways, tellsRecovery: true })
    await raise({ code: alarms.overspeed, phase: 'begin' })
    await deliver()
    now += minuteMs
    await raise({ code: alarms.overspeed, phase: 'end' })
    await deliver()
    expect(mails.map(({ subject }) => subject)).toEqual(['B-TW 42: Speeding', 'B-TW 42: Speeding ended'])
    expect(mails[1]!.references).toBe(mails[0]!.messageId)
    // Nobody is rung up to hear that something is over.
    expect((await log()).filter(({ channel }) => channel === 'phone')).toHaveLength(1)
  })

  test('do not tell what is older than they allow', async () => {
    await aRule({ receiverIds: [await aReceiver()], byEmail: true, maxAgeMinutes: 15 })
    await raise({ time: now - 16 * minuteMs })
    await deliver()
    expect(await states()).toEqual(['email dropped late'])
  })

  test('gather mails: the first at once, the next ones together', async () => {
    await aRule({ receiverIds: [await aReceiver()], byEmail: true, digestMinutes: 60, coolDownMinutes: 0 })
    for (const code of [alarms.fenceLeft, alarms.doorOpened, alarms.sos]) {
      await raise({ code })
      await deliver()
      now += minuteMs
    }
    expect(mails).toHaveLength(1)
    now += hourMs
    await deliver()
    expect(mails).toHaveLength(2)
    expect(mails[1]!.subject).toBe('2 alarms')
    // The worst first.
    expect(mails[1]!.text.indexOf('SOS')).toBeLessThan(mails[1]!.text.indexOf('Door'))
    expect(await states()).toEqual(['email sent', 'email sent', 'email sent'])
  })

  test('a mail that the server refuses for good is not sent again, another one is with its id', async () => {
    await aRule({ receiverIds: [await aReceiver()], byEmail: true })
    mailFailure = new MailFailure('450 greylisted', false, null)
    await raise()
    await deliver()
    mailFailure = null
    now += 2 * minuteMs
    await deliver()
    expect(mails).toHaveLength(1)
    mailFailure = new MailFailure('550 no such user', true, null)
    await raise({ code: alarms.sos })
    await deliver()
    expect(await states()).toEqual(['email sent', 'email failed refused'])
  })
})
