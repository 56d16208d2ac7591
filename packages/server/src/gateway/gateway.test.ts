import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  encodeAlarm,
  encodeHeartbeat,
  encodeLocation,
  encodeLogin,
  type PlaceToSend,
} from '@trackway/protocols/gt06/encode.ts'
import { acknowledge } from '@trackway/protocols/gt06/envelope.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { pino } from 'pino'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { framesOf } from '../features/frames/frame-chunk.ts'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventually, startTestGateway, TestDeviceSocket, type TestGateway } from '../testing/test-gateway.ts'
import { bounds } from './bounds.ts'

let database: TestDatabase
let owner: TestAccount
let running: TestGateway
const sockets: TestDeviceSocket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  owner = { ...(await anAccount(database, { id: 1, path: '/1/' })), id: 1 }
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
})

const start = async (
  ...more: Parameters<typeof startTestGateway> extends [unknown, ...infer R] ? R : never
) => {
  const [config, options] = more
  running = await startTestGateway(database, config, { now, ...options })
}

function open(port: 'gt06' | 'jt808' | 'teltonika' | 'detect' = 'gt06'): TestDeviceSocket {
  const socket = new TestDeviceSocket(running.gateway.ports[port]!)
  sockets.push(socket)
  return socket
}

async function logIn(device: TestDevice, port?: 'gt06' | 'detect'): Promise<TestDeviceSocket> {
  const socket = open(port)
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  return socket
}

/** A clock that goes on from the noon of today, so that no day ends while these tests run. */
const ahead = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000 - Date.now()
const now = () => Date.now() + ahead
const aMinuteAgo = Math.floor(now() / 1000) * 1000 - 60_000
const place = (second: number): PlaceToSend => ({
  deviceTime: aMinuteAgo + second * 1000,
  latitude: 22.5 + second * 0.0001,
  longitude: 113.9,
  speedKmh: 40,
  courseDeg: 0,
  satellites: 9,
  isPositioned: true,
  mcc: 460,
  mnc: 0,
  lac: 1,
  cellId: 2,
})
const calm = {
  oilCut: false,
  gpsOn: true,
  charging: true,
  accOn: true,
  armed: false,
  voltageLevel: 6,
  gsmLevel: 4,
}
const heartbeat = (serial: number) => encodeHeartbeat(calm, serial)
/** The beginning of a heartbeat's answer. */
const heartbeatAck = (serial: number) => `78780513${serial.toString(16).padStart(4, '0')}`

const query = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
const positionsOf = (device: TestDevice) =>
  query('select * from positions where device_id = $1 order by fix_time', device.id)
const stateOf = async (device: TestDevice) =>
  (await query('select * from device_states where device_id = $1', device.id))[0]
const isConnected = async (device: TestDevice) => (await stateOf(device)).is_connected as boolean

test('a login and positions are committed, acknowledged and move the live state', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = await logIn(device)
  for (const second of [0, 1, 2]) socket.send(encodeLocation(0x22, place(second), 2 + second))
  const rows = await eventually(
    () => positionsOf(device),
    (rows) => rows.length === 3,
  )
  expect(rows[0]).toMatchObject({ latitude_e7: 225_000_000, longitude_e7: 1_139_000_000, speed_kmh: 40 })
  expect(await stateOf(device)).toMatchObject({
    is_connected: true,
    gateway: 'test-gateway',
    wire: 'gt06',
    latitude_e7: 225_002_000,
    speed_kmh: 40,
  })
  expect((await stateOf(device)).day_m).toBeCloseTo(22.2, 0)
})

test('JT/T 808: register, authenticate, position, each answered', async () => {
  await start()
  // Frames E2, E6 and E8 of the reference: BSJ A6 and a Huabao lock.
  await aDevice(database, owner, { terminal_id: '14130567872', device_type_id: 14 })
  const lock = await aDevice(database, owner, { terminal_id: '2002604323', device_type_id: 14 })
  const socket = open('jt808')
  socket.send(
    '7e0100002d0141305678720024002c012f373031313142534a2d41362d424400000000000000000000003035363738373201d4c14238383838386d7e',
  )
  await socket.expect('7e8100')
  const other = open('detect')
  other.send(
    '7E0200005200200260432300A400020000000C00020158B91B06CB706100460000005921092216375801040000000103020000250400000001300111310110E30100D51B022002604323279593786160001220000012342795937861580012867E',
  )
  // The general answer: serial A4 of message 0200, result 0.
  await other.expect('00a4020000')
  const [row] = await positionsOf(lock)
  expect(row).toMatchObject({
    fix_time: Date.UTC(2021, 8, 22, 8, 37, 58),
    latitude_e7: 225_917_710,
    course_deg: 89,
  })
})

