import { type InputOf, linesType } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { checkCarCalls, type Visitor } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { cutTrack } from '@trackway/core/track/merge.ts'
import { believedPlaces } from '@trackway/core/track/visits/believed-places.ts'
import { VisitFinder } from '@trackway/core/track/visits/visits.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import {
  aPosition,
  insertPositions,
  type PositionRow,
  storePositions,
  trackOfPositions,
} from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { processTracks } from '../episodes/processing/process-track.ts'
import { packRound } from '../track-storage/packer.ts'

const dayMs = 86_400_000
const midnight = Date.UTC(2026, 10, 10)
const { drift, jump, late } = qualityBits

let server: TestServer
let owner: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await anAccount(server.database)
  token = await signIn(server.database, owner)
})

type SearchRequest = InputOf<typeof checkCarCalls.area>

async function ask(request: Partial<Omit<SearchRequest, 'area'>> & { area: Area }): Promise<Visitor[]> {
  const whole = { from: midnight, to: midnight + 3 * dayMs, ...request } as SearchRequest
  const { data, meta } = await server.call(checkCarCalls.area, whole, token)
  expect(meta.message).toBe('success')
  return data!.list
}

/** Packs the first days and drops their rows; the others stay in rows. */
async function pack(days: number): Promise<void> {
  const client = await server.database.pool.connect()
  const now = midnight + days * dayMs
  await packRound(client, { log: pino({ level: 'silent' }), now: () => now, graceMs: 0, quietMs: 0 })
  client.release()
}

/** What the job that follows tracks does each minute. */
async function follow(...deviceIds: number[]): Promise<void> {
  const client = await server.database.pool.connect()
  for (let more = deviceIds; more.length > 0; ) {
    const result = await processTracks(client, more, { now: midnight + 2 * dayMs, isWaiting: true })
    more = result.more.filter((id) => !result.stuck.includes(id))
  }
  client.release()
}

/** Fixes that come late, as ingest stores them. */
async function storeLate(deviceId: number, rows: readonly PositionRow[]): Promise<void> {
  if (rows.length === 0) return
  await storePositions(server.database, deviceId, rows)
  const times = rows.map(({ fix_time }) => fix_time)
  await server.database.pool.query(
    'insert into track_changes (device_id, from_time, until_time) values ($1, $2, $3)',
    [deviceId, Math.min(...times), Math.max(...times)],
  )
}

const hotDays = async (deviceId: number) =>
  (await server.database.pool.query('select day from hot_day_cells where device_id = $1', [deviceId]))
    .rowCount

const degreeM = 111_194.9
const circle: Area = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 50 }

/** A drive north along the circle's meridian: metres from its centre at so many seconds after midnight. */
const drive = (...fixes: [at: number, northM: number, more?: Partial<PositionRow>][]): PositionRow[] =>
  fixes.map(([at, northM, more], i) =>
    aPosition({
      fix_time: midnight + at * 1000,
      latitude_e7: Math.round((31.2 + northM / degreeM) * 1e6) * 10,
      longitude_e7: 1_214_000_000,
      distance_m: i === 0 || more ? 0 : Math.abs(northM - fixes[i - 1]![1]),
      ...more,
    }),
  )

async function aVisitor(rows: readonly PositionRow[], more = {}): Promise<TestDevice> {
  const device = await aDevice(server.database, owner, more)
  await storePositions(server.database, device.id, rows)
  return device
}

const seconds = (list: readonly Visitor[]) =>
  list.map(({ visits }) =>
    visits.map(({ enterTime, leaveTime }) =>
      [enterTime, leaveTime].map((time) => Math.round((time - midnight) / 1000)),
    ),
  )

describe('a device that jumped over the circle between two fixes', () => {
  const through = drive([100, -3000], [110, -140], [120, 140], [130, 3000])

  test('is found in rows, with the moments it met the edge', async () => {
    const device = await aVisitor(through, { car_number: 'B 1' })
    const list = await ask({ area: circle })
    expect(list).toMatchObject([{ terminalID: device.terminalID, displayName: 'B 1', total: 1 }])
    expect(list[0]!.visits[0]).toMatchObject({ isEntrySeen: true, isExitSeen: true })
    expect(seconds(list)).toEqual([[[113, 117]]])
  })

  test('is found on a day that has no partition of its own', async () => {
    const device = await aDevice(server.database, owner)
    const [year, yearS] = [365 * dayMs, (365 * dayMs) / 1000]
    await insertPositions(server.database, device.id, drive([100 - yearS, -140], [130 - yearS, 140]))
    expect(await ask({ area: circle, from: midnight - year, to: midnight - year + dayMs })).toMatchObject([
      { terminalID: device.terminalID },
    ])
  })

  test('is found in a packed day', async () => {
    await aVisitor(through)
    await pack(1)
    expect(seconds(await ask({ area: circle }))).toEqual([[[113, 117]]])
  })

  test('is found across midnight, both days packed or one', async () => {
    const night = drive([dayMs / 1000 - 5, -140], [dayMs / 1000 + 5, 140])
    await aVisitor(night)
    for (const days of [0, 1, 2]) {
      await pack(days)
      expect(seconds(await ask({ area: circle }))).toEqual([[[86_398, 86_402]]])
    }
  })
})

