import { alarms } from '@trackway/core/codes/alarms.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { batteryCalls, batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import { specApiCalls } from '@trackway/core/features/spec-api/calls.ts'
import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import { Writer } from '@trackway/protocols/wire/writer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestGateway, TestDeviceSocket, type TestGateway } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const now = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let gateway: TestGateway
let owner: TestAccount
let scooter: TestDevice
let token: string
let socket: TestDeviceSocket

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  gateway = await startTestGateway(server.database, {}, { bus: server.bus, now: () => now })
  owner = await anAccount(server.database, { role: roles.agent, language: 'en', time_zone: 'UTC' })
  token = await signIn(server.database, owner)
  scooter = await aDevice(server.database, owner, { nickname: 'Scooter 3' })
  socket = new TestDeviceSocket(gateway.gateway.ports.gt06!)
  socket.send(encodeLogin(scooter.terminalID, 1))
  await socket.expect('7878 05 01 0001')
})
afterAll(async () => {
  socket.end()
  await gateway.stop()
  await server.stop()
})

let serial = 1
/** The battery of a WD-209, message 40: charge, capacities, temperature in tenths of a kelvin, mA, mV, cycles. */
async function say(secondsAgo: number, percent: number, milliAmperes: number): Promise<void> {
  const body = new Writer()
  body.raw(new Uint8Array(8))
  body.u32(now / 1000 - secondsAgo)
  body.u8(percent)
  body.u16(15_000)
  body.u8(percent)
  body.u16(20_000)
  body.u8(98)
  for (const value of [2731 + 215, milliAmperes & 0xffff, 51_240, 120]) body.u16(value)
  body.raw(new Uint8Array(2 * 14 + 2 + 2 + 16 + 2 + 16 + 3 * 4))
  serial++
  socket.send(seal(0x40, body.done(), serial))
  await socket.expect(`40 ${serial.toString(16).padStart(4, '0')}`)
}

test('the pack of a scooter is shown with all that the frame says', async () => {
  await say(300, 40, -2_500)
  const { data } = await server.call(batteryCalls.vehicle, { terminalID: scooter.terminalID }, token)
  expect(data!.list).toEqual([
    {
      pack: 1,
      percent: 40,
      voltageV: 51.24,
      currentA: -2.5,
      temperatureC: 21.5,
      usageCount: 120,
      state: 'discharging',
      faults: [],
      time: now - 300_000,
    },
  ])
  const outside = await server.call(specApiCalls.battery, { id: scooter.id }, token)
  expect(outside.data!.list[0]).toMatchObject({
    voltage: 51.24,
    current: -2.5,
    temperature: 21.5,
    percent: 40,
    usageCount: 120,
    state: 'discharging',
  })
})

test('a charge that wavers at its limit makes one alarm, and is found in the list', async () => {
  const own = { lowPercent: 30 }
  await server.call(batterySettingKind.calls.set, { terminalID: scooter.terminalID, own }, token)
  for (const [secondsAgo, percent] of [
    [240, 29],
    [180, 31],
    [120, 29],
  ] as const)
    await say(secondsAgo, percent, -2_000)
  const { rows } = await server.database.pool.query(
    'select code, subject_id, phase, source from alarms where device_id = $1',
    [scooter.id],
  )
  expect(rows).toEqual([{ code: alarms.chargeLow, subject_id: 1, phase: 'begin', source: 'platform' }])
  const { data } = await server.call(batteryCalls.find, { state: 'fault' }, token)
  expect(data).toMatchObject({ total: 1, list: [{ displayName: 'Scooter 3', percent: 29, faults: 1 }] })
  expect((await server.call(batteryCalls.find, { state: 'charging' }, token)).data!.total).toBe(0)
})

test('history and days are those of the track', async () => {
  socket.send(
    encodeLocation(
      0x22,
      {
        deviceTime: now - 60_000,
        latitude: 22.5,
        longitude: 113.9,
        speedKmh: 20,
        courseDeg: 90,
        satellites: 9,
        isPositioned: true,
        mcc: 460,
        mnc: 0,
        lac: 1,
        cellId: 1,
      },
      ++serial,
    ),
  )
  await say(30, 28, 4_000)
  const range = { terminalID: scooter.terminalID, from: now - 3_600_000, to: now }
  const { data } = await server.call(batteryCalls.history, range, token)
  const percents = data!.series.find(({ name }) => name === 'packPercent')!
  expect(percents.values).toEqual([40, 29, 31, 29, 28])
  const days = { first: '2026-11-20', last: '2026-11-20' }
  const { data: found } = await server.call(batteryCalls.days, days, token)
  expect(found).toMatchObject({ total: 1, devicesWithData: 1 })
  expect(found!.list[0]).toMatchObject({
    day: '2026-11-20',
    pack: 1,
    lowestPercent: 28,
    highestPercent: 40,
    usageCount: 120,
    mostChargeA: 4,
    mostDischargeA: -2.5,
  })
  const counted = await server.call(specApiCalls.countBattery, { userId: owner.id, ...days }, token)
  expect(counted.data!.list[0]).toMatchObject({
    statsticDate: '2026-11-20',
    statsticState: 2,
    minPercent: 28,
  })
})
