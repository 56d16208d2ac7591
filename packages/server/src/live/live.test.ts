import { resultCodes } from '@trackway/core/codes/results.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Bus } from '../platform/bus/bus.ts'
import type { Mount } from '../platform/http/http-context.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { LiveClient } from '../testing/live-client.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { Live } from './live.ts'
import { maxPerSession } from './viewers.ts'

let server: TestServer
let live: Live
let bus: Bus
let admin: TestAccount
let agent: TestAccount
let customer: TestAccount
let stranger: TestAccount
let token: string
const clients: LiveClient[] = []
/** The clock of all is moved by this, and never back. */
let aheadMs = 0
const now = () => Date.now() + aheadMs

beforeAll(async () => {
  // The live connection needs the server's database and bus, and the server the live connection's route.
  const mount: Mount = (fastify, context) => {
    bus = context.bus
    live = new Live({
      database: context,
      bus,
      log: pino({ level: 'silent' }),
      now,
      byTimeEveryMs: 200,
      // Who has not answered the last ping by then is gone: long, for a machine that pauses for a second.
      checkViewersEveryMs: 4_000,
    })
    return live.mount(fastify, context)
  }
  server = await startTestServer({ mount: [mount], now })
  admin = await anAccount(server.database, { role: roles.admin })
  agent = await anAccount(server.database, { parent: admin })
  customer = await anAccount(server.database, { parent: agent, role: roles.user })
  stranger = await anAccount(server.database, { parent: admin })
  token = await signIn(server.database, agent)
})
// A session has so many connections at most, and most tests share one.
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(async () => {
  await live.close()
  await server.stop()
})

function newClient(): LiveClient {
  const client = new LiveClient(server.url)
  clients.push(client)
  return client
}

async function watch(
  request: { token?: string; userId?: number; since?: number; only?: 'commands' } = {},
): Promise<LiveClient> {
  const client = newClient()
  await client.send({ type: 'watch', token, ...request })
  await client.receives('watching')
  return client
}

/** As ingest does: commits a new speed, then publishes it. */
async function drive(speeds: ReadonlyMap<number, number>): Promise<void> {
  await server.database.pool.query(
    `update device_states set speed_kmh = speed, change_time = $3, state_time = $3
     from unnest($1::int4[], $2::real[]) as drive (id, speed) where device_id = id`,
    [[...speeds.keys()], [...speeds.values()], now()],
  )
  bus.publish('device.changed', { deviceIds: Int32Array.from(speeds.keys()), time: now() })
}

async function aConnectedDevice(owner: TestAccount): Promise<TestDevice> {
  const state = { connected_time: 1, latitude_e7: 1, longitude_e7: 1, fix_time: 1, state_time: 1 }
  const device = await aDevice(server.database, owner, { activate_time: 1 }, { is_connected: true, ...state })
  bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  return device
}

const silence = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('watching', () => {
  test('a change arrives, as the list shows it', async () => {
    const device = await aConnectedDevice(customer)
    const client = await watch()
    await drive(new Map([[device.id, 42]]))
    await expect.poll(() => client.states.get(device.id)?.speed).toBe(42)
    const { data } = await server.call(locationCalls.find, { terminalIDs: [device.terminalID] }, token)
    expect(data!.list[0]).toMatchObject(client.states.get(device.id)!)
  })

  test('viewers are told when what they see may be old, and when it is so no more', async () => {
    const client = await watch({ token: await signIn(server.database, customer) })
    const failure = { sinceTime: 1, reason: 'No space left on device' }
    bus.publish('storage.changed', { gateway: 'one', failure })
    expect(await client.receives('stale')).toMatchObject({ since: expect.any(Number) })
    bus.publish('storage.changed', { gateway: 'one', failure: null })
    const last = () => client.messages.findLast(({ type }) => type === 'stale')
    await expect.poll(last).toEqual({ type: 'stale', since: null })
  })

  test('a type of devices was edited: the list is to be read again', async () => {
    // The session of the others has as many connections as it may.
    const client = await watch({ token: await signIn(server.database, customer) })
    bus.publish('deviceType.edited', { deviceTypeId: 13 })
    // A device that was edited before may still be announced, by its id.
    const ofAll = () => client.messages.filter((each) => each.type === 'devicesChanged' && !('ids' in each))
    await expect.poll(ofAll).toHaveLength(1)
  })

  test('a device is sent at most once a second, and its last state always', async () => {
    const device = await aConnectedDevice(customer)
    const client = await watch()
    const began = now()
    for (let speed = 1; speed <= 30; speed++) {
      await drive(new Map([[device.id, speed]]))
      await silence(50)
    }
    await expect.poll(() => client.states.get(device.id)?.speed).toBe(30)
    const count = client.messages.filter((message) => message.type === 'states').length
    // The first at once, and one a second, however long it took to drive.
    expect(count).toBeLessThanOrEqual(2 + (now() - began) / 1_000)
  })

  test('a page names the cookie that holds its token', async () => {
    for (const [name, answer] of [
      ['mine', 'watching'],
      ['another', 'refused'],
    ] as const) {
      const client = new LiveClient(server.url, `trackway_mine=${token}`)
      clients.push(client)
      await client.send({ type: 'watch', token: name })
      await client.receives(answer)
    }
  })

  test('pings are answered, with or without watching', async () => {
    const client = newClient()
    await client.send({ type: 'ping' })
    await client.receives('pong')
    expect(client.isClosed).toBe(false)
  })

  test('another watch on the same connection takes the place of the first', async () => {
    const [mine, theirs] = [await aConnectedDevice(agent), await aConnectedDevice(customer)]
    const client = await watch()
    await client.send({ type: 'watch', token, userId: customer.id })
    await expect.poll(() => client.messages.filter(({ type }) => type === 'watching').length).toBe(2)
    await silence(300)
    client.states.clear()
    await drive(new Map([mine, theirs].map((device) => [device.id, 5])))
    await expect.poll(() => client.states.get(theirs.id)?.speed).toBe(5)
    expect(client.states.has(mine.id)).toBe(false)
  })
})