test('a fix that comes after its day was packed is found before and after it is packed too', async () => {
  const device = await aVisitor(drive([100, 3000], [200, 3000]))
  await pack(1)
  expect(await ask({ area: circle })).toEqual([])
  await storePositions(server.database, device.id, drive([150, 20, { quality: late, distance_m: 0 }]))
  const found = await ask({ area: circle })
  expect(found).toHaveLength(1)
  await pack(1)
  expect(await ask({ area: circle })).toEqual(found)
})

test('who stood there all the time is found, though every fix but the first is wandering', async () => {
  const parked = Array.from(
    { length: 60 },
    (_, i) => [3600 * i, i % 2 ? 120 : -70, { quality: drift }] as const,
  )
  await aVisitor(
    drive(
      [0, 10],
      ...parked.slice(1).map(([at, m, more]) => [at, m, more] as [number, number, Partial<PositionRow>]),
    ),
  )
  expect(
    seconds(await ask({ area: circle, from: midnight + 36_000_000, to: midnight + 72_000_000 })),
  ).toEqual([[[36_000, 72_000]]])
  await pack(1)
  expect(
    seconds(await ask({ area: circle, from: midnight + 36_000_000, to: midnight + 72_000_000 })),
  ).toEqual([[[36_000, 72_000]]])
})

describe('a day whose cells are known so far', () => {
  const away = drive([0, 30_000], [30, 31_000], [60, 32_000])

  test('a vehicle that was elsewhere is found once it reports from the circle', async () => {
    const { id } = await aVisitor(away)
    await follow(id)
    expect(await hotDays(id)).toBe(1)
    expect(await ask({ area: circle })).toEqual([])
    await storePositions(server.database, id, drive([4000, -3000], [4010, -20], [4020, 3000], [4030, 6000]))
    const found = await ask({ area: circle })
    expect(found).toHaveLength(1)
    await follow(id)
    expect(await ask({ area: circle })).toEqual(found)
  })

  test('a fix that comes late counts at once, and after the track was followed', async () => {
    const { id } = await aVisitor(away)
    await follow(id)
    await storeLate(id, drive([15, 0, { quality: late, distance_m: 0 }]))
    const found = await ask({ area: circle })
    expect(found).toHaveLength(1)
    await follow(id)
    expect(await ask({ area: circle })).toEqual(found)
  })

  test('it is dropped once the day is packed', async () => {
    const { id } = await aVisitor(away)
    await follow(id)
    await pack(1)
    expect(await hotDays(id)).toBe(0)
    await follow(id)
    expect(await hotDays(id)).toBe(0)
  })
})

test('fixes that are not believed do not count', async () => {
  await aVisitor(drive([100, 3000], [110, 0, { quality: jump }], [120, 3000]))
  expect(await ask({ area: circle })).toEqual([])
  await pack(1)
  expect(await ask({ area: circle })).toEqual([])
})

test('lines say how far the search is, and end with the sum', async () => {
  await aVisitor(drive([0, -200], [10, 200]))
  await aDevice(server.database, owner)
  const response = await fetch(server.url + checkCarCalls.point.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      accept: linesType,
    },
    body: JSON.stringify({ from: midnight, to: midnight + dayMs, lat: 31.2, lon: 121.4, radiusM: 50 }),
  })
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    {
      visitor: { total: 1, visits: [{ distanceM: expect.closeTo(100, 0), nearestM: expect.closeTo(0, 0) }] },
    },
    { progress: { devices: 2, of: 2 } },
    { end: { devices: 2, total: 1, notFoundAt: [] } },
  ])
})

