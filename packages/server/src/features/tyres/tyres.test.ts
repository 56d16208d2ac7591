import { alarms } from '@trackway/core/codes/alarms.ts'
import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { specApiCalls } from '@trackway/core/features/spec-api/calls.ts'
import { tyreCalls, tyreSettingKind } from '@trackway/core/features/tyres/calls.ts'
import { encodeFrames, encodePosition, terminalLayout } from '@trackway/protocols/jt808/encode.ts'
import { Writer } from '@trackway/protocols/wire/writer.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestGateway, TestDeviceSocket, type TestGateway } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { packRound } from '../track-storage/packer.ts'

const hour = 3_600_000
const dayMs = 24 * hour
/** The day of the frame of the E10, shortly after it. */
const midnight = Date.UTC(2025, 3, 17)
let now = midnight + 9 * hour + 60_000

let server: TestServer
let gateway: TestGateway
let owner: TestAccount
let truck: TestDevice
let token: string
let socket: TestDeviceSocket

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  gateway = await startTestGateway(server.database, {}, { bus: server.bus, now: () => now })
  owner = await anAccount(server.database, { role: roles.agent, language: 'en', time_zone: 'UTC' })
  token = await signIn(server.database, owner)
  truck = await aDevice(server.database, owner, {
    terminal_id: '13912344321',
    device_type_id: deviceTypes.find(({ wire }) => wire === 'jt808')!.id,
    nickname: 'Truck 7',
    icon_type: 'truck',
  })
  socket = new TestDeviceSocket(gateway.gateway.ports.jt808!)
})
afterAll(async () => {
  socket.end()
  await gateway.stop()
  await server.stop()
})

const call: TestServer['call'] = (of, input) => server.call(of, input, token)
const data = async <C extends Parameters<TestServer['call']>[0]>(
  of: C,
  input: Parameters<TestServer['call']>[1],
) =>
  (await server.call(of, input as never, token)).data as NonNullable<
    Awaited<ReturnType<typeof server.call<C>>>['data']
  >

let serial = 0
/** T/JSATL 12, "TPMS alarm list", of wheels from 0: alarm bits, kPa, °C. */
async function say(
  wheels: readonly (readonly [bits: number, kPa: number, celsius: number])[],
): Promise<void> {
  const list = new Writer()
  list.raw(new Uint8Array(40))
  list.u8(wheels.length)
  for (const [at, values] of wheels.entries()) {
    list.u8(at)
    for (const value of [...values, 0]) list.u16(value)
  }
  const item = list.done()
  const body = encodePosition({
    fixTime: now - 1_000,
    latitude: 22.5,
    longitude: 113.9,
    altitudeM: 12,
    speedKmh: 40,
    courseDeg: 90,
    isPositioned: true,
    accOn: true,
  })
  const said = Uint8Array.of(...body, 0x66, item.length, ...item)
  serial++
  for (const frame of encodeFrames(terminalLayout(truck.terminalID), 0x0200, serial, said).frames)
    socket.send(frame)
  await socket.expect(`${serial.toString(16).padStart(4, '0')}020000`)
}

async function storedAlarms() {
  const { rows } = await server.database.pool.query<Record<string, unknown>>(
    `select code, subject_id as wheel, phase, source, detail from alarms where device_id = $1
     order by fix_time, subject_id, code`,
    [truck.id],
  )
  return rows
}

test('a truck is shown with all wheels of its layout, and limits make alarms of a wheel', async () => {
  await data(tyreSettingKind.calls.set, {
    deviceType: 4,
    own: {
      layout: 'truck2',
      axles: [
        { lowKpa: 700, highKpa: 900 },
        { lowKpa: 650, highKpa: 900 },
      ],
    },
  })
  const { effective } = await data(tyreSettingKind.calls.find, { terminalID: truck.terminalID })
  expect(effective).toMatchObject({ layout: 'truck2', temperatureHighC: 85 })

  const usual = [0, 800, 40] as const
  await say([[0, 690, 40], usual, [0, 690, 40], usual, usual, [1 << 6, 500, 41]])
  const { list, total } = await data(tyreCalls.find, { state: 'fault' })
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({
    displayName: 'Truck 7',
    tyreState: 'leak',
    faults: 2,
    wheels: 6,
    lowestKpa: 500,
    highestC: 41,
    tyreTime: now - 1_000,
  })
  const vehicle = await data(tyreCalls.vehicle, { terminalID: truck.terminalID })
  expect(vehicle.list).toHaveLength(7)
  expect(vehicle.list[0]).toMatchObject({ axle: 1, side: 'left', state: 'pressureLow', lowKpa: 700 })
  expect(vehicle.list[2]).toMatchObject({ axle: 2, twin: 'outer', state: 'normal', lowKpa: 650 })
  expect(vehicle.list[6]).toMatchObject({ axle: null, state: null, pressureKpa: null, time: null })

  expect(await storedAlarms()).toEqual([
    {
      code: alarms.tyrePressureLow,
      wheel: 1,
      phase: 'begin',
      source: 'platform',
      detail: { wheel: 1, pressureKpa: 690, temperatureC: 40 },
    },
    expect.objectContaining({ code: alarms.tyrePressureLow, wheel: 6, source: 'platform' }),
    expect.objectContaining({ code: alarms.tyreLeak, wheel: 6, source: 'device' }),
  ])
  expect((await call(tyreCalls.find, { state: 'normal' })).data).toMatchObject({ total: 0 })
})

