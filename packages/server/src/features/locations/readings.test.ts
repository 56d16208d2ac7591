import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { trackFileCalls } from '@trackway/core/features/track-files/calls.ts'
import { type LiveReadings, liveReadingNames } from '@trackway/core/readings/readings.ts'
import { encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import { encodeFrames, encodePosition, terminalLayout } from '@trackway/protocols/jt808/encode.ts'
import { Writer } from '@trackway/protocols/wire/writer.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Live } from '../../live/live.ts'
import type { Mount } from '../../platform/http/http-context.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { LiveClient } from '../../testing/live-client.ts'
import { startTestGateway, TestDeviceSocket, type TestGateway } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Readings of a device, from its bytes to everything that shows them: gateway, live connection, list, file. */

let server: TestServer
let gateway: TestGateway
let live: Live
let owner: TestAccount
let token: string
const clients: LiveClient[] = []
const sockets: TestDeviceSocket[] = []

beforeAll(async () => {
  // The live connection takes states from the gateway's ingest, which needs the server's database and bus first.
  const mount: Mount = (fastify, context) => {
    const stateOf = (deviceId: number) => gateway.ingest.stateOf(deviceId)
    live = new Live({ database: context, bus: context.bus, log: pino({ level: 'silent' }), stateOf })
    return live.mount(fastify, context)
  }
  server = await startTestServer({ mount: [mount] })
  gateway = await startTestGateway(server.database, {}, { bus: server.bus })
  owner = await anAccount(server.database, { role: roles.agent, language: 'en', time_zone: 'UTC' })
  token = await signIn(server.database, owner)
})
afterAll(async () => {
  for (const client of clients) client.close()
  for (const socket of sockets) socket.end()
  await gateway.stop()
  await live.close()
  await server.stop()
})

function open(protocol: 'gt06' | 'jt808'): TestDeviceSocket {
  const socket = new TestDeviceSocket(gateway.gateway.ports[protocol]!)
  sockets.push(socket)
  return socket
}

async function watch(): Promise<LiveClient> {
  const client = new LiveClient(server.url)
  clients.push(client)
  await client.send({ type: 'watch', token })
  await client.receives('watching')
  return client
}

const aMinuteAgo = Math.floor(Date.now() / 1000) * 1000 - 60_000

/** An item of a JT/T 808 position. */
function item(id: number, write: (data: Writer) => void): Uint8Array {
  const data = new Writer()
  write(data)
  return Uint8Array.of(id, data.length, ...data.done())
}

/** T/JSATL 12, "TPMS alarm list": who and where, which all are 0, then nine bytes a wheel. */
const tyres = item(0x66, (data) => {
  data.raw(new Uint8Array(40))
  data.u8(3)
  for (const [wheel, bits, kPa, celsius] of [
    [0, 0, 235, 31],
    [1, 1 << 2, 120, 30],
    [3, 1 << 6, 20, 29],
  ] as const) {
    data.u8(wheel)
    for (const value of [bits, kPa, celsius, 0]) data.u16(value)
  }
})
const humidity = item(0xf7, (data) => data.u16(614))
const driver = item(0xbd, (data) => data.ascii('L-4711'))

test('cargo, tyres and driver of a JT/T 808 truck reach the live record, the list and a file', async () => {
  const truck = await aDevice(server.database, owner, {
    terminal_id: '13912344321',
    device_type_id: typeOf('jt808'),
  })
  const client = await watch()
  const socket = open('jt808')
  const body = encodePosition({
    fixTime: aMinuteAgo,
    latitude: 22.5,
    longitude: 113.9,
    altitudeM: 12,
    speedKmh: 40,
    courseDeg: 90,
    isPositioned: true,
    accOn: true,
    fuelL: 48.3,
    csq: 31,
    temperatureC: [-18.5, 4.6],
    externalVoltageV: 24.3,
    batteryVoltageV: 4.05,
    batteryPercent: 80,
  })
  const packet = Uint8Array.of(...body, ...tyres, ...humidity, ...driver)
  for (const frame of encodeFrames(terminalLayout(truck.terminalID), 0x0200, 7, packet).frames)
    socket.send(frame)
  // The general answer: serial 7 of message 0200, result 0. It leaves after the commit.
  await socket.expect('0007020000')

  await expectReadings(client, truck, aMinuteAgo, {
    fuelL: 48.3,
    driverId: 'L-4711',
    temperatureC: [-18.5, 4.6],
    humidityPercent: 61.4,
    tyrePressureKpa: [235, 120, null, 20],
    tyreTemperatureC: [31, 30, null, 29],
    tyreState: ['normal', 'pressureLow', null, 'leak'],
  })
  expect(await listed(truck)).toMatchObject({
    gsmLevel: 4,
    batteryPercent: 80,
    batteryVoltageV: 4.05,
    externalVoltageV: 24.3,
    fuelPercent: null,
    temperatureC: -18.5,
  })
  expect(await columnsOf(truck)).toEqual([
    {
      'Battery (%)': '80',
      'Battery voltage (V)': '4.05',
      'Supply voltage (V)': '24.3',
      Signal: '4',
      'Fuel volume (L)': '48.3',
      'Driver ID': 'L-4711',
      'Temperature · Sensor 1 (°C)': '-18.5',
      'Temperature · Sensor 2 (°C)': '4.6',
      'Humidity (%)': '61.4',
      'Tyre pressure · Wheel 1 (kPa)': '235',
      'Tyre pressure · Wheel 2 (kPa)': '120',
      'Tyre pressure · Wheel 3 (kPa)': '',
      'Tyre pressure · Wheel 4 (kPa)': '20',
      'Tyre temperature · Wheel 1 (°C)': '31',
      'Tyre temperature · Wheel 2 (°C)': '30',
      'Tyre temperature · Wheel 3 (°C)': '',
      'Tyre temperature · Wheel 4 (°C)': '29',
      'Tyre state · Wheel 1': 'normal',
      'Tyre state · Wheel 2': 'pressure low',
      'Tyre state · Wheel 3': '',
      'Tyre state · Wheel 4': 'leaking',
    },
  ])
})

/** The battery of a WD-209, message 40: charge, then capacities, temperature in tenths of a kelvin, mA, mV, cycles. */
function battery(): Uint8Array {
  const body = new Writer()
  body.raw(new Uint8Array(8))
  body.u32(aMinuteAgo / 1000)
  body.u8(75)
  body.u16(15_000)
  body.u8(74)
  body.u16(20_000)
  body.u8(98)
  for (const value of [2731 + 215, 0x10000 - 2_500, 51_240, 120]) body.u16(value)
  body.raw(new Uint8Array(2 * 14 + 2 + 2 + 16 + 2 + 16 + 3 * 4))
  return seal(0x40, body.done(), 2)
}

test('the pack of a GT06 scooter reaches the live record, the list and a file', async () => {
  const scooter = await aDevice(server.database, owner)
  const client = await watch()
  const socket = open('gt06')
  socket.send(encodeLogin(scooter.terminalID, 1))
  await socket.expect('7878 05 01 0001')
  socket.send(battery())
  await socket.expect('40 0002')

  await expectReadings(client, scooter, aMinuteAgo, {
    packPercent: [75],
    packVoltageV: [51.24],
    packCurrentA: [-2.5],
    packTemperatureC: [21.5],
    packCycles: [120],
    packState: ['discharging'],
  })
  // A report without a place is a point that only a file with the hidden ones has.
  expect(await columnsOf(scooter, true)).toEqual([
    {
      'Pack charge · Pack 1 (%)': '75',
      'Pack voltage · Pack 1 (V)': '51.24',
      'Pack current · Pack 1 (A)': '-2.5',
      'Pack temperature · Pack 1 (°C)': '21.5',
      'Charge cycles · Pack 1': '120',
      'Pack state · Pack 1': 'discharging',
      'Excluded because': 'no GPS fix',
    },
  ])
})

const typeOf = (wire: string) => deviceTypes.find((type) => type.wire === wire)!.id

/** These readings, reported at that time, and no others: in the live record and in the list. */
async function expectReadings(
  client: LiveClient,
  device: TestDevice,
  time: number,
  values: Record<string, unknown>,
): Promise<void> {
  const readings: LiveReadings = Object.fromEntries(
    liveReadingNames.flatMap((name) => (name in values ? [[name, { time, value: values[name] }]] : [])),
  )
  expect(Object.keys(readings).sort()).toEqual(Object.keys(values).sort())
  await expect.poll(() => client.states.get(device.id)?.readings).toEqual(readings)
  expect((await listed(device)).readings).toEqual(readings)
}

async function listed({ terminalID }: TestDevice) {
  const { data } = await server.call(locationCalls.find, { terminalIDs: [terminalID] }, token)
  return data!.list[0]!
}

const columnsOfAll = new Set(
  'Time,Latitude,Longitude,Speed (km/h),Course (°),Altitude (m),Satellites,Ignition,Odometer (km)'.split(','),
)

/** The rows of the device's track as CSV, by the titles of their columns, without those that every track has. */
async function columnsOf({ terminalID }: TestDevice, withHidden = false): Promise<Record<string, string>[]> {
  const range = { from: aMinuteAgo - 60_000, to: aMinuteAgo + 60_000 }
  const input = { terminalID, ...range, format: 'csv', withHidden } as const
  const { data } = await server.call(trackFileCalls.export, input, token)
  const [titles, ...rows] = String(data)
    .split('\r\n')
    .slice(8, -1)
    .map((line) => line.split(','))
  return rows.map((row) => {
    expect(row).toHaveLength(titles!.length)
    return Object.fromEntries(
      titles!.flatMap((title, i) => (columnsOfAll.has(title) ? [] : [[title, row[i]!]])),
    )
  })
}
