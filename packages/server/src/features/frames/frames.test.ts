import { isDeepStrictEqual } from 'node:util'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { frameCalls, permanentLogCalls } from '@trackway/core/features/frames/calls.ts'
import type { LiveServerMessage } from '@trackway/core/live/live.ts'
import { encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { createSpeaker } from '@trackway/simulator/device/speakers.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dropOldRawFrames } from '../../ingest/partitions.ts'
import { Live } from '../../live/live.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { LiveClient } from '../../testing/live-client.ts'
import { vehicleOf } from '../../testing/month-plan.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Real sockets of devices at two gateways, and a server of its own: they share the database and the bus. */

let server: TestServer
let live: Live
let gateways: TestGateway[]
let root: TestAccount
let admin: string
beforeAll(async () => {
  server = await startTestServer({
    mount: [
      (fastify, context) => {
        const log = pino({ level: 'silent' })
        live = new Live({ database: context, bus: context.bus, log, checkViewersEveryMs: 200 })
        return live.mount(fastify, context)
      },
    ],
  })
  const { database, bus } = server
  gateways = [
    await startTestGateway(database, {}, { bus, name: 'one' }),
    await startTestGateway(database, {}, { bus, name: 'two' }),
  ]
  root = await anAccount(database, { role: roles.admin })
  admin = await signIn(database, root)
})
const sockets: TestDeviceSocket[] = []
const clients: LiveClient[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end()
  for (const client of clients.splice(0)) client.close()
})
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await live.close()
  await server.stop()
})

/** Types that speak each protocol. */
const spoken = { gt06: 13, jt808: 14, h02: 7, teltonika: 130 } as const
type Spoken = keyof typeof spoken

const report = (): Report => ({
  fixTime: Math.floor(Date.now() / 1_000) * 1_000,
  fix: 'gps',
  latitude: 31.2,
  longitude: 121.4,
  speedKmh: 40,
  courseDeg: 90,
  accOn: true,
})

function open(wire: Spoken, at = 0): TestDeviceSocket {
  const socket = new TestDeviceSocket(gateways[at]!.gateway.ports[wire]!)
  sockets.push(socket)
  return socket
}

/** A device that logs in, and then reports its position. */
async function speak(wire: Spoken, terminalId: string, socket: TestDeviceSocket): Promise<Uint8Array[]> {
  const speaker = createSpeaker(wire, { terminalId, vehicle: vehicleOf(0) })
  const greeting = speaker.greet().bytes
  const sent = [greeting]
  socket.send(greeting)
  if (wire !== 'h02') {
    let read = 0
    for (let isWelcome = false; !isWelcome; ) {
      await eventually(
        () => socket.received.length,
        (length) => length > read,
      )
      const chunk = socket.received.slice(read)
      read += chunk.length
      for (const fromServer of speaker.receive(Buffer.from(chunk, 'hex'))) {
        if (fromServer.kind === 'welcome') isWelcome = true
        if (fromServer.kind !== 'proceed') continue
        sent.push(fromServer.sent.bytes)
        socket.send(fromServer.sent.bytes)
      }
    }
  }
  const position = speaker.report(report()).bytes
  socket.send(position)
  return [...sent, position]
}

const lastHour = () => ({ from: Date.now() - 3_600_000, to: Date.now() + 60_000 })
const find = (terminalID: string, token = admin, more: object = {}) =>
  server.call(frameCalls.find, { terminalID, ...lastHour(), pageSize: 100, ...more }, token)

async function watch(token: string, ...terminalIDs: string[]): Promise<LiveClient> {
  const client = new LiveClient(server.url)
  clients.push(client)
  await client.send({ type: 'watch', token, only: 'frames', terminalIDs })
  return client
}
type FramesMessage = Extract<LiveServerMessage, { type: 'frames' }>
const publishedFrames = (client: LiveClient) =>
  client.messages.flatMap((message) => (message.type === 'frames' ? (message as FramesMessage).frames : []))

