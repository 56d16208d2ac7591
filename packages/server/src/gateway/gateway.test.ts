import { encodeLocation, encodeLogin, type PlaceToSend } from '@trackway/protocols/gt06/encode.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventually, startTestGateway, TestDeviceSocket, type TestGateway } from '../testing/test-gateway.ts'

let database: TestDatabase
let owner: TestAccount
let running: TestGateway
const sockets: TestDeviceSocket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
})
afterAll(() => database.drop())
beforeEach(async () => {
  running = await startTestGateway(database)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await running.stop()
})

function open(port: 'gt06' | 'jt808' | 'detect' = 'gt06'): TestDeviceSocket {
  const socket = new TestDeviceSocket(running.gateway.ports[port]!)
  sockets.push(socket)
  return socket
}

const place = (seconds: number, more: Partial<PlaceToSend> = {}): PlaceToSend => ({
  deviceTime: Date.now() - 60_000 - (Date.now() % 1000) + seconds * 1000,
  latitude: 22.5 + seconds * 0.0001,
  longitude: 113.9,
  speedKmh: 40,
  courseDeg: 0,
  satellites: 9,
  isPositioned: true,
  mcc: 460,
  mnc: 0,
  lac: 1,
  cellId: 2,
  ...more,
})

const positionsOf = async (deviceId: number) =>
  (await database.pool.query('select * from positions where device_id = $1 order by fix_time', [deviceId]))
    .rows
const stateOf = async (deviceId: number) =>
  (await database.pool.query('select * from device_states where device_id = $1', [deviceId])).rows[0]

test('a login and positions come in over TCP, are committed and acknowledged', async () => {
  const device = await aDevice(database, owner)
  const socket = open()
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  for (const second of [0, 1, 2]) socket.send(encodeLocation(0x22, place(second), 2 + second))
  const rows = await eventually(
    () => positionsOf(device.id),
    (rows) => rows.length === 3,
  )
  expect(rows[0]).toMatchObject({
    latitude_e7: 225000000,
    longitude_e7: 1139000000,
    speed_kmh: 40,
    quality: 0,
  })
  const state = await eventually(
    () => stateOf(device.id),
    (state) => state.latitude_e7 === 225002000,
  )
  expect(state).toMatchObject({ is_connected: true, gateway: 'test-gateway', wire: 'gt06', speed_kmh: 40 })
  expect(state.day_m).toBeCloseTo(22.2, 0)
})
