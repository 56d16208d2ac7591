import { setTimeout as sleep } from 'node:timers/promises'
import { encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { acknowledge, seal } from '@trackway/protocols/gt06/envelope.ts'
import { fromHex, toHex } from '@trackway/protocols/wire/bytes.ts'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventually, startTestGateway, TestDeviceSocket, type TestGateway } from '../testing/test-gateway.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { connectionsOpen } from './metrics.ts'

let database: TestDatabase
let owner: TestAccount
let running: TestGateway
const sockets: TestDeviceSocket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
})

function open(port: 'gt06' | 'jt808' | 'detect' = 'gt06'): TestDeviceSocket {
  const socket = new TestDeviceSocket(running.gateway.ports[port]!)
  sockets.push(socket)
  return socket
}

async function logIn(device: TestDevice): Promise<TestDeviceSocket> {
  const socket = open()
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect(toHex(acknowledge(0x01, 1)))
  return socket
}

/** A heartbeat 0x13 as small as they come. */
const heartbeat = (serial: number) => seal(0x13, fromHex('440604'), serial)
const heartbeatAck = (serial: number) => toHex(acknowledge(0x13, serial))

async function closedFor(reason: CloseReason): Promise<number> {
  const metric = await register.getSingleMetric('trackway_gateway_connections_closed_total')!.get()
  return metric.values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

/** Runs the deed and expects the connection it is about to end for that reason, counted once. */
async function expectClosed(
  reason: CloseReason,
  deed: () => TestDeviceSocket | Promise<TestDeviceSocket>,
): Promise<void> {
  // Before the connection is there: it may end any time from then on.
  const before = await closedFor(reason)
  const socket = await deed()
  await socket.closed()
  expect(await closedFor(reason)).toBe(before + 1)
}

const badFrame = fromHex('7878 0d 01 0123456789012345 0001 8cde 0d0a')
const deeds: { what: string; reason: CloseReason; port?: 'jt808' | 'detect'; bytes: Uint8Array }[] = [
  { what: 'ten megabytes of start marks', reason: 'rubbish', bytes: new Uint8Array(10 << 20).fill(0x79) },
  {
    what: 'a frame of ten megabytes',
    reason: 'rubbish',
    port: 'jt808',
    bytes: new Uint8Array(10 << 20).fill(0x41),
  },
  { what: 'rubbish', reason: 'rubbish', bytes: new TextEncoder().encode('z'.repeat(300)) },
  {
    what: 'SSH',
    reason: 'undetected',
    port: 'detect',
    bytes: new TextEncoder().encode('SSH-2.0-OpenSSH_9.9\r\n'),
  },
  { what: 'TLS', reason: 'undetected', port: 'detect', bytes: fromHex('160301 0200 0100 01fc 0303') },
  { what: 'twenty malformed frames', reason: 'malformed', bytes: repeat(badFrame, bounds.malformedInARow) },
  {
    what: 'frames before a login',
    reason: 'beforeLogin',
    bytes: repeat(heartbeat(1), bounds.framesBeforeLogin),
  },
]
test.each(deeds)('$what: closed and counted as $reason', async ({ reason, port, bytes }) => {
  running = await startTestGateway(database)
  await expectClosed(reason, () => {
    const socket = open(port)
    socket.send(bytes)
    return socket
  })
})

function repeat(frame: Uint8Array, times: number): Uint8Array {
  return Buffer.concat(Array.from({ length: times }, () => frame))
}

test('nineteen malformed frames and a good one leave the connection open', async () => {
  running = await startTestGateway(database)
  const socket = await logIn(await aDevice(database, owner))
  for (let round = 1; round <= 3; round++) {
    socket.send(repeat(badFrame, bounds.malformedInARow - 1))
    socket.send(heartbeat(round))
    await socket.expect(heartbeatAck(round))
  }
})

test('a connection that never logs in is closed, also when it drips a byte at a time', async () => {
  running = await startTestGateway(database, { firstLoginMs: 600 })
  await expectClosed('noLogin', () => open())
  const dripping = open()
  dripping.send(new Uint8Array([0x78]))
  const drip = setInterval(() => dripping.send(new Uint8Array([0x78])), 50)
  await dripping.closed()
  clearInterval(drip)
})

test('a silent device is closed, and dripping bytes are silence', async () => {
  running = await startTestGateway(database, { idleTimeoutMs: 4_000 })
  const device = await aDevice(database, owner)
  let drip: NodeJS.Timeout | undefined
  await expectClosed('idle', async () => {
    const socket = await logIn(device)
    drip = setInterval(() => socket.send(new Uint8Array([0x78])), 50)
    return socket
  })
  clearInterval(drip)
})

test('an address has only so many connections', async () => {
  running = await startTestGateway(database, { maxConnectionsPerAddress: 2 })
  const first = await logIn(await aDevice(database, owner))
  open()
  await eventually(
    async () => (await connectionsOpen.get()).values[0]?.value,
    (count) => count === 2,
  )
  await expectClosed('addressFull', () => open())
  first.send(heartbeat(2))
  await first.expect(heartbeatAck(2))
})

test('ids that are not registered are tried only so often', async () => {
  running = await startTestGateway(database)
  await expectClosed('unknown', () => {
    const socket = open()
    for (let n = 0; n < bounds.unknownPerConnection; n++)
      socket.send(encodeLogin(`86555000000${1000 + n}`, n))
    return socket
  })
})

test('one socket may send for only so many devices', async () => {
  running = await startTestGateway(database)
  const ids = Array.from({ length: bounds.idsPerConnection + 1 }, (_, n) => String(13_300_000_000 + n))
  for (const terminal_id of ids) await aDevice(database, owner, { terminal_id, device_type_id: 14 })
  await expectClosed('tooManyIds', () => {
    const socket = open('jt808')
    for (const id of ids) socket.send(jt808Heartbeat(id))
    return socket
  })
})

function jt808Heartbeat(id: string): Uint8Array {
  const content = fromHex(`0002 0000 ${id.padStart(12, '0')} 0001`)
  const checksum = content.reduce((sum, byte) => sum ^ byte, 0)
  const escaped = [...content, checksum].flatMap((byte) =>
    byte === 0x7e ? [0x7d, 2] : byte === 0x7d ? [0x7d, 1] : [byte],
  )
  return Uint8Array.from([0x7e, ...escaped, 0x7e])
}

test('a device that sends two thousand frames at once gets its share, and all are answered', async () => {
  running = await startTestGateway(database)
  const loud = await logIn(await aDevice(database, owner))
  const quiet = await logIn(await aDevice(database, owner))
  for (let serial = 1; serial <= 2_000; serial++) loud.send(heartbeat(serial))
  const began = performance.now()
  quiet.send(heartbeat(7))
  await quiet.expect(heartbeatAck(7))
  expect(loud.received).not.toContain(heartbeatAck(2_000))
  await loud.expect(heartbeatAck(2_000))
  // Four hundred a second: the last ones had to wait for the fifth second.
  expect(performance.now() - began).toBeGreaterThan(3_000)
})

test('nobody is closed for waiting on us', async () => {
  running = await startTestGateway(database, { firstLoginMs: 2_000, idleTimeoutMs: 2_000 })
  const device = await aDevice(database, owner)
  const lock = await database.pool.connect()
  await lock.query('begin; lock table device_states in access exclusive mode')
  const socket = open()
  socket.send(encodeLogin(device.terminalID, 1))
  await sleep(5_000)
  expect(socket.isOpen).toBe(true)
  await lock.query('commit')
  lock.release()
  await socket.expect(toHex(acknowledge(0x01, 1)))
})
