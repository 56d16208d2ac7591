import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { bounds } from '../bounds.ts'
import { ConnectionLog } from '../connection-log.ts'
import { RequestServer } from './request-server.ts'

/** Requests that are ambiguous, endless, slow or in a hurry. */

let database: TestDatabase
let owner: TestAccount
let device: TestDevice
let running: TestGateway
const sockets: TestDeviceSocket[] = []
/** Added to the clock of the gateway. */
let aheadMs = 0

beforeAll(async () => {
  database = await openTestDatabase()
  owner = { ...(await anAccount(database, { id: 1, path: '/1/' })), id: 1 }
})
afterAll(() => database.drop())
afterEach(async () => {
  vi.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
  aheadMs = 0
})

async function run(config: Parameters<typeof startTestGateway>[1] = {}): Promise<void> {
  running = await startTestGateway(database, config, { now: () => Date.now() + aheadMs })
  device = await aDevice(database, owner)
}
function open(port: 'osmand' | 'detect' = 'osmand'): TestDeviceSocket {
  const socket = new TestDeviceSocket(running.gateway.ports[port]!)
  sockets.push(socket)
  return socket
}
const write = (socket: TestDeviceSocket, text: string) => socket.send(Buffer.from(text))
const text = (socket: TestDeviceSocket) => Buffer.from(socket.received, 'hex').toString()
const statuses = (socket: TestDeviceSocket) =>
  [...text(socket).matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => Number(found[1]))
const start = Math.floor(Date.now() / 1000) - 3_600
const target = (of: TestDevice, second = 0) =>
  `/?id=${of.terminalID}&lat=52.5&lon=13.4&timestamp=${start + second}`
const get = (of: TestDevice, second = 0) => `GET ${target(of, second)} HTTP/1.1\r\n\r\n`
const stored = async (of: TestDevice) =>
  (await database.pool.query('select from positions where device_id = $1', [of.id])).rowCount