test('JT/T 808 datagrams are answered to where they came from', async () => {
  await start()
  const device = await aDevice(database, owner, { terminal_id: '14535709217', device_type_id: 14 })
  const socket = createSocket('udp4')
  const began = now()
  socket.send(Buffer.from('7e000200000145357092170006807e', 'hex'), running.gateway.ports.jt808!, '127.0.0.1')
  const [answer] = (await once(socket, 'message')) as [Buffer]
  socket.close()
  expect(answer.toString('hex')).toMatch(/^7e8001.*0006000200..7e$/)
  expect(await stateOf(device)).toMatchObject({ is_connected: false, connected_time: null })
  expect((await stateOf(device)).state_time).toBeGreaterThanOrEqual(began)
})

test('Teltonika: a known IMEI is let in and its records are counted, another is turned away', async () => {
  await start()
  // The examples of Teltonika's wiki.
  const device = await aDevice(database, owner, { terminal_id: '356307042441013', device_type_id: 130 })
  const socket = open('detect')
  socket.send('000F333536333037303432343431303133')
  await socket.expect('01')
  socket.send(
    '000000000000002b080100000140d4e3ec6e000cc661d01674a5e0fffc00000900000004020100f0000242322318000000000100007a04',
  )
  await socket.expect('00000001')
  expect(await positionsOf(device)).toMatchObject([{ latitude_e7: 376_743_392, longitude_e7: 214_327_760 }])
  const stranger = open('teltonika')
  stranger.send('000F333536333037303432343431303134')
  await stranger.expect('00')

  const sender = await aDevice(database, owner, { terminal_id: '352093086403655', device_type_id: 130 })
  const datagram = createSocket('udp4')
  const bytes = Buffer.from(
    '003DCAFE0105000F33353230393330383634303336353508010000016B4F815B30010000000000000000000000000000000103021503010101425DBC000001',
    'hex',
  )
  datagram.send(bytes, running.gateway.ports.teltonika!, '127.0.0.1')
  const [answer] = (await once(datagram, 'message')) as [Buffer]
  datagram.close()
  expect(answer.toString('hex')).toBe('0005cafe010501')
  expect(await stateOf(sender)).toMatchObject({ is_connected: false })
})

test('the detecting port recognizes the protocols, also byte by byte', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = open('detect')
  for (const byte of encodeLogin(device.terminalID, 1)) socket.send(new Uint8Array([byte]))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
})

test('an acknowledgement leaves only after the commit', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = await logIn(device)
  const lock = await database.pool.connect()
  await lock.query('begin; lock table ingest_commits in exclusive mode')
  socket.send(heartbeat(7))
  await expect(socket.expect(heartbeatAck(7), 300)).rejects.toThrow('got nothing')
  await lock.query('commit')
  lock.release()
  await socket.expect(heartbeatAck(7))
})

test('repeated reports are stored once and late ones do not move the live state', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = await logIn(device)
  const serials = [30, 30, 10, 20]
  for (const second of serials) socket.send(encodeLocation(0x22, place(second), second))
  socket.send(heartbeat(99))
  await socket.expect(heartbeatAck(99))
  const rows = await positionsOf(device)
  expect(rows.map(({ quality }) => quality)).toEqual([16, 16, 0])
  expect(await stateOf(device)).toMatchObject({ fix_time: aMinuteAgo + 30_000, latitude_e7: 225_030_000 })
})

test('an alarm is stored and becomes the last one', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = await logIn(device)
  socket.send(encodeAlarm(0x26, place(0), { ...calm, alarm: 1, language: 2 }, 5))
  await socket.expect('7878 05 26 0005')
  expect(await query('select code from alarms where device_id = $1', device.id)).toEqual([{ code: 0 }])
  expect(await stateOf(device)).toMatchObject({ last_alarm: 0 })
})