describe('who is asked about', () => {
  test('the devices named, of one account, or all below the caller; never a stranger’s', async () => {
    const below = await anAccount(server.database, { parent: owner, role: roles.user })
    const inside = drive([0, 0])
    const own = await aVisitor(inside, { car_number: '2' })
    const child = await aDevice(server.database, below, { car_number: '10' })
    const stranger = await aDevice(server.database, await anAccount(server.database))
    for (const { id } of [child, stranger]) await storePositions(server.database, id, inside)

    const names = async (more: Partial<SearchRequest>) =>
      (await ask({ area: circle, ...more })).map(({ terminalID }) => terminalID)
    expect(await names({})).toEqual([own.terminalID, child.terminalID])
    expect(await names({ userId: below.id })).toEqual([child.terminalID])
    expect(await names({ terminalIDs: [stranger.terminalID, own.terminalID] })).toEqual([own.terminalID])
  })

  test('numbers that are unknown, and a stranger’s alike, are counted, not repeated', async () => {
    const own = await aVisitor(drive([0, 0]))
    const { terminalID: strange } = await aDevice(server.database, await anAccount(server.database))
    const terminalIDs = [strange, own.terminalID, '10000000']
    const request = { area: circle, from: midnight, to: midnight + dayMs, terminalIDs }
    const { data } = await server.call(checkCarCalls.area, request, token)
    expect(data).toMatchObject({ total: 1, devices: 1, notFoundAt: [0, 2] })
    const nothing = await server.call(checkCarCalls.area, { ...request, terminalIDs: [strange] }, token)
    expect(nothing.data).toEqual({ list: [], total: 0, devices: 0, notFoundAt: [0] })
  })

  test.each([
    ['more than 31 days', { to: midnight + 32 * dayMs }, 'rangeTooLong'],
    ['a range that runs backwards', { to: midnight - 1 }, 'invalidInput'],
    ['a circle of nine metres', { area: { ...circle, radiusM: 9 } }, 'invalidInput'],
    ['a circle of 101 km', { area: { ...circle, radiusM: 101_000 } }, 'invalidInput'],
    [
      '101 corners',
      {
        area: {
          shape: 'polygon',
          corners: Array.from({ length: 101 }, (_, i) => ({ lat: Math.sin(i / 16), lon: Math.cos(i / 16) })),
        },
      },
      'invalidInput',
    ],
  ] as const)('%s is refused', async (_what, more, refusal) => {
    const request = { area: circle, from: midnight, to: midnight + 1, ...more } as unknown as SearchRequest
    expect(resultNames[(await server.call(checkCarCalls.area, request, token)).meta.code]).toBe(refusal)
  })

  test('a polygon whose edges cross is refused, and told so', async () => {
    const corners = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ].map(([lat, lon]) => ({ lat: lat!, lon: lon! }))
    const request = { area: { shape: 'polygon' as const, corners }, from: 0, to: 1 }
    const { meta } = await server.call(checkCarCalls.area, request, token)
    expect(meta.issues).toEqual([{ path: 'area', reason: 'selfCrossing' }])
  })

  test('more devices than the period allows are refused with their number', async () => {
    await server.database.pool.query(
      `insert into devices (terminal_id, account_id, device_type_id, create_time)
       select 'many' || i, $1, 13, 0 from generate_series(1, 16130) as i`,
      [owner.id],
    )
    const month = { area: circle, from: midnight - 31 * dayMs, to: midnight } as SearchRequest
    const { meta } = await server.call(checkCarCalls.area, month, token)
    expect(resultNames[meta.code]).toBe('tooManyDevices')
    expect(meta.count).toBe(16_129)
    expect(await ask({ area: circle, from: midnight, to: midnight + dayMs })).toEqual([])
  })
})