describe('the snapshot', () => {
  test('is the whole fleet, counted first, while changes come', async () => {
    const owner = await anAccount(server.database, { parent: agent, role: roles.user })
    const devices = await Promise.all([1, 2, 3].map(() => aConnectedDevice(owner)))
    const client = newClient()
    await client.send({ type: 'watch', token, userId: owner.id, snapshot: true })
    await client.receives('complete')
    // Between them come changes: states, and that the devices are new.
    const steps = client.messages.filter(({ type }) => type !== 'states' && type !== 'devicesChanged')
    expect(steps.map(({ type }) => type)).toEqual(['watching', 'snapshot', 'complete'])
    expect(await client.receives('snapshot')).toMatchObject({
      counts: [{ state: 'online', count: 3 }],
      box: { west: 1e-7, south: 1e-7, east: 1e-7, north: 1e-7 },
    })
    const { data } = await server.call(locationCalls.find, { ids: devices.map(({ id }) => id) }, token)
    expect(data!.list).toHaveLength(3)
    for (const device of data!.list)
      expect(client.states.get(device.id)).toMatchObject({ speed: device.speed, lat: device.lat, icon: 0 })
    await drive(new Map([[devices[0]!.id, 33]]))
    await expect.poll(() => client.states.get(devices[0]!.id)?.speed).toBe(33)
  })

  test('of a large fleet comes in slices, each device once', async () => {
    const owner = await anAccount(server.database, { parent: agent, role: roles.user })
    await server.database.pool.query(
      `insert into devices (terminal_id, account_id, device_type_id, create_time)
       select 'large' || n, $1, 13, 0 from generate_series(1, 4500) n`,
      [owner.id],
    )
    const client = newClient()
    await client.send({ type: 'watch', token, userId: owner.id, snapshot: true })
    await client.receives('complete')
    expect(client.states.size).toBe(4500)
    expect(client.messages.filter(({ type }) => type === 'states').length).toBe(3)
  })

  test('a device that is renamed is named, so that only it need be queried', async () => {
    const client = await watch()
    const device = await aConnectedDevice(customer)
    const edits = () => client.messages.filter((message) => message.type === 'devicesChanged')
    await expect.poll(edits).toContainEqual(expect.objectContaining({ ids: [device.id] }))
  })
})