test('a tyre at the edge of its limit makes one alarm, and another once it was right again', async () => {
  for (const kPa of [701, 699, 703]) {
    now += 60_000
    await say([[0, kPa, 40]])
  }
  const ofFirst = async () => (await storedAlarms()).filter(({ wheel }) => wheel === 1)
  expect(await ofFirst()).toHaveLength(1)
  for (const kPa of [760, 699]) {
    now += 60_000
    await say([[0, kPa, 40]])
  }
  expect((await ofFirst()).map(({ code, phase }) => `${code} ${phase}`)).toEqual([
    '46 begin',
    '46 end',
    '46 begin',
  ])
  const { rows } = await server.database.pool.query(
    'select start_time, is_open from alarm_episodes where device_id = $1 and subject_id = 1 order by start_time',
    [truck.id],
  )
  expect(rows.at(-1)).toMatchObject({ is_open: true })
})

test('history and days are the same before and after the day is packed', async () => {
  const range = { terminalID: truck.terminalID, from: midnight, to: midnight + dayMs - 1 }
  const days = { first: '2025-04-17', last: '2025-04-17', sort: 'lowestKpa', pageSize: 100 } as const
  const asked = async () => ({
    all: (await data(tyreCalls.history, range)).series,
    one: (await data(tyreCalls.history, { ...range, place: 1 })).series,
    days: await data(tyreCalls.days, days),
  })
  const hot = await asked()
  expect(hot.all).toHaveLength(12)
  expect(hot.one.map(({ name, place, total }) => ({ name, place, total }))).toEqual([
    { name: 'tyrePressureKpa', place: 1, total: 6 },
    { name: 'tyreTemperatureC', place: 1, total: 6 },
  ])
  expect(hot.one[0]!.values).toEqual([690, 701, 699, 703, 760, 699])
  expect(hot.days).toMatchObject({ total: 6, devicesWithData: 1 })
  expect(hot.days.list[0]).toMatchObject({ wheel: 6, lowestKpa: 500, highestKpa: 500, highestC: 41 })
  expect(hot.days.list.find(({ wheel }) => wheel === 1)).toMatchObject({
    lowestKpa: 690,
    highestKpa: 760,
    meanKpa: expect.closeTo((690 + 701 + 699 + 703 + 760 + 699) / 6, 2),
  })

  const client = await server.database.pool.connect()
  const options = { log: pino({ level: 'silent' }), now: () => midnight + 3 * dayMs, graceMs: 0, quietMs: 0 }
  await packRound(client, options)
  client.release()
  const { rows } = await server.database.pool.query('select from positions where device_id = $1', [truck.id])
  expect(rows).toHaveLength(0)
  const packed = await asked()
  expect(packed.all).toEqual(hot.all)
  expect(packed.one).toEqual(hot.one)
  const rounded = (list: typeof hot.days.list) =>
    list.map((row) => ({ ...row, meanKpa: Math.round(row.meanKpa! * 10) }))
  expect(rounded(packed.days.list)).toEqual(rounded(hot.days.list))
})

test('outside tools read the wheels in the words of the specification', async () => {
  const { list } = await data(specApiCalls.tire, { terminalID: truck.terminalID })
  expect(list).toHaveLength(6)
  expect(list[0]).toMatchObject({ tireId: 1, pressureState: 'low', leakState: 'normal', temperature: 40 })
  expect(list[5]).toMatchObject({ tireId: 6, leakState: 'leak', pressureState: 'normal', pressure: 500 })
})

test('a level inherits what it does not set, and giving up what is set is heard of at once', async () => {
  const own = { axles: [{ lowKpa: 300, highKpa: null }] }
  const set = await data(tyreSettingKind.calls.set, { terminalID: truck.terminalID, own })
  expect(set).toMatchObject({ own, inherited: { layout: 'truck2' }, effective: { layout: 'truck2', ...own } })
  expect(set.origins.layout).toMatchObject({ level: 'type' })
  expect(set.origins.temperatureHighC).toBeUndefined()
  now += 60_000
  await say([[0, 699, 40]])
  const { list } = await data(tyreCalls.vehicle, { terminalID: truck.terminalID })
  expect(list[0]).toMatchObject({ state: 'normal', lowKpa: 300 })
  await data(tyreSettingKind.calls.set, {
    terminalID: truck.terminalID,
    own: { axles: [], leakPercent: null },
  })
  expect((await data(tyreCalls.vehicle, { terminalID: truck.terminalID })).settings).toMatchObject({
    layout: 'truck2',
    axles: [],
    leakPercent: null,
    temperatureHighC: 85,
  })
  await data(tyreSettingKind.calls.set, { terminalID: truck.terminalID, own: {} })
  expect((await data(tyreSettingKind.calls.find, { terminalID: truck.terminalID })).own).toEqual({})
})

test('limits that contradict each other are refused at their field', async () => {
  const own = { axles: [{ lowKpa: 900, highKpa: 700 }] }
  const { meta } = await call(tyreSettingKind.calls.set, { own })
  expect(meta).toMatchObject({ code: 1001, issues: [{ path: 'own.axles.0.highKpa', reason: 'above_low' }] })
})

test('a vehicle without tyres is not found, and a file of days can be asked for', async () => {
  const { terminalID } = await aDevice(server.database, owner)
  expect((await call(tyreCalls.vehicle, { terminalID })).meta.code).toBe(1002)
  const question = { report: 'tyres', format: 'csv', first: '2025-04-17', last: '2025-04-17' } as const
  expect((await call(exportCalls.create, question)).meta.success).toBe(true)
})