test.each(Object.entries(spoken) as [Spoken, number][])(
  '%s: frames of a device are found and told live, decoded, with the bytes of each field',
  async (wire, device_type_id) => {
    const device = await aDevice(server.database, root, { device_type_id })
    const client = await watch(admin, device.terminalID)
    await client.receives('watching')
    const sent = await speak(wire, device.terminalID, open(wire))
    const received = await eventually(
      async () => (await find(device.terminalID, admin, { direction: 'in' })).data!,
      ({ total }) => total === sent.length,
    )
    const [newest] = received.list
    expect(received.list.map(({ hex }) => hex).reverse()).toEqual(sent.map(toHex))
    expect(newest).toMatchObject({ protocol: wire, direction: 'in', kind: 'reports', error: null })
    for (const { hex, fields } of received.list)
      for (const { offset, length } of fields!) {
        expect(length).toBeGreaterThan(0)
        expect(offset + length).toBeLessThanOrEqual(hex.length / 2)
      }
    const latitude = newest!.fields!.some(({ name, value }) => /lat/i.test(name) && value.includes('31.'))
    // Bytes of teltonika and texts of h02 say it in other forms.
    expect(latitude || newest!.fields!.length > 5).toBe(true)

    await eventually(
      () => publishedFrames(client).filter(({ direction }) => direction === 'in').length,
      (count) => count === sent.length,
    )
    const published = publishedFrames(client)
    expect(published.filter(({ direction }) => direction === 'in').map(({ hex }) => hex)).toEqual(
      sent.map(toHex),
    )
    const last = published.findLast(({ direction }) => direction === 'in')!
    expect({ ...last, id: '', time: 0 }).toEqual({ ...newest, id: '', time: 0 })
    // An answer may be on its way still.
    const answers = async () => [
      (await find(device.terminalID, admin, { direction: 'out' })).data!.list.map(({ hex }) => hex).reverse(),
      publishedFrames(client).flatMap(({ direction, hex }) => (direction === 'out' ? hex : [])),
    ]
    await eventually(
      answers,
      ([found, seen]) => isDeepStrictEqual(found, seen) && (wire === 'h02' || found!.length > 0),
    )
  },
)

test('what came at either gateway is told within a second, and found with its connection', async () => {
  const devices = [await aDevice(server.database, root), await aDevice(server.database, root)]
  const client = await watch(admin, ...devices.map(({ terminalID }) => terminalID))
  await client.receives('watching')
  // On a busy machine one of several tries is enough to show that nothing waits longer.
  const delaysMs: number[] = []
  for (const [at, { terminalID }] of devices.entries()) {
    const socket = open('gt06', at)
    for (let serial = 1; serial < 20 && !((delaysMs[at] ?? 1_000) < 1_000); serial++) {
      const frame = encodeLogin(terminalID, serial)
      const sentTime = performance.now()
      socket.send(frame)
      await eventually(
        () => publishedFrames(client).some(({ hex }) => hex === toHex(frame)),
        (is) => is,
      )
      delaysMs[at] = performance.now() - sentTime
    }
    expect(delaysMs[at]).toBeLessThan(1_000)
    socket.end()
    const { data } = await eventually(
      () => server.call(frameCalls.connections, { terminalID }, admin),
      ({ data }) => data?.list[0]?.untilTime != null,
    )
    expect(data!.list).toEqual([
      expect.objectContaining({ process: ['one', 'two'][at], endReason: 'remote', protocol: 'gt06' }),
    ])
    const { id, framesReceived } = data!.list[0]!
    const { total } = (await find(terminalID, admin, { connectionId: id, direction: 'in' })).data!
    expect(total).toBe(framesReceived)
  }
})

test('who may not, and strangers, are told nothing; the bytes alone go to whoever sees no more', async () => {
  const owner = await anAccount(server.database, { parent: root, role: roles.originLogSearch })
  const device = await aDevice(server.database, owner)
  const raw = await signIn(server.database, owner)
  const stranger = await anAccount(server.database, { role: roles.admin })
  const agent = await anAccount(server.database, { parent: root, role: roles.agent })
  const own = await aDevice(server.database, agent)
  for (const [account, { terminalID }, refusal] of [
    [stranger, device, 'notFound'],
    [agent, own, 'noPermission'],
  ] as const) {
    const token = await signIn(server.database, account)
    const client = await watch(token, terminalID)
    expect(await client.receives('refused')).toMatchObject({ code: resultCodes[refusal] })
    expect((await find(terminalID, token)).meta.code).toBe(resultCodes[refusal])
  }

  const client = await watch(raw, device.terminalID)
  await client.receives('watching')
  await speak('gt06', device.terminalID, open('gt06'))
  const nothing = { fields: null, kind: null, type: null, name: null, error: null }
  await eventually(
    () => publishedFrames(client).length,
    (count) => count > 1,
  )
  for (const frame of publishedFrames(client)) expect(frame).toMatchObject(nothing)
  const { data } = await find(device.terminalID, raw)
  for (const frame of data!.list) expect(frame).toMatchObject(nothing)
  expect((await find(device.terminalID, raw, { kind: 'login' })).meta.code).toBe(resultCodes.noPermission)
  expect((await server.call(frameCalls.connections, { terminalID: device.terminalID }, raw)).meta.code).toBe(
    resultCodes.noPermission,
  )
})