describe('scope', () => {
  test("changes of a stranger's, a sibling's or a superior's device never come", async () => {
    const sibling = await anAccount(server.database, { parent: agent, role: roles.user })
    const devices = await Promise.all([customer, stranger, sibling, agent].map(aConnectedDevice))
    const client = await watch({ token: await signIn(server.database, customer) })
    await drive(new Map(devices.map((device) => [device.id, 7])))
    await expect.poll(() => client.states.get(devices[0]!.id)?.speed).toBe(7)
    await silence(500)
    expect(devices.slice(1).filter((device) => client.states.has(device.id))).toEqual([])
  })

  test('resuming gives nothing from outside the scope either', async () => {
    const foreign = await aConnectedDevice(stranger)
    const own = await aConnectedDevice(customer)
    await drive(new Map([foreign, own].map((device) => [device.id, 8])))
    const client = await watch({ since: 0 })
    await expect.poll(() => client.states.has(own.id)).toBe(true)
    expect(client.states.has(foreign.id)).toBe(false)
  })

  test('a device session receives its device, and no other', async () => {
    const [own, other] = [await aConnectedDevice(customer), await aConnectedDevice(customer)]
    const client = await watch({ token: await signIn(server.database, customer, own.id), since: 0 })
    await drive(new Map([own, other].map((device) => [device.id, 9])))
    await expect.poll(() => client.states.get(own.id)?.speed).toBe(9)
    await silence(300)
    expect([...client.states.keys()]).toEqual([own.id])
  })

  test('a device that changes hands is sent to its new owner only', async () => {
    const device = await aConnectedDevice(customer)
    const [before, after] = [
      await watch({ token: await signIn(server.database, customer) }),
      await watch({ token: await signIn(server.database, stranger) }),
    ]
    await server.database.pool.query('update devices set account_id = $2 where id = $1', [
      device.id,
      stranger.id,
    ])
    bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
    await before.receives('devicesChanged')
    await after.receives('devicesChanged')
    await drive(new Map([[device.id, 11]]))
    await expect.poll(() => after.states.get(device.id)?.speed).toBe(11)
    expect(before.states.get(device.id)?.speed).not.toBe(11)
  })

  test.each([
    { what: 'no such token', requestOf: async () => ({ token: 'x' }), code: 9902 },
    { what: "a stranger's account", requestOf: async () => ({ token, userId: stranger.id }), code: 1002 },
    {
      what: 'a role that may not monitor',
      requestOf: async () => {
        const tester = await anAccount(server.database, { role: roles.log })
        return { token: await signIn(server.database, tester) }
      },
      code: 9906,
    },
    {
      what: 'a password that its holder has not changed yet',
      requestOf: async () => {
        const reset = await anAccount(server.database, { parent: agent, must_change_password: true })
        return { token: await signIn(server.database, reset) }
      },
      code: resultCodes.passwordMustChange,
    },
  ])('$what is refused', async ({ requestOf, code }) => {
    const client = newClient()
    await client.send({ type: 'watch', ...(await requestOf()) })
    expect(await client.receives('refused')).toEqual({ type: 'refused', code })
    await expect.poll(() => client.isClosed).toBe(true)
  })

  test.each(['rubbish', '{}', '{"type":"watch"}', `{"type":"watch","token":"${'x'.repeat(5_000)}"}`])(
    'a message that is none is refused, case %#',
    async (text) => {
      const client = newClient()
      await client.send(text)
      expect(await client.receives('refused')).toEqual({ type: 'refused', code: 1001 })
    },
  )

  test('a session has so many connections and no more', async () => {
    const own = await signIn(server.database, customer)
    for (let i = 0; i < maxPerSession; i++) await watch({ token: own })
    const client = newClient()
    await client.send({ type: 'watch', token: own })
    expect(await client.receives('refused')).toEqual({ type: 'refused', code: 1017 })
  })
})

describe('the end of a session', () => {
  test('by logout is sent at once', async () => {
    const own = await signIn(server.database, customer)
    const [mine, other] = [await watch({ token: own }), await watch()]
    await server.call(accountCalls.logout, {}, own)
    expect(await mine.receives('refused')).toEqual({ type: 'refused', code: 9902 })
    expect(other.isClosed).toBe(false)
  })

  test('by time is found out', async () => {
    const brief = await anAccount(server.database, {
      parent: agent,
      role: roles.user,
      expire_time: now() + 60_000,
    })
    const client = await watch({ token: await signIn(server.database, brief) })
    aheadMs += 61_000
    expect(await client.receives('refused')).toEqual({ type: 'refused', code: 9902 })
  })
})

describe('changes by time alone', () => {
  test('a device whose term ends becomes expired', async () => {
    const client = await watch()
    const device = await aDevice(
      server.database,
      customer,
      { activate_time: 1, platform_expire_time: now() + 60_000 },
      { is_connected: true },
    )
    aheadMs += 61_000
    await expect.poll(() => client.states.get(device.id)?.state).toBe('expired')
  })

  test('a device without a connection goes offline by silence', async () => {
    const client = await watch()
    const device = await aDevice(
      server.database,
      customer,
      { activate_time: 1 },
      { is_connected: false, connected_time: null, state_time: now() - 540_000 },
    )
    aheadMs += 61_000
    await expect.poll(() => client.states.get(device.id)?.state).toBe('offline')
  })
})