/** Each ends in what a proxy might take for its body, and a server for the next request. */
test.each([
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 99\r\n\r\n'],
  ['the same length twice', 'Content-Length: 0\r\nContent-Length: 0\r\n\r\n'],
  ['a length of two numbers', 'Content-Length: 0, 0\r\n\r\n'],
  ['a length with a sign', 'Content-Length: +0\r\n\r\n'],
  ['a blank before the colon', 'Content-Length : 0\r\n\r\n'],
  ['chunks in other words', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['lines that end with LF alone', 'Host: a\nContent-Length: 0\n\n'],
  ['a header folded over two lines', 'X: a\r\n b\r\nContent-Length: 0\r\n\r\n'],
])('%s: refused, and nothing behind it is taken', async (_, rest) => {
  await run()
  const socket = open()
  write(socket, `POST ${target(device)} HTTP/1.1\r\n${rest}${get(device, 1)}`)
  await socket.closed()
  expect(statuses(socket)).not.toContain(200)
  expect(await stored(device)).toBe(0)
})

test.each([
  ['a body that says it is beyond all bounds', 'POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n', 413],
  [
    'a body of chunks beyond all bounds',
    `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${`8000\r\n${'x'.repeat(0x8000)}\r\n`.repeat(3)}`,
    413,
  ],
  ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(9_000)}`, 431],
  ['what is no request', 'SSH-2.0-OpenSSH_9.6\r\n', 400],
  ['a method that nobody knows', 'DRIVE / HTTP/1.1\r\n\r\n', 400],
  ['a method that does not report', 'DELETE /?id=1 HTTP/1.1\r\n\r\n', 405],
])('%s is refused', async (_name, request, status) => {
  await run()
  const socket = open()
  write(socket, request)
  await socket.closed()
  expect(statuses(socket)).toEqual([status])
})

test('chunks are one body, wherever they are cut', async () => {
  await run()
  const socket = open()
  const body = `id=${device.terminalID}&lat=52.5&lon=13.4`
  const chunks = [body.slice(0, 5), body.slice(5)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  const request = `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`
  for (const piece of request.match(/[\s\S]{1,7}/g)!) write(socket, piece)
  await eventually(
    () => statuses(socket),
    (all) => all[0] === 200,
  )
  expect(await stored(device)).toBe(1)
})

test.each(['HEAD', 'OPTIONS', 'PUT'])('%s reports as GET does, and the connection stays', async (method) => {
  await run()
  const socket = open()
  for (const second of [0, 1]) {
    write(socket, `${method} ${target(device, second)} HTTP/1.1\r\n\r\n`)
    await eventually(
      () => statuses(socket),
      (all) => all.length === second + 1,
    )
  }
  expect(statuses(socket)).toEqual([200, 200])
  expect(await stored(device)).toBe(2)
})

test.each([
  ['its headers', 'GET / HTTP/1.1\r\nX: '],
  ['its body', 'POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\nid=1'],
])('a client that sends %s byte by byte is cut off', async (_, begin) => {
  await run()
  const socket = open()
  write(socket, begin)
  await eventually(
    () => {
      write(socket, 'x')
      aheadMs += bounds.requestMs / 100
      return statuses(socket)
    },
    (all) => all.length > 0,
  )
  expect(statuses(socket)).toEqual([408])
  await socket.closed()
})

test('a connection without a request is closed', async () => {
  await run()
  const socket = open()
  write(socket, get(device))
  await eventually(
    () => statuses(socket),
    (all) => all.length === 1,
  )
  aheadMs = bounds.keepAliveMs + 1
  await socket.closed()
  expect(statuses(socket)).toEqual([200])
})

test('requests sent at once are answered in their order, none before its commit', async () => {
  await run()
  const other = await aDevice(database, owner)
  const socket = open()
  const holder = await database.pool.connect()
  await holder.query('begin; lock table positions in access exclusive mode')
  const nameless = 'GET /?lat=1&lon=2 HTTP/1.1\r\n\r\n'
  write(socket, get(device) + nameless + get(other) + get(device, 1) + nameless)
  await eventually(
    async () => (await holder.query('select from pg_locks where not granted')).rowCount,
    (waiting) => waiting! > 0,
  )
  expect(text(socket)).toBe('')
  await holder.query('commit')
  holder.release()
  await eventually(
    () => statuses(socket),
    (all) => all.length === 5,
  )
  expect(statuses(socket)).toEqual([200, 400, 200, 200, 400])
  expect([await stored(device), await stored(other)]).toEqual([2, 1])
})

test('a client that does not wait for hundreds of answers gets all of them', async () => {
  await run()
  const socket = open()
  const count = 10 * bounds.framesInFlight
  write(socket, Array.from({ length: count }, (_, second) => get(device, second)).join(''))
  await eventually(
    () => statuses(socket),
    (all) => all.length === count,
  )
  expect(new Set(statuses(socket))).toEqual(new Set([200]))
  expect(await stored(device)).toBe(count)
})

test('what was read before something unreadable is answered first', async () => {
  await run()
  const socket = open()
  write(socket, `${get(device)}rubbish\r\n\r\n`)
  await socket.closed()
  expect(statuses(socket)).toEqual([200, 400])
  expect(await stored(device)).toBe(1)
})

test('one who sends and hangs up at once is answered', async () => {
  await run()
  const socket = open()
  socket.socket.end(get(device))
  await socket.closed()
  expect(statuses(socket)).toEqual([200])
  expect(await stored(device)).toBe(1)
})

test('while ingest is full, a client is answered to retry later', async () => {
  await run()
  vi.spyOn(running.ingest, 'hasRoom').mockReturnValue(false)
  const socket = open()
  write(socket, get(device))
  await socket.closed()
  expect(text(socket)).toMatch(/^HTTP\/1\.1 503[\s\S]*Retry-After: \d+/)
})

test('the common port hands requests over whole, with the bytes after them', async () => {
  await run()
  const socket = open('detect')
  write(socket, 'GE')
  await eventually(
    () => running.gateway.connectionCount,
    (count) => count === 1,
  )
  write(socket, get(device).slice(2) + get(device, 1))
  await eventually(
    () => statuses(socket),
    (all) => all.length === 2,
  )
  write(socket, get(device, 2))
  await eventually(
    () => statuses(socket),
    (all) => all.length === 3,
  )
  expect(await stored(device)).toBe(3)
})

test('connections of requests count for their address, and no longer than they last', async () => {
  await run({ maxConnectionsPerAddress: 1 })
  const first = open('detect')
  write(first, get(device))
  await eventually(
    () => statuses(first),
    (all) => all.length === 1,
  )
  await open().closed()
  first.end()
  await eventually(
    () => running.gateway.connectionCount,
    (count) => count === 0,
  )
  const third = open()
  write(third, get(device, 1))
  await eventually(
    () => statuses(third),
    (all) => all[0] === 200,
  )
})

test.each([5_000, 50_000])(
  'of requests of %i bytes no more are read than are to be answered',
  async (bytes) => {
    await run()
    const opened = vi.spyOn(RequestServer.prototype, 'open')
    const read = () => opened.mock.calls[0]?.[0].bytesRead ?? 0
    const holder = await database.pool.connect()
    const socket = open()
    const count = 4 * bounds.framesInFlight
    const body = `Content-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`
    try {
      await holder.query('begin; lock table positions in access exclusive mode')
      for (let second = 0; second < count; second++)
        write(socket, `POST ${target(device, second)} HTTP/1.1\r\n${body}`)
      await eventually(read, (all) => all > bounds.framesInFlight * bytes)
      for (let before = 0; before < read(); await sleep(100)) before = read()
      expect(read()).toBeLessThan(bounds.framesInFlight * bytes + 4 * 65_536)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await eventually(
      () => statuses(socket),
      (all) => all.length === count,
    )
    expect(await stored(device)).toBe(count)
  },
)

test('a client that does not read its answers keeps no socket', async () => {
  await run()
  const opened = vi.spyOn(RequestServer.prototype, 'open')
  const socket = open()
  await eventually(
    () => opened.mock.calls.length,
    (count) => count === 1,
  )
  const served = opened.mock.calls[0]![0]
  socket.socket.pause()
  // More than the system takes: it has not left when the connection is closed.
  served.write(Buffer.alloc(64 << 20))
  aheadMs = bounds.keepAliveMs + 1
  await eventually(
    () => running.gateway.connectionCount,
    (count) => count === 0,
  )
  expect(served.destroyed).toBe(false)
  await eventually(
    () => served.destroyed,
    (is) => is,
  )
})

test('an error after the answer ends the connection, and nothing else is answered', async () => {
  await run()
  vi.spyOn(ConnectionLog.prototype, 'sent').mockImplementationOnce(() => {
    throw new Error('no log')
  })
  const socket = open()
  write(socket, get(device) + get(device, 1))
  await socket.closed()
  expect(statuses(socket)).toEqual([200])
})