test('the staff of the factory looks after the devices of the administrator above, and of no other', async () => {
  const above = await anAccount(server.database, { parent: root, role: roles.admin })
  const staff = await anAccount(server.database, { parent: above, role: roles.log })
  const customer = await anAccount(server.database, { parent: above, role: roles.user })
  const [theirs, anothers] = [await aDevice(server.database, customer), await aDevice(server.database, root)]
  const token = await signIn(server.database, staff)
  expect((await find(theirs.terminalID, token)).meta.success).toBe(true)
  expect((await find(anothers.terminalID, token)).meta.code).toBe(resultCodes.notFound)
  const client = await watch(token, theirs.terminalID)
  await client.receives('watching')
})

test('whoever watches is told nothing more once the device is somebody else’s', async () => {
  const above = await anAccount(server.database, { parent: root, role: roles.admin })
  const staff = await anAccount(server.database, { parent: above, role: roles.log })
  const device = await aDevice(server.database, above)
  const client = await watch(await signIn(server.database, staff), device.terminalID)
  await client.receives('watching')
  await server.database.pool.query('update devices set account_id = $2 where id = $1', [device.id, root.id])
  server.bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  expect(await client.receives('refused')).toMatchObject({ code: resultCodes.notFound })
  await eventually(
    () => client.isClosed,
    (is) => is,
  )
})

test('what is watched ends with the session', async () => {
  const staff = await anAccount(server.database, { parent: root, role: roles.log })
  const device = await aDevice(server.database, staff)
  const token = await signIn(server.database, staff)
  const client = await watch(token, device.terminalID)
  await client.receives('watching')
  expect((await server.call(accountCalls.logout, {}, token)).meta.success).toBe(true)
  expect(await client.receives('refused')).toMatchObject({ code: resultCodes.sessionExpired })
})

test('over HTTP a request and its answer are frames', async () => {
  const device = await aDevice(server.database, root, { device_type_id: 120 })
  const time = Math.floor(Date.now() / 1_000)
  const address = `http://127.0.0.1:${gateways[0]!.gateway.ports.osmand}/?id=${device.terminalID}&lat=31.2&lon=121.4&timestamp=${time}`
  expect((await fetch(address)).status).toBe(200)
  const { list } = await eventually(
    async () => (await find(device.terminalID)).data!,
    ({ total }) => total === 2,
  )
  expect(list.map(({ direction, kind, error }) => [direction, kind, error])).toEqual([
    ['out', null, null],
    ['in', 'reports', null],
  ])
  expect(list[1]!.fields!.some(({ name, value }) => name === 'lat' && value.includes('31.2'))).toBe(true)
})

test('a search finds bytes in hex, texts and what fields say; what is not asked for is left out', async () => {
  const device = await aDevice(server.database, root)
  const [login] = await speak('gt06', device.terminalID, open('gt06'))
  const found = async (more: object) => {
    const { data } = await find(device.terminalID, admin, { direction: 'in', ...more })
    return data!.list.map(({ kind }) => kind)
  }
  await eventually(
    async () => (await found({})).length,
    (count) => count === 2,
  )
  expect(await found({ search: toHex(login!).slice(0, 24) })).toEqual(['login'])
  expect(await found({ search: device.terminalID.slice(0, 10) })).toEqual(['login'])
  expect(await found({ search: '31.2' })).toEqual(['reports'])
  expect(await found({ kind: 'login' })).toEqual(['login'])
  expect(await found({ protocol: 'jt808' })).toEqual([])
  expect(await found({ pageSize: 1, pageNum: 2 })).toEqual(['login'])

  for (const format of ['csv', 'txt'] as const) {
    const response = await fetch(server.url + frameCalls.export.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
      body: JSON.stringify({ terminalID: device.terminalID, ...lastHour(), direction: 'in', format }),
    })
    const text = await response.text()
    expect(response.status).toBe(200)
    const lines = text.split('\n').filter((line) => line.includes('7878'))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(toHex(login!))
    if (format === 'csv') expect(lines[0]).toContain(device.terminalID)
  }
})

