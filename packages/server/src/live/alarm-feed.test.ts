import { alarms } from '@trackway/core/codes/alarms.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bus } from '../platform/bus/bus.ts'
import type { Mount } from '../platform/http/http-context.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { LiveClient } from '../testing/live-client.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { Live } from './live.ts'

const { sos, vibration } = alarms

let server: TestServer
let live: Live
let bus: Bus
let agent: TestAccount
let owner: TestAccount
let device: TestDevice
const clients: LiveClient[] = []

beforeAll(async () => {
  const mount: Mount = (fastify, context) => {
    bus = context.bus
    live = new Live({ database: context, bus, log: pino({ level: 'silent' }) })
    return live.mount(fastify, context)
  }
  server = await startTestServer({ mount: [mount] })
})
afterAll(async () => {
  await live.close()
  await server.stop()
})
beforeEach(async () => {
  agent = await anAccount(server.database)
  owner = await anAccount(server.database, { parent: agent, role: roles.user })
  device = await aDevice(server.database, owner)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

async function watch(account: { id: number }, more: { only?: 'alarms' } = {}): Promise<LiveClient> {
  const client = new LiveClient(server.url)
  clients.push(client)
  await client.send({ type: 'watch', token: await signIn(server.database, account), ...more })
  await client.receives('watching')
  return client
}

/** As ingest does: stores an alarm, then publishes it. */
async function raise(code: number, time: number, of = device): Promise<void> {
  await server.database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, server_time)
     select account_id, id, $2, $3, $2 from devices where id = $1`,
    [of.id, time, code],
  )
  bus.publish('alarm.changed', { deviceIds: Int32Array.of(of.id) })
}

const alarmsSentTo = (client: LiveClient) =>
  client.messages.flatMap((message) => (message.type === 'alarms' ? message.alarms : []))

test('an alarm is sent to all in whose subtree the device is, and to no stranger', async () => {
  const [own, above, stranger] = [
    await watch(owner),
    await watch(agent),
    await watch(await anAccount(server.database)),
  ]
  await raise(sos, Date.now())
  await expect
    .poll(() => alarmsSentTo(own))
    .toMatchObject([{ code: sos, count: 1, terminalID: device.terminalID }])
  await expect.poll(() => alarmsSentTo(above)).toMatchObject([{ code: sos }])
  expect(alarmsSentTo(stranger)).toEqual([])
})

test('who watches alarms only receives them, and no devices', async () => {
  const [listener, watcher] = [await watch(owner, { only: 'alarms' }), await watch(owner)]
  bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  await watcher.receives('devicesChanged')
  await raise(sos, Date.now())
  await expect.poll(() => alarmsSentTo(listener)).toMatchObject([{ code: sos }])
  expect(new Set(listener.messages.map(({ type }) => type))).toEqual(new Set(['watching', 'alarms']))
})

test('what one handles, all see, each change once', async () => {
  const [own, above] = [await watch(owner), await watch(agent)]
  const time = Date.now()
  await raise(vibration, time)
  await expect.poll(() => alarmsSentTo(own)).toHaveLength(1)
  await server.call(
    alarmCalls.handle,
    { ids: [alarmsSentTo(own)[0]!.id], action: 'acknowledge' },
    await signIn(server.database, owner),
  )
  await expect
    .poll(() => alarmsSentTo(above).at(-1))
    .toMatchObject({ state: 'acknowledged', handler: owner.username })
  await raise(sos, time)
  await expect.poll(() => alarmsSentTo(above).at(-1)).toMatchObject({ code: sos })
  expect(alarmsSentTo(above).map(({ code, state }) => `${code} ${state}`)).toEqual([
    `${vibration} new`,
    `${vibration} acknowledged`,
    `${sos} new`,
  ])
})

test('an end user receives no alarms of a device whose service ended, those above do', async () => {
  const [own, above] = [await watch(owner), await watch(agent)]
  const ended = await aDevice(server.database, owner, { user_expire_time: Date.now() - 60_000 })
  await raise(sos, Date.now(), ended)
  await expect.poll(() => alarmsSentTo(above)).toHaveLength(1)
  await raise(vibration, Date.now())
  await expect.poll(() => alarmsSentTo(own)).toMatchObject([{ code: vibration }])
})

test('after messages were missed pages are notified to query again', async () => {
  const own = await watch(owner)
  bus.publish('messages.missed', { since: Date.now() })
  expect(await own.receives('alarms')).toMatchObject({ alarms: [], isMore: true })
})
