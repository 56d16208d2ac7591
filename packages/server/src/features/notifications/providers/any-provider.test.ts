import { alarms } from '@trackway/core/codes/alarms.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { textSettingCalls } from '@trackway/core/features/notifications/text-setting-calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { followMail } from '../../../platform/mail/stored-mail.ts'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { claimOutbox } from '../delivery/claim-outbox.ts'
import { Sender } from '../delivery/send.ts'
import { findWays } from '../start-notifications.ts'
import { mountTextCallbacks } from './callbacks.ts'

/** A provider that is a line in the registry and nothing else: set up, tried, used, and its reports received. */

interface Flight {
  loft: string
  grain: string
  to: string
  text: string
  callbackUrl: string | null
}
const flights = vi.hoisted((): Flight[] => [])

vi.mock('./text-providers.ts', async (original) => {
  const { z } = await import('zod')
  const { secret } = await import('@trackway/core/api/secret.ts')
  const { textProvider } = await import('./text-provider.ts')
  const pigeon = textProvider({
    name: 'pigeon',
    label: 'Pigeon Post',
    settings: z.object({
      loft: z.string().min(1).describe('Where pigeons start.'),
      grain: secret(z.string().optional().describe('What they are paid with; secret.')),
    }),
    destination: ['loft'],
    connect: ({ loft, grain }) => {
      if (grain === undefined) return null
      const fly = async ({ to, text, callbackUrl }: Pick<Flight, 'to' | 'text' | 'callbackUrl'>) => {
        flights.push({ loft, grain, to, text, callbackUrl })
        return { kind: 'sent' as const, providerId: `ring-${flights.length}` }
      }
      return { name: 'pigeon', sendSms: fly, call: fly }
    },
    callbacks: {
      read: ({ headers, body, url }, { grain }) => {
        if (headers['x-grain'] !== grain || !url.startsWith('https://track.example.com/')) return null
        const { ring, key } = JSON.parse(body) as { ring: string; key?: string }
        return { providerId: ring, report: { kind: 'delivered' }, ...(key && { key }) }
      },
      say: (text) => ({ type: 'text/plain', body: text ?? '' }),
    },
  })
  const { textProviders } = await original<typeof import('./text-providers.ts')>()
  return { textProviders: [pigeon, ...textProviders] }
})

const log = pino({ level: 'silent' })
const base = 'https://track.example.com'
const now = Date.parse('2026-11-22T08:00:00Z')
let server: TestServer
let token: string
let owner: TestAccount
let stopMail: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer({ now: () => now, mount: [mountTextCallbacks] })
  const { db } = server.database
  changeSettings({ publicUrl: base })
  stopMail = await followMail({ db, bus: createLocalBus(log), log })
  owner = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, owner)
})
afterAll(async () => {
  await stopMail()
  await server.stop()
})

const save = (input: object) => server.call(textSettingCalls.save, { provider: 'pigeon', ...input }, token)
const find = async () => (await server.call(textSettingCalls.find, {}, token)).data!
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)

test('is offered with its fields, and saved as its schema says, its secret kept until it would go elsewhere', async () => {
  const offered = (await find()).providers.find(({ name }) => name === 'pigeon')!
  expect(offered).toMatchObject({
    label: 'Pigeon Post',
    settings: { required: ['loft'], properties: { grain: { writeOnly: true } } },
  })
  const refused = await save({ loft: '', wings: 2 })
  expect(refused.meta.issues?.map(({ path }) => path)).toContain('loft')
  expect((await save({ loft: 'north', grain: 'corn' })).meta.success).toBe(true)
  expect((await save({ loft: 'north' })).meta.success).toBe(true)
  expect(await find()).toMatchObject({ source: 'stored', provider: 'pigeon', loft: 'north', hasGrain: true })
  expect(await find()).not.toHaveProperty('grain')
  await save({ loft: 'south' })
  expect(await find()).toMatchObject({ loft: 'south', hasGrain: false })
  const untried = await server.call(textSettingCalls.test, { to: '+4915112345678' }, token)
  expect(resultNames[untried.meta.code]).toBe('textsNotConfigured')
  const { rows } = await query("select before, after from audit_events where kind = 'textSettings'")
  expect(rows.at(-1)).toEqual({
    before: { provider: 'pigeon', loft: 'north' },
    after: { provider: 'pigeon', loft: 'south' },
  })
  expect(JSON.stringify(rows)).not.toContain('corn')
})

test('is tried, tells an alarm, and says itself that it arrived', async () => {
  await save({ loft: 'north', grain: 'corn' })
  const tried = await server.call(textSettingCalls.test, { to: '+4915112345678' }, token)
  expect(tried.data).toEqual({ providerId: 'ring-1' })
  expect(flights).toMatchObject([{ loft: 'north', grain: 'corn', to: '+4915112345678', callbackUrl: null }])

  await deliver('platform+SMS')
  expect(await delivery()).toBe('sent')
  const { callbackUrl } = flights.at(-1)!
  expect(callbackUrl).toMatch(`${base}/hooks/pigeon/sms?a=`)
  const post = (grain: string, at = callbackUrl!) =>
    fetch(at.replace(base, server.url), {
      method: 'POST',
      headers: { 'x-grain': grain, 'content-type': 'application/json' },
      body: JSON.stringify({ ring: `ring-${flights.length}` }),
    })
  expect((await post('stones')).status).toBe(403)
  expect(await delivery()).toBe('sent')
  expect((await post('corn', callbackUrl!.replace('/sms?', '/song?'))).status).toBe(404)
  expect((await post('corn')).status).toBe(204)
  expect(await delivery()).toBe('delivered')
})

/** An alarm of which a receiver is notified, sent by the provider that is set. */
async function deliver(postType: string): Promise<void> {
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
    [owner.id, device.id, now, alarms.tampered],
  )
  const { db } = server.database
  await claimOutbox(db, now)
  const sender = new Sender({ db, log, now: () => now, ways: () => findWays(db, now) })
  await sender.begin()
  await sender.idle()
}

async function delivery(): Promise<string> {
  return (await query('select state from notification_deliveries order by id desc limit 1')).rows[0].state
}