test('a device that is not registered: its first frames, what they fit, and how it is registered', async () => {
  const terminalID = '866551034567890'
  const socket = open('gt06')
  const login = encodeLogin(terminalID, 1)
  socket.send(login)
  const ask = () => server.call(frameCalls.unknown, { terminalID }, admin)
  await eventually(ask, ({ meta }) => meta.success)
  socket.end()
  const { data } = await eventually(ask, (reply) => (reply.data?.list.length ?? 0) > 0)
  expect(data!.list[0]).toMatchObject({ terminalID, hex: toHex(login), kind: 'login', protocol: 'gt06' })
  expect(data!.guesses[0]).toMatchObject({ protocol: 'gt06', fits: 1, begins: 'yes', terminalID })
  const [deviceType] = data!.guesses[0]!.deviceTypes
  expect(deviceType!.name).toBe('Gt06')
  const added = await server.call(
    deviceCalls.add,
    { terminalID, deviceType: deviceType!.id, userId: root.id },
    admin,
  )
  expect(added.meta.success).toBe(true)
  expect((await ask()).meta.code).toBe(resultCodes.notFound)
  const waiting = await server.call(unknownDeviceCalls.find, { search: terminalID }, admin)
  expect(waiting.data!.total).toBe(0)
})

test('frames are asked for of the last seven days, and of a permanently logged device also of earlier ones', async () => {
  const { pool } = server.database
  const [kept, other]: TestDevice[] = [
    await aDevice(server.database, root),
    await aDevice(server.database, root),
  ]
  const note = 'loses its connection'
  const add = await server.call(permanentLogCalls.add, { terminalIDs: [kept!.terminalID], note }, admin)
  expect(add.data).toEqual({ done: 1, failed: [] })
  const day = 86_400_000
  const time = Date.now() - 9 * day
  const login = encodeLogin(kept!.terminalID, 1)
  const head = Buffer.alloc(9)
  head.writeUInt32BE(login.length, 5)
  await pool.query(
    `insert into connections select 77, 'old', $1, 'gt06', '::1', $2, $2, 'idle', 1, 1, 1, 1`,
    [kept!.id, time],
  )
  for (const { id } of [kept!, other!])
    await pool.query('insert into raw_frames values (77, $1, null, $2, $2, $3)', [
      id,
      time,
      Buffer.concat([head, login]),
    ])
  await dropOldRawFrames(pool, Date.now())
  const left = await pool.query('select device_id from kept_frames')
  expect(left.rows).toEqual([{ device_id: kept!.id }])

  const then = { from: time - 1_000, to: time + 1_000 }
  const old = await find(kept!.terminalID, admin, then)
  expect(old.data).toMatchObject({ total: 1, list: [{ kind: 'login', protocol: 'gt06', time }] })
  expect((await find(other!.terminalID, admin, then)).meta.code).toBe(resultCodes.logTooOld)
  expect((await find(kept!.terminalID, admin, { from: time })).meta.code).toBe(resultCodes.rangeTooLong)

  const listed = await server.call(permanentLogCalls.find, { search: kept!.terminalID }, admin)
  expect(listed.data).toMatchObject({
    total: 1,
    list: [{ terminalID: kept!.terminalID, note, addedBy: root.username, oldestTime: time }],
  })
  const ids = [kept!.terminalID, other!.terminalID]
  const removed = await server.call(permanentLogCalls.removeMany, { ids }, admin)
  expect(removed.data).toEqual({ done: 1, failed: [{ id: other!.terminalID, result: 'notFound' }] })
  expect((await pool.query('select from kept_frames')).rowCount).toBe(0)
  expect((await find(kept!.terminalID, admin, then)).meta.code).toBe(resultCodes.logTooOld)
  const events = await pool.query(`select kind from audit_events where terminal_id = $1 order by id`, [
    kept!.terminalID,
  ])
  expect(events.rows.map(({ kind }) => kind)).toEqual(['permanentLogAdded', 'permanentLogRemoved'])
})

test('a live connection for frames names devices, 20 at most', async () => {
  for (const terminalIDs of [undefined, [], Array.from({ length: 21 }, (_, n) => `8600000000000${10 + n}`)]) {
    const client = new LiveClient(server.url)
    clients.push(client)
    await client.send({ type: 'watch', token: admin, only: 'frames', terminalIDs })
    expect(await client.receives('refused')).toMatchObject({ code: resultCodes.invalidInput })
  }
})