test('every frame is kept as it came and as it was sent, and so is the connection', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = await logIn(device)
  socket.send(heartbeat(3))
  await socket.expect(heartbeatAck(3))
  const received = [toHex(encodeLogin(device.terminalID, 1)), toHex(heartbeat(3))]
  const sent = [toHex(acknowledge(0x01, 1)), toHex(acknowledge(0x13, 3))]
  const connections = () => query('select * from connections where device_id = $1', device.id)
  const [open] = await eventually(connections, (rows) => rows.length === 1)
  expect(open).toMatchObject({ wire: 'gt06', until_time: null, end_reason: null })

  await running.stop()
  await start()
  const [row] = await query('select * from raw_frames where device_id = $1', device.id)
  const frames = framesOf(row.server_time, row.frames).map(({ isSent, bytes }) => [isSent, toHex(bytes)])
  expect(frames).toEqual([
    [false, received[0]],
    [true, sent[0]],
    [false, received[1]],
    [true, sent[1]],
  ])
  expect(await connections()).toEqual([
    expect.objectContaining({
      id: row.connection_id,
      gateway: 'test-gateway',
      remote_address: expect.stringContaining('127.0.0.1'),
      end_reason: 'shutdown',
      bytes_received: received.join('').length / 2,
      bytes_sent: sent.join('').length / 2,
      frames_received: 2,
      frames_sent: 2,
    }),
  ])
  expect((await connections())[0].until_time).toBeGreaterThanOrEqual(open.from_time)
})

test('what is refused is counted, and a line of the log in a minute has the sums', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let laterMs = 0
  await start({}, { log, now: () => now() + laterMs })
  const refuse = (imei: string) => {
    const socket = open('gt06')
    socket.send(encodeLogin(imei, 1))
  }
  const sums = () => lines.filter(({ event }) => event === 'devicesRefused').map(({ unknown }) => unknown)
  refuse('860000000000025')
  await eventually(sums, ({ length }) => length === 1)
  for (const imei of ['860000000000033', '860000000000041', '860000000000058']) refuse(imei)
  await sleep(1_500)
  expect(sums()).toHaveLength(1)
  laterMs = 60_000
  await eventually(sums, ({ length }) => length === 2)
  expect(sums()[1]).toBe(3)
})

test('frames of a device that is not registered are kept under the id that it sends', async () => {
  await start()
  const refused = async () => {
    const { values } = await register.getSingleMetric('trackway_gateway_refused_total')!.get()
    return values.find(({ labels }) => labels.reason === 'unknown')?.value ?? 0
  }
  const before = await refused()
  const socket = open('gt06')
  socket.send(encodeLogin('860000000000017', 1))
  await eventually(refused, (count) => count > before)
  await running.stop()
  await start()
  const [row] = await query("select * from raw_frames where terminal_id like '%860000000000017'")
  expect(row.device_id).toBeNull()
  const [frame] = framesOf(row.server_time, row.frames)
  expect(toHex(frame!.bytes)).toBe(toHex(encodeLogin('860000000000017', 1)))
  expect(await query('select frames_received from connections where id = $1', row.connection_id)).toEqual([
    { frames_received: 1 },
  ])
})

test('what was open when the process was killed is known as that', async () => {
  await start()
  await query(
    `insert into connections select 1, 'test-gateway', 1, 'gt06', '::1', $1, null, null, 0, 0, 0, 0`,
    now(),
  )
  await running.stop()
  await start()
  expect(await query('select end_reason from connections where id = 1')).toEqual([{ end_reason: 'killed' }])
})

test('connected and disconnected are known, also after a kill', async () => {
  await start()
  const device = await aDevice(database, owner)
  const unconnected = await aDevice(database, owner, {}, { is_connected: true, gateway: 'test-gateway' })
  const socket = await logIn(device)
  expect(await isConnected(device)).toBe(true)
  socket.end()
  await eventually(
    () => isConnected(device),
    (is) => !is,
  )
  await running.stop()
  await start()
  expect(await isConnected(unconnected)).toBe(false)
})

test('the new connection of a device wins, and the old one ends', async () => {
  await start()
  const device = await aDevice(database, owner)
  const old = await logIn(device)
  const young = await logIn(device)
  await old.closed()
  young.send(heartbeat(2))
  await young.expect(heartbeatAck(2))
  expect(await isConnected(device)).toBe(true)
})

test('what is sent is taken and answered also when the sender hangs up at once', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = open('detect')
  socket.socket.end(
    Buffer.concat([encodeLogin(device.terminalID, 1), encodeLocation(0x22, place(1), 2), heartbeat(3)]),
  )
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  await socket.expect(heartbeatAck(3))
  await socket.closed()
  expect(await positionsOf(device)).toHaveLength(1)
})

