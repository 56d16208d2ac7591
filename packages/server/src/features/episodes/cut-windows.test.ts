import { roles } from '@trackway/core/codes/roles.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import {
  type DriveKindName,
  driveKinds,
  makeDrive,
  reportDrive,
} from '@trackway/core/track/testing/drives.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, type PositionRow, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { packRound } from '../track-storage/packer.ts'

/** A period that cuts a drive gives what the fixes in it give, on all screens. */

const minute = 60_000
const now = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let owner: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const admin = await anAccount(server.database, { role: roles.admin })
  owner = await anAccount(server.database, { parent: admin, role: roles.agent, time_zone: 'UTC' })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

/** A made-up drive that begins at `from`, parked for ten minutes before and after it. */
function driven(kind: DriveKindName, seed: number, intervalS: number, from: number): PositionRow[] {
  const points = reportDrive(makeDrive(driveKinds[kind], seed), intervalS, { noiseM: 0 }, seed)
  const [first, last] = [points[0]!, points.at(-1)!]
  const parked = (point: typeof first, time: number) =>
    Array.from({ length: 10 }, (_, n) => ({
      ...point,
      fixTime: time + n * minute,
      speedKmh: 0,
      accOn: false,
    }))
  const shifted = points.map((point) => ({ ...point, fixTime: from + point.fixTime - first.fixTime }))
  const end = shifted.at(-1)!.fixTime
  return [...parked(first, from - 10 * minute), ...shifted, ...parked(last, end + minute)].map((point) =>
    aPosition({
      fix_time: point.fixTime,
      latitude_e7: point.latE7,
      longitude_e7: point.lonE7,
      speed_kmh: point.speedKmh,
      course_deg: point.courseDeg,
      acc_on: point.accOn,
      odometer_m: null,
    }),
  )
}

async function aTracked(rows: readonly PositionRow[]): Promise<TestDevice> {
  const device = await aDevice(server.database, owner, {}, { state_time: rows.at(-1)!.fix_time })
  await storePositions(server.database, device.id, rows)
  return device
}

async function pack(): Promise<void> {
  const client = await server.database.pool.connect()
  await packRound(client, { log: pino({ level: 'silent' }), now: () => now, graceMs: 0, quietMs: 0 })
  client.release()
}

const decimetres = (episodes: readonly { kind: string; distanceM: number }[]) =>
  episodes.reduce((sum, each) => sum + (each.kind === 'trip' ? Math.round(each.distanceM * 10) : 0), 0)

async function windowOf({ terminalID }: TestDevice, from: number, to: number) {
  const { data } = await server.call(episodeCalls.find, { terminalID, from, to }, token)
  return data!.episodes
}

/** Along straight lines, as somebody would add it up by hand; a leg that is cut counts in part. */
function straightM(rows: readonly PositionRow[], from: number, to: number): number {
  let metres = 0
  for (const [n, b] of rows.entries()) {
    const a = rows[n - 1]
    if (a === undefined || a.speed_kmh! + b.speed_kmh! === 0) continue
    const share = (Math.min(b.fix_time, to) - Math.max(a.fix_time, from)) / (b.fix_time - a.fix_time)
    if (share <= 0) continue
    const degrees = (row: PositionRow) => [row.latitude_e7! / 1e7, row.longitude_e7! / 1e7] as const
    metres += share * distanceM(...degrees(a), ...degrees(b))
  }
  return metres
}