describe('any walk of several days', () => {
  const steps = fc.array(
    fc.record({
      elapsedMs: fc.oneof(
        { weight: 30, arbitrary: fc.integer({ min: 1_000, max: 280_000 }) },
        { weight: 2, arbitrary: fc.integer({ min: 300_001, max: 30_000_000 }) },
      ),
      up: fc.integer({ min: -20_000, max: 20_000 }),
      aside: fc.integer({ min: -20_000, max: 20_000 }),
      quality: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.constantFrom(drift, jump, late)),
    }),
    { minLength: 2, maxLength: 150 },
  )
  const toRows = (
    walk: typeof steps extends fc.Arbitrary<infer T> ? T : never,
    lonE7: number,
  ): PositionRow[] => {
    let [time, x, y] = [midnight + 20 * 3_600_000, lonE7, 312_000_000]
    let before: { lat: number; lon: number } | undefined
    return walk.flatMap(({ elapsedMs, up, aside, quality }) => {
      time += elapsedMs
      if (time >= midnight + 3 * dayMs) return []
      const wild = quality === jump ? 10_000_000 : 0
      if (quality !== drift) {
        const share = Math.min(1, elapsedMs / 60_000)
        x += Math.round((aside * share) / 10) * 10
        y += Math.round((up * share) / 10) * 10
      }
      const lon = x + wild > 1_800_000_000 ? x + wild - 3_600_000_000 : x + wild
      const here = { lat: y / 1e7, lon: lon / 1e7 }
      const metres = before && quality === 0 ? distanceM(before.lat, before.lon, here.lat, here.lon) : 0
      if (quality === 0) before = here
      return aPosition({ fix_time: time, latitude_e7: y, longitude_e7: lon, quality, distance_m: metres })
    })
  }
  const area = (lon: number): fc.Arbitrary<Area> => {
    const east = (degrees: number) => (lon + degrees > 180 ? lon + degrees - 360 : lon + degrees)
    const shift = fc.double({ min: -0.01, max: 0.01, noNaN: true })
    const size = fc.double({ min: 0.0005, max: 0.02, noNaN: true })
    return fc.oneof(
      fc.record({
        shape: fc.constant('circle' as const),
        lat: shift.map((up) => 31.2 + up),
        lon: shift.map(east),
        radiusM: fc.oneof(fc.integer({ min: 10, max: 100 }), fc.integer({ min: 100, max: 3_000 })),
      }),
      fc.record({ lat: shift, lon: shift, size }).map((at) => ({
        shape: 'rectangle' as const,
        south: 31.2 + at.lat,
        north: 31.2 + at.lat + at.size,
        west: east(at.lon),
        east: east(at.lon + at.size),
      })),
      fc.record({ lat: shift, lon: shift, size }).map((at) => ({
        shape: 'polygon' as const,
        corners: [
          [0, 0],
          [1, 2],
          [2, 0],
          [1, 0.5],
        ].map(([y, x]) => ({ lat: 31.2 + at.lat + y! * at.size, lon: east(at.lon + x! * at.size) })),
      })),
    )
  }
  /** All of it, as plain points, one UTC day after another. */
  const expected = (rows: readonly PositionRow[], shape: Area, from: number, to: number) => {
    const finder = new VisitFinder({ shape: shapeOf(shape), from, to, confirmMs: 60_000 })
    const track = trackOfPositions(rows)
    for (let day = midnight; day < midnight + 3 * dayMs; day += dayMs)
      finder.add(believedPlaces(cutTrack(track, day, day + dayMs - 1)))
    return finder.visits.map(({ enterTime, leaveTime, isEntrySeen, isExitSeen }) => ({
      enterTime,
      leaveTime,
      isEntrySeen,
      isExitSeen,
    }))
  }

  test.each([
    ['somewhere', 1_214_000_000],
    ['at the 180th meridian', 1_799_950_000],
  ])(
    '%s is found as in plain points, wherever they are stored',
    async (_where, lonE7) => {
      const range = fc.tuple(fc.integer({ min: -1, max: 3 * dayMs }), fc.integer({ min: -1, max: 3 * dayMs }))
      const cases = fc.record({
        walks: fc.array(steps, { minLength: 1, maxLength: 4 }),
        areas: fc.array(area(lonE7 / 1e7), { minLength: 4, maxLength: 4 }),
        days: fc.nat(3),
        followed: fc.double({ min: 0, max: 1, noNaN: true }),
        range,
      })
      await fc.assert(
        fc.asyncProperty(cases, async ({ walks, areas, days, followed, range: [a, b] }) => {
          const devices = new Map<string, PositionRow[]>()
          for (const walk of walks) {
            const rows = toRows(walk, lonE7)
            const inTime = rows.filter(({ quality }) => quality !== late)
            const first = Math.round(inTime.length * followed)
            const device = await aVisitor(inTime.slice(0, first))
            devices.set(device.terminalID, rows)
            await follow(device.id)
            await storePositions(server.database, device.id, inTime.slice(first))
            await pack(days)
            await storeLate(
              device.id,
              rows.filter(({ quality }) => quality === late),
            )
            if (followed > 0.5) await follow(device.id)
          }
          const [from, to] = [midnight + Math.min(a, b), midnight + Math.max(a, b)]
          for (const shape of areas) {
            const list = await ask({ area: shape, from, to, terminalIDs: [...devices.keys()] })
            const found = new Map(list.map(({ terminalID, visits }) => [terminalID, visits]))
            for (const [terminalID, rows] of devices) {
              expect(
                (found.get(terminalID) ?? []).map(({ enterTime, leaveTime, isEntrySeen, isExitSeen }) => ({
                  enterTime,
                  leaveTime,
                  isEntrySeen,
                  isExitSeen,
                })),
              ).toEqual(expected(rows, shape, from, to))
            }
          }
        }),
        { numRuns: 20 },
      )
    },
    120_000,
  )
})
