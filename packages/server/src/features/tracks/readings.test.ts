import { roles } from '@trackway/core/codes/roles.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import type { SeriesName } from '@trackway/core/readings/readings.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { packRound } from '../track-storage/packer.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)
const midnight = Date.UTC(2026, 10, 18)

let server: TestServer
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  owner = await anAccount(server.database, { role: roles.superUser })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

async function readings(device: TestDevice, name: SeriesName, from = midnight - day, to = now, place = 1) {
  const input = { terminalID: device.terminalID, from, to, name, place }
  return (await server.call(trackCalls.readings, input, token)).data!
}

async function pack(): Promise<void> {
  const client = await server.database.pool.connect()
  const log = pino({ level: 'silent' })
  await packRound(client, { log, now: () => now, graceMs: 0, quietMs: 0 })
  client.release()
}

const position = (seconds: number, extra: Record<string, unknown> | null) =>
  aPosition({ fix_time: midnight + seconds * 1_000, extra })

describe('a reading over time', () => {
  const rows = [
    position(-60, { batteryPercent: 81, temperatureC: [-4.5, 30] }),
    position(0, { externalVoltageV: 12.6, extra: { batteryPercent: 3 } }),
    position(60, null),
    position(120, { batteryPercent: 80, driverId: '"batteryPercent":' }),
    position(180, { batteryPercent: 0 }),
  ]
  const expected = [
    ['batteryPercent', [-60, 120, 180], [81, 80, 0]],
    ['temperatureC', [-60], [-4.5]],
    ['externalVoltageV', [0], [12.6]],
    ['fuelL', [], []],
  ] as const

  test.each(['rows', 'packed days'])('is the same from %s', async (from) => {
    const device = await aDevice(server.database, owner)
    await storePositions(server.database, device.id, rows)
    if (from === 'packed days') await pack()
    for (const [name, seconds, values] of expected) {
      expect(await readings(device, name)).toEqual({
        times: seconds.map((second) => midnight + second * 1_000),
        values,
        total: values.length,
        places: values.length === 0 ? 0 : name === 'temperatureC' ? 2 : 1,
      })
    }
    expect((await readings(device, 'temperatureC', undefined, undefined, 2)).values).toEqual([30])
  })

  test('is cut to the range, both ends included', async () => {
    const device = await aDevice(server.database, owner)
    await storePositions(server.database, device.id, rows)
    const [from, to] = [midnight + 120_000, midnight + 180_000]
    expect((await readings(device, 'batteryPercent', from, to)).values).toEqual([80, 0])
    expect((await readings(device, 'batteryPercent', from + 1, to - 1)).values).toEqual([])
    await pack()
    expect((await readings(device, 'batteryPercent', from, to)).values).toEqual([80, 0])
    expect((await readings(device, 'batteryPercent', from + 1, to - 1)).values).toEqual([])
  })

  test('of late positions is in it at once; what was stored first stays', async () => {
    const device = await aDevice(server.database, owner)
    await storePositions(server.database, device.id, rows)
    await pack()
    const late = [position(60, { batteryPercent: 11 }), position(90, { batteryPercent: 12 })]
    await storePositions(server.database, device.id, late)
    const before = await readings(device, 'batteryPercent')
    expect(before.values).toEqual([81, 12, 80, 0])
    await pack()
    expect(await readings(device, 'batteryPercent')).toEqual(before)
  })
})

test('20,000 values are thinned, and their peaks stay', async () => {
  const device = await aDevice(server.database, owner)
  const rows = Array.from({ length: 20_000 }, (_, i) =>
    position(i * 8, { fuelPercent: i === 7_777 ? 100 : i === 15_555 ? 0 : 40 + (i % 10) }),
  )
  await storePositions(server.database, device.id, rows)
  const { times, values, total } = await readings(device, 'fuelPercent')
  expect(total).toBe(20_000)
  expect(times.length).toBeLessThanOrEqual(5_000)
  expect(times.length).toBeGreaterThan(2_000)
  expect([Math.max(...values), Math.min(...values)]).toEqual([100, 0])
  expect(times[values.indexOf(100)]).toBe(midnight + 7_777 * 8_000)
})