test('any window of a drive gives what its fixes give, and windows add up, from rows and packed days', async () => {
  const windows = fc.record({
    kind: fc.constantFrom(...(Object.keys(driveKinds) as DriveKindName[])),
    seed: fc.integer({ min: 1, max: 30 }),
    shiftS: fc.nat(900),
    cuts: fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 5 }),
    isPacked: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(windows, async ({ kind, seed, shiftS, cuts, isPacked }) => {
      const rows = driven(kind, seed, 1, Date.UTC(2026, 10, 18, 23) + shiftS * 1000)
      const device = await aTracked(rows)
      const [first, last] = [rows[0]!.fix_time, rows.at(-1)!.fix_time]
      const episodes = await windowOf(device, first, last)
      if (isPacked) await pack()
      const inner = cuts.map((share) => first + Math.round(((last - first) * share) / 1_000_000))
      let sum = 0
      let from = first
      for (const to of [...inner.sort((a, b) => a - b), last]) {
        const counted = decimetres(await windowOf(device, from, to))
        const trips = episodes.filter((each) => each.kind === 'trip' && each.from < to && each.to > from)
        const parts = trips.map((trip) => straightM(rows, Math.max(from, trip.from), Math.min(to, trip.to)))
        const fixesM = parts.reduce((metres, part) => metres + part, 0)
        expect(Math.abs(counted / 10 - fixesM)).toBeLessThanOrEqual(fixesM * 0.02 + 5)
        sum += counted
        from = to
      }
      expect(sum).toBe(decimetres(episodes))
    }),
    { numRuns: 6 },
  )
})

test('explain and a shared replay give the same of a window', async () => {
  // Slow in the first half of a quarter, fast in the second.
  const rows = driven('motorway', 4, 10, Date.UTC(2026, 10, 18, 8, 3))
  const device = await aTracked(rows)
  const { terminalID } = device
  const [from, to] = [Date.UTC(2026, 10, 18, 8, 5, 20), Date.UTC(2026, 10, 18, 8, 20, 7)]
  const counted = decimetres(await windowOf(device, from, to)) / 10
  expect(Math.abs(counted / straightM(rows, from, to) - 1)).toBeLessThan(0.02)
  const explained = (await server.call(episodeCalls.explain, { terminalID, from, to }, token)).data!.mileage
  expect(explained).toMatchObject({ distanceM: counted, gpsM: counted, source: 'gps' })
  const made = await server.call(
    trackShareCalls.share,
    { terminalIDs: [terminalID], from, to, days: 1 },
    token,
  )
  const shared = await server.call(trackShareCalls.sharedEpisodes, { token: made.data!.token })
  expect(decimetres(shared.data!.episodes) / 10).toBe(counted)
})

test('speed and idling of a window are those of its fixes', async () => {
  const begin = Date.UTC(2026, 10, 18, 8)
  // Four minutes at 40 km/h, two idling at a light, and on at 90.
  const speeds = Array.from({ length: 90 }, (_, n) => (n < 24 ? 40 : n < 36 ? 0 : 90))
  let north = 0
  const rows = speeds.map((speed_kmh, n) => {
    const latitude_e7 = 480_000_000 + Math.round(north * 89.93)
    north += speed_kmh / 0.36
    const place = { latitude_e7, longitude_e7: 110_000_000 }
    return aPosition({ fix_time: begin + n * 10_000, speed_kmh, course_deg: 0, odometer_m: null, ...place })
  })
  const device = await aTracked(rows)
  const tripOf = async (from: number, to: number) =>
    (await windowOf(device, begin + from * minute, begin + to * minute)).find(({ kind }) => kind === 'trip')
  expect(await tripOf(0, 3)).toMatchObject({ maxSpeedKmh: 40, idleMs: 0 })
  expect((await tripOf(0, 5))!.idleMs).toBe(60_000)
  expect((await tripOf(8, 12))!.maxSpeedKmh).toBeGreaterThanOrEqual(90)
  expect((await tripOf(8, 12))!.distanceM).toBeCloseTo(6_000, -2)
})

test('where a device reports once in forty minutes, a window has its part of the way', async () => {
  const begin = Date.UTC(2026, 10, 18, 8, 2)
  const rows = Array.from({ length: 6 }, (_, n) =>
    aPosition({
      fix_time: begin + n * 40 * minute,
      latitude_e7: 480_000_000 + n * 3_597_200,
      longitude_e7: 110_000_000,
      speed_kmh: 60,
      course_deg: null,
      odometer_m: null,
    }),
  )
  const device = await aTracked(rows)
  // 40 km each; the window is from the middle of the second way to the middle of the third.
  const [from, to] = [begin + 60 * minute, begin + 100 * minute]
  expect(decimetres(await windowOf(device, from, to)) / 10_000).toBeCloseTo(40, 0)
})
