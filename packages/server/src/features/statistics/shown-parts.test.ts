import { roles } from '@trackway/core/codes/roles.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'

/** A device that changes hands within a drive: what each side is shown, on all tabs. */

const minute = 60_000
const midnight = Date.UTC(2026, 10, 18)
const begin = midnight + 8 * 60 * minute
/** 8:07:20, within the drive and within a quarter. */
const handover = begin + 7 * minute + 20_000
let now = begin + 24 * 60 * minute

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())

/** Parked, ten minutes at 30 km/h, ten at 90, parked. */
const rows = () => {
  let north = 0
  return Array.from({ length: 240 }, (_, n) => {
    const speed_kmh = n < 60 || n >= 180 ? 0 : n < 120 ? 30 : 90
    const latitude_e7 = 480_000_000 + Math.round(north * 89.93)
    north += speed_kmh / 0.36
    const place = { latitude_e7, longitude_e7: 110_000_000 }
    const fix_time = begin - 10 * minute + n * 10_000
    return aPosition({
      fix_time,
      speed_kmh,
      course_deg: 0,
      odometer_m: null,
      acc_on: speed_kmh > 0,
      ...place,
    })
  })
}

async function handedOver() {
  const agent = await anAccount(server.database, { role: roles.agent, time_zone: 'UTC' })
  const accounts: TestAccount[] = []
  for (let n = 0; n < 2; n++)
    accounts.push(await anAccount(server.database, { parent: agent, role: roles.user, time_zone: 'UTC' }))
  const [first, second] = accounts as [TestAccount, TestAccount]
  const positions = rows()
  const device = await aDevice(
    server.database,
    first,
    { activate_time: midnight - 86_400_000, create_time: midnight - 86_400_000 },
    { state_time: positions.at(-1)!.fix_time, fix_time: positions.at(-1)!.fix_time },
  )
  await storePositions(server.database, device.id, positions)
  await ensureCurrent(server.database.pool, [device.id], { now })
  const later = now
  now = handover
  await server.call(
    deviceServiceCalls.transfer,
    { terminalIDs: [device.terminalID], userId: second.id },
    await signIn(server.database, agent),
  )
  now = later
  await ensureCurrent(server.database.pool, [device.id], { now })
  return { agent, first, second, terminalID: device.terminalID }
}

const period = { first: '2026-11-17', last: '2026-11-19' }

test('sums, trips and replay give each side its part, and the parts add up', async () => {
  const { agent, first, second, terminalID } = await handedOver()
  const figuresOf = async (account: TestAccount) => {
    const token = await signIn(server.database, account)
    const sums = (await server.call(statisticsCalls.sums, { ...period, groupBy: 'deviceDay' }, token)).data!
    const trips = (await server.call(statisticsCalls.episodes, { ...period, kind: 'trip' }, token)).data!
    const range = {
      terminalID,
      from: midnight - 86_400_000,
      to: midnight + 86_400_000,
      kinds: ['trip' as const],
    }
    const replay = (await server.call(episodeCalls.find, range, token)).data!.episodes
    expect(sums.sum.distanceM).toBeCloseTo(trips.sum.distanceM, 1)
    expect(replay.reduce((sum, { distanceM }) => sum + distanceM, 0)).toBeCloseTo(trips.sum.distanceM, 0)
    expect(replay.map(({ began, ended }) => [began, ended])).toEqual(
      trips.list.map(({ began, ended }) => [began, ended]),
    )
    expect(sums.sum.drivingMs).toBe(trips.sum.durationMs)
    return { distanceM: sums.sum.distanceM, trips: sums.sum.trips, days: sums.list.map(({ day }) => day) }
  }
  const [whole, before, after] = [await figuresOf(agent), await figuresOf(first), await figuresOf(second)]
  // 7:20 at 30 km/h; the rest of the ten minutes, and ten at 90.
  expect(before).toMatchObject({ trips: 1, days: ['2026-11-18'] })
  expect(Math.abs(before.distanceM - 3_667)).toBeLessThan(3_667 * 0.02)
  expect(after).toMatchObject({ trips: 0 })
  expect(before.distanceM + after.distanceM).toBeCloseTo(whole.distanceM, 0)
})