test('a client that loses its connection under load and resumes ends up with the truth', async () => {
  const owner = await anAccount(server.database, { parent: agent, role: roles.user })
  const own = await signIn(server.database, owner)
  const devices = await Promise.all(Array.from({ length: 60 }, () => aConnectedDevice(owner)))
  let isDriving = true
  const traffic = (async () => {
    for (let round = 1; isDriving; round++) {
      const some = devices.filter(() => Math.random() < 0.3)
      await drive(new Map(some.map((device) => [device.id, round])))
      await silence(10)
    }
  })()

  const known = new Map<number, number | null>()
  let since = now()
  for (let connection = 0; connection < 6; connection++) {
    const client = await watch({ token: own, since })
    await silence(100 + Math.random() * 500)
    client.close()
    await expect.poll(() => client.isClosed).toBe(true)
    for (const [id, { speed }] of client.states) known.set(id, speed)
    since = client.lastTime
    await silence(100)
  }
  isDriving = false
  await traffic
  const last = await watch({ token: own, since })
  await expect
    .poll(async () => {
      for (const [id, { speed }] of last.states) known.set(id, speed)
      const { rows } = await server.database.pool.query<{ id: number; speed: number | null }>(
        'select device_id as id, speed_kmh as speed from device_states where device_id = any($1)',
        [devices.map((device) => device.id)],
      )
      return rows.filter(({ id, speed }) => speed !== null && known.get(id) !== speed)
    })
    .toEqual([])
})

test('a command is sent as it is stored, to those in whose scope its device is', async () => {
  const device = await aDevice(server.database, customer, { device_type_id: 13 })
  const own = await signIn(server.database, agent)
  const client = await watch({ token: own })
  const other = await watch({ token: await signIn(server.database, stranger) })
  const input = { terminalID: device.terminalID, content: 'STATUS#', offline: true }
  const { data } = await server.call(commandCalls.send, input, own)
  const commands = [{ id: data!.id, terminalID: device.terminalID, state: 'queued' }]
  expect(await client.receives('commands')).toMatchObject({ isMore: false, commands })
  expect(other.messages.filter(({ type }) => type === 'commands')).toEqual([])
})

describe('who watches commands only', () => {
  const commandOf = async ({ terminalID }: TestDevice) =>
    (await server.call(commandCalls.send, { terminalID, content: 'STATUS#', offline: true }, token)).data!.id
  const commandsSentTo = (client: LiveClient) =>
    client.messages.flatMap((message) => (message.type === 'commands' ? message.commands : []))
  const factory = async (role: RoleId, parent: TestAccount) =>
    watch({
      token: await signIn(server.database, await anAccount(server.database, { parent, role })),
      only: 'commands',
    })

  test('receives those of the account above, as staff of the factory, and nothing else', async () => {
    const device = await aDevice(server.database, customer, { device_type_id: 13 })
    const clients = [await factory(roles.test, admin), await factory(roles.log, admin)]
    const elsewhere = await factory(roles.test, await anAccount(server.database, { role: roles.admin }))
    const owner = await signIn(server.database, agent)
    const [watcher, own] = [await watch({ token: owner }), await watch({ token: owner, only: 'commands' })]
    bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
    await watcher.receives('devicesChanged')
    const id = await commandOf(device)
    for (const client of [...clients, own]) {
      await expect.poll(() => commandsSentTo(client)).toMatchObject([{ id, state: 'queued' }])
      expect(new Set(client.messages.map(({ type }) => type))).toEqual(new Set(['watching', 'commands']))
    }
    expect(commandsSentTo(elsewhere)).toEqual([])
    await server.call(commandCalls.cancel, { id }, token)
    await expect.poll(() => commandsSentTo(clients[0]!).at(-1)).toMatchObject({ id, state: 'cancelled' })
    // The look at sessions, too, knows the account above.
    bus.publish('messages.missed', { since: now() })
    for (const client of clients)
      await expect.poll(() => client.messages.at(-1)).toMatchObject({ isMore: true })
    const next = await commandOf(device)
    for (const client of clients)
      await expect.poll(() => commandsSentTo(client).map((each) => each.id)).toContain(next)
    expect(clients.map(({ isClosed }) => isClosed)).toEqual([false, false])
  })

  test('receives those of factory types alone with role wanweiTest', async () => {
    await server.database.pool.query(
      'update device_types set factory_visible = (id = 14) where id in (13, 14)',
    )
    const [hidden, shown] = [
      await aDevice(server.database, customer, { device_type_id: 13 }),
      await aDevice(server.database, customer, { device_type_id: 14 }),
    ]
    const [client, all] = [await factory(roles.wanweiTest, admin), await factory(roles.log, admin)]
    const first = await commandOf(hidden)
    await expect.poll(() => commandsSentTo(all)).toMatchObject([{ id: first }])
    const second = await commandOf(shown)
    await expect.poll(() => commandsSentTo(client)).toMatchObject([{ id: second }])
  })

  test('is refused without a permission of command/find', async () => {
    const client = newClient()
    const account = await anAccount(server.database, { parent: admin, role: roles.testStockUser })
    await client.send({ type: 'watch', token: await signIn(server.database, account), only: 'commands' })
    expect(await client.receives('refused')).toMatchObject({ code: resultCodes.noPermission })
  })
})
