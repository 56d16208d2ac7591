import { request as httpRequest } from 'node:http'
import { encode } from '@trackway/protocols/osmand/osmand.ts'
import { jsonRequest } from '@trackway/protocols/wire/http/request-text.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { bounds } from '../bounds.ts'

/** Devices that report over HTTP: what they are answered, and when. */

let database: TestDatabase
let owner: TestAccount
let running: TestGateway
const sockets: TestDeviceSocket[] = []
const start = Date.now()
/** Added to the clock of the gateway. */
let aheadMs = 0

beforeAll(async () => {
  database = await openTestDatabase()
  owner = { ...(await anAccount(database, { id: 1, path: '/1/' })), id: 1 }
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
  aheadMs = 0
})

const run = async () => {
  running = await startTestGateway(database, {}, { now: () => Date.now() + aheadMs })
}
const open = (port: 'osmand' | 'owntracks' | 'detect' = 'osmand') => {
  const socket = new TestDeviceSocket(running.gateway.ports[port]!)
  sockets.push(socket)
  return socket
}
const hexOf = (text: string) => Buffer.from(text).toString('hex')
const text = (socket: TestDeviceSocket) => Buffer.from(socket.received, 'hex').toString()
const position = (device: { terminalID: string }, second = 0) =>
  `GET /?id=${device.terminalID}&lat=52.5&lon=13.4&speed=10&timestamp=${Math.floor(start / 1000) - 60 + second} HTTP/1.1\r\nHost: x\r\n`
const sendText = (socket: TestDeviceSocket, request: string) => socket.send(Buffer.from(`${request}\r\n`))
const positionsOf = async (device: TestDevice) =>
  (await database.pool.query('select * from positions where device_id = $1', [device.id])).rows
const stranger = { terminalID: '999999999999' }

test('a position is stored before it is answered, and the connection stays', async () => {
  await run()
  const device = await aDevice(database, owner)
  const socket = open()
  for (const second of [0, 1]) {
    sendText(socket, position(device, second))
    await socket.expect(hexOf('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n'))
    expect(await positionsOf(device)).toHaveLength(second + 1)
  }
  expect((await positionsOf(device))[0]).toMatchObject({ latitude_e7: 525_000_000, speed_kmh: 18.5 })
  expect(socket.isOpen).toBe(true)
})

test('a client of Node posts a form and is answered', async () => {
  await run()
  const device = await aDevice(database, owner)
  const status = await new Promise((resolve, reject) => {
    const post = httpRequest(
      { port: running.gateway.ports.osmand, method: 'POST', agent: false },
      ({ statusCode }) => resolve(statusCode),
    )
    post.on('error', reject)
    post.end(`id=${device.terminalID}&lat=1.5&lon=2.5`)
  })
  expect(status).toBe(200)
  expect(await positionsOf(device)).toHaveLength(1)
})

test('several devices and strangers share a connection, as behind a proxy', async () => {
  await run()
  const socket = open()
  const devices = [await aDevice(database, owner), await aDevice(database, owner)]
  for (const device of [...devices, ...devices]) {
    sendText(socket, position(device))
    await socket.expect(hexOf('HTTP/1.1 200'))
    sendText(socket, position(stranger))
    await socket.expect(hexOf('HTTP/1.1 400'))
    sendText(socket, 'GET /?lat=1&lon=2 HTTP/1.1\r\n')
    await socket.expect(hexOf('HTTP/1.1 400'))
  }
  for (const device of devices) expect(await positionsOf(device)).toHaveLength(1)
})

test('two connections of one device are not closed for each other', async () => {
  await run()
  const device = await aDevice(database, owner)
  const pair = [open(), open()]
  for (let round = 0; round < bounds.takeovers + 2; round++)
    for (const socket of pair) {
      sendText(socket, position(device, round))
      await socket.expect(hexOf('HTTP/1.1 200'))
    }
  expect(pair.every(({ isOpen }) => isOpen)).toBe(true)
})

test('the connection ends with the answer where the client wants that', async () => {
  await run()
  const device = await aDevice(database, owner)
  const socket = open()
  sendText(socket, `${position(device)}Connection: close\r\n`)
  await socket.closed()
  expect(text(socket)).toBe('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
})

test('what the database cannot take is answered 503, and taken when it is sent again', async () => {
  await run()
  const device = await aDevice(database, owner)
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table devices, device_keys, device_states, positions in access exclusive mode')
    const socket = open()
    sendText(socket, position(device))
    // In the hands of the gateway: its clock may go on.
    await eventually(
      () => socket.socket.bytesWritten,
      (bytes) => bytes > 0,
    )
    await eventually(
      () => {
        aheadMs += bounds.answerMs
        return text(socket)
      },
      (response) => response.startsWith('HTTP/1.1 503') && response.includes('Retry-After'),
    )
    await socket.closed()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const again = open()
  sendText(again, position(device))
  await again.expect(hexOf('HTTP/1.1 200'))
  expect(await positionsOf(device)).toHaveLength(1)
})

test('OwnTracks is recognized on the common port, and its ids are user/device', async () => {
  await run()
  const device = await aDevice(database, owner)
  await database.pool.query(`update devices set terminal_id = 'ann/phone' where id = $1`, [device.id])
  const socket = open('detect')
  const location = {
    _type: 'location',
    topic: 'owntracks/ann/phone',
    lat: 52.5,
    lon: 13.4,
    tst: start / 1000,
  }
  socket.send(jsonRequest('/pub', location))
  await socket.expect(hexOf('\r\n\r\n[]'))
  expect(await positionsOf(device)).toHaveLength(1)
})

test('frames and connections are in their logs', async () => {
  await run()
  const device = await aDevice(database, owner)
  const socket = open()
  socket.send(encode({ fixTime: start, fix: 'gps', latitude: 1, longitude: 2 }, 1, device.terminalID))
  await socket.expect(hexOf('HTTP/1.1 200'))
  socket.end()
  const rows = await eventually(
    async () =>
      (await database.pool.query('select * from connections where device_id = $1', [device.id])).rows,
    (found) => found[0]?.end_reason === 'remote',
  )
  expect(rows[0]).toMatchObject({ wire: 'osmand', frames_received: 1, frames_sent: 1 })
})