test('an unknown device is refused by silence and listed', async () => {
  await start()
  const socket = open()
  const login = encodeLogin('869999000000001', 1)
  socket.send(login)
  socket.send(login)
  const rows = await eventually(
    () => query("select * from unknown_devices where terminal_id = '869999000000001'"),
    (rows) => rows.length === 1 && rows[0].attempts === 2,
  )
  expect(rows[0]).toMatchObject({ wire: 'gt06', remote_address: '127.0.0.1' })
  expect(socket.received).toBe('')
})

test('an unknown JT/T 808 device is answered as unknown', async () => {
  await start()
  const socket = open('jt808')
  // E1 of the reference, answered 8100 with result 4: no such terminal.
  socket.send('7e010000190940278494700012000000000000000000000000000000000000094027849470000a7e')
  await socket.expect('7e8100')
  expect(socket.received).toContain('001204')
})

test('REGISTER_UNKNOWN takes a new device in under the administrator', async () => {
  await start({ registerUnknown: true })
  const socket = open()
  socket.send(encodeLogin('869999000000018', 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  const [row] = await query(
    "select account_id, device_type_id from devices where terminal_id = '869999000000018'",
  )
  expect(row).toEqual({ account_id: 1, device_type_id: 13 })
  expect(
    await query(
      "select kind, account_id, terminal_id, address from audit_events where kind = 'selfRegistered'",
    ),
  ).toEqual([{ kind: 'selfRegistered', account_id: 1, terminal_id: '869999000000018', address: '127.0.0.1' }])
})

test('REGISTER_UNKNOWN obeys the bounds of unknown ids: by connection, and by address', async () => {
  await start({ registerUnknown: true })
  const idOf = (n: number) => `8688880000${String(n).padStart(5, '0')}`
  const registered = async () => {
    const [row] = await query("select count(*)::int from devices where terminal_id like '8688880000%'")
    return row!.count as number
  }
  const one = open()
  for (let n = 0; n < 2 * bounds.unknownPerConnection; n++) one.send(encodeLogin(idOf(n), n + 1))
  await one.closed()
  expect(await registered()).toBe(bounds.unknownPerConnection)

  // As many connections as it takes to be refused by the address.
  for (let n = 100; n < 100 + bounds.unknownPerAddress; n += 9) {
    const socket = open()
    for (let each = n; each < n + 9; each++) socket.send(encodeLogin(idOf(each), 1))
    await Promise.race([socket.expect(acknowledgedLogins(9)), socket.closed()])
  }
  expect(await registered()).toBeLessThanOrEqual(bounds.unknownPerAddress)
})

const acknowledgedLogins = (count: number) => '7878 05 01 0001 d9dc 0d0a'.repeat(count)

test('a device registered a moment ago gets in at its next try', async () => {
  await start()
  const socket = open()
  socket.send(encodeLogin('869999000000026', 1))
  await expect(socket.expect('7878', 200)).rejects.toThrow()
  const { id } = await aDevice(database, owner, { terminal_id: '869999000000026' })
  running.bus.publish('device.edited', { deviceIds: Int32Array.of(id) })
  socket.send(encodeLogin('869999000000026', 2))
  await socket.expect('7878 05 01 0002')
})

test('a deleted device loses its connection', async () => {
  await start()
  const device = await aDevice(database, owner)
  const socket = await logIn(device)
  await query('delete from devices where id = $1', device.id)
  running.bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  await socket.closed()
})

test('datagrams of a deleted device are taken no more', async () => {
  await start()
  const device = await aDevice(database, owner, { terminal_id: '14535709218', device_type_id: 14 })
  const socket = createSocket('udp4')
  const answers: Buffer[] = []
  socket.on('message', (answer) => answers.push(answer))
  const send = () =>
    socket.send(
      Buffer.from('7e0002000001453570921800068f7e', 'hex'),
      running.gateway.ports.jt808!,
      '127.0.0.1',
    )
  send()
  await expect.poll(() => answers.length).toBe(1)

  await query('delete from devices where id = $1', device.id)
  running.bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  await eventually(
    async () => {
      send()
      return query("select * from unknown_devices where terminal_id = '14535709218'")
    },
    (rows) => rows.length === 1,
  )
  socket.close()
})
