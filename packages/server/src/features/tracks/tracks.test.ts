import { zstdDecompressSync } from 'node:zlib'
import { roles } from '@trackway/core/codes/roles.ts'
import { type TrackPoint, trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { joinTracks, noAltitude, noPlace, type Track } from '@trackway/core/track/columns.ts'
import { BlockStream } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import type { Insertable } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, type PositionRow, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { packRound } from '../track-storage/packer.ts'
import { readTrack } from '../track-storage/read-track.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)
const midnight = Date.UTC(2026, 10, 18)

let server: TestServer
let owner: TestAccount
let stranger: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const admin = await anAccount(server.database, { role: roles.admin })
  owner = await anAccount(server.database, { parent: admin, role: roles.superUser, time_zone: 'UTC' })
  stranger = await anAccount(server.database, { parent: admin, role: roles.superUser })
  token = await signIn(server.database, owner)
})
afterAll(() => server.stop())

interface Row {
  fixTime: number
  lat?: number | null
  lon?: number | null
  speed?: number | null
  course?: number | null
  altitude?: number | null
  satellites?: number | null
  acc?: boolean | null
  odometer?: number | null
  quality?: number
}

async function store(device: TestDevice, rows: Row[]): Promise<void> {
  const column = (key: keyof Row, fallback: unknown) =>
    rows.map((row) => (row[key] === undefined ? fallback : row[key]))
  await server.database.pool.query(
    `insert into positions (device_id, server_time, fix_time, latitude_e7, longitude_e7, speed_kmh, course_deg,
       altitude_m, satellites, acc_on, odometer_m, quality)
     select $1, 0, * from unnest($2::int8[], $3::int4[], $4::int4[], $5::real[], $6::int2[], $7::int2[],
       $8::int2[], $9::bool[], $10::float8[], $11::int2[])`,
    [
      device.id,
      column('fixTime', null),
      column('lat', 312_345_678),
      column('lon', -1_214_567_891),
      column('speed', 54.3),
      column('course', 271),
      column('altitude', -12),
      column('satellites', 9),
      column('acc', true),
      column('odometer', 12_345_678.9),
      column('quality', 0),
    ],
  )
}

/** `count` rows, a step apart, from an instant on. */
const every = (stepMs: number, from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    fixTime: from + i * stepMs,
    lat: 312_345_678 + i * 37,
    speed: (i % 900) / 10,
    course: i % 360,
  }))

const aTracked = async (rows: Row[], account = owner) => {
  const device = await aDevice(server.database, account)
  await store(device, rows)
  return device
}

async function points(device: TestDevice, from: number, to: number, bearer = token): Promise<TrackPoint[]> {
  const reply = await server.call(trackCalls.find, { terminalID: device.terminalID, from, to }, bearer)
  expect(reply.meta.code).toBe(200)
  return reply.data!.points.map((point) => trackCalls.find.output.shape.points.element.parse(point))
}

async function blocks(device: TestDevice, from: number, to: number): Promise<Track[]> {
  const response = await fetch(server.url + trackCalls.find.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/octet-stream',
    },
    body: JSON.stringify({ terminalID: device.terminalID, from, to }),
  })
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  const stream = new BlockStream(zstdDecompressSync)
  const tracks: Track[] = []
  for await (const piece of response.body!) {
    for (const block of stream.push(piece)) {
      const { track, problem } = decodeBlock(block)
      if (track === null) throw new Error(problem)
      tracks.push(track)
    }
  }
  expect(stream.isComplete).toBe(true)
  return tracks
}

const toPoint = (track: Track, i: number): TrackPoint => {
  const unless = (value: number, unknown: number) => (Object.is(value, unknown) ? null : value)
  const speed = unless(track.speedKmh[i]!, Number.NaN)
  const lat = unless(track.latE7[i]!, noPlace)
  const lon = unless(track.lonE7[i]!, noPlace)
  return {
    fixTime: track.fixTime[i]!,
    lat: lat === null ? null : lat / 1e7,
    lon: lon === null ? null : lon / 1e7,
    speedKmh: speed === null ? null : Math.round(speed * 10) / 10,
    courseDeg: unless(track.courseDeg[i]!, -1),
    altitudeM: unless(track.altitudeM[i]!, noAltitude),
    satellites: unless(track.satellites[i]!, -1),
    accOn: track.accOn[i] === -1 ? null : track.accOn[i] === 1,
    odometerM: unless(track.odometerM[i]!, Number.NaN),
    quality: track.quality[i]!,
  }
}

describe('track.find', () => {
  test('gives every field, in the stated precision', async () => {
    const device = await aTracked([{ fixTime: midnight + 1 }])
    expect(await points(device, midnight, midnight + 2)).toEqual([
      {
        fixTime: midnight + 1,
        lat: 31.234568,
        lon: -121.456789,
        speedKmh: 54.3,
        courseDeg: 271,
        altitudeM: -12,
        satellites: 9,
        accOn: true,
        odometerM: 12_345_679,
        quality: 0,
      },
    ])
  })

  test('says null where a value is unknown', async () => {
    const unknown = { lat: null, lon: null, speed: null, course: null, altitude: null, satellites: null }
    const device = await aTracked([{ fixTime: midnight, ...unknown, acc: null, odometer: null, quality: 64 }])
    const [point] = await points(device, midnight, midnight)
    const { fixTime, quality, ...rest } = point!
    expect({ fixTime, quality }).toEqual({ fixTime: midnight, quality: 64 })
    expect(Object.values(rest).every((value) => value === null)).toBe(true)
  })

  test('includes both ends and nothing beyond them', async () => {
    const device = await aTracked(every(1000, midnight, 10))
    const found = await points(device, midnight + 2000, midnight + 5000)
    expect(found.map((point) => point.fixTime - midnight)).toEqual([2000, 3000, 4000, 5000])
  })

  test('is in order of time across days and slices', async () => {
    const device = await aTracked([
      ...every(2000, midnight - 15_000_000, 23_000),
      { fixTime: midnight + 3 * day },
    ])
    const times = (await points(device, midnight - day, midnight + 4 * day)).map((point) => point.fixTime)
    expect(times).toHaveLength(23_001)
    expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
  })

  test('packed blocks say the same as JSON, the newest day first', async () => {
    const odd: Row[] = [
      { fixTime: midnight + 5, lat: null, lon: null, speed: null, acc: null },
      { fixTime: midnight + 6, altitude: null, satellites: null, odometer: null, course: null, quality: 65 },
    ]
    const device = await aTracked([...every(3000, midnight - 3_000_000, 14_000), ...odd])
    const tracks = await blocks(device, midnight - day, midnight + day)
    expect(tracks.length).toBeGreaterThan(2)
    const days = tracks.map((track) =>
      [track.fixTime[0]!, track.fixTime.at(-1)!].map((time) => Math.floor(time / day)),
    )
    expect(days.every(([first, last]) => first === last)).toBe(true)

    const whole = joinTracks(tracks.toReversed())
    const unpacked = Array.from({ length: whole.length }, (_, i) => toPoint(whole, i))
    expect(unpacked).toEqual(await points(device, midnight - day, midnight + day))
  })

  test('a device without positions has an empty track, in both forms', async () => {
    const device = await aTracked([])
    expect(await points(device, midnight, midnight + day)).toEqual([])
    expect(await blocks(device, midnight, midnight + day)).toEqual([])
  })

  test('takes 90 days, the longer one when clocks go back among them, and not 91', async () => {
    const device = await aTracked([])
    const range = async (ms: number) => {
      const input = { terminalID: device.terminalID, from: midnight, to: midnight + ms }
      return (await server.call(trackCalls.find, input, token)).meta.code
    }
    expect(await range(90 * day)).toBe(200)
    expect(await range(90 * day + 3_600_000)).toBe(200)
    expect(await range(91 * day)).toBe(1013)
  })

  test('refuses an end before the beginning', async () => {
    const device = await aTracked([])
    const input = { terminalID: device.terminalID, from: midnight, to: midnight - 1 }
    const { status, meta } = await server.call(trackCalls.find, input, token)
    expect({ status, issues: meta.issues }).toEqual({
      status: 400,
      issues: [{ path: 'to', reason: 'before_from' }],
    })
  })

  test("a stranger's device does not exist", async () => {
    const foreign = await aTracked(every(1000, midnight, 3), stranger)
    const { terminalID } = foreign
    const span = { from: midnight, to: midnight + day }
    expect((await server.call(trackCalls.find, { terminalID, ...span }, token)).meta.code).toBe(1002)
    expect((await server.call(trackCalls.days, { terminalID }, token)).meta.code).toBe(1002)
  })

  test('a device session sees the track of its device only', async () => {
    const [own, other] = [await aTracked(every(1000, midnight, 3)), await aTracked([])]
    const bearer = await signIn(server.database, owner, own.id)
    expect(await points(own, midnight, midnight + day, bearer)).toHaveLength(3)
    const input = { terminalID: other.terminalID, from: midnight, to: midnight + day }
    expect((await server.call(trackCalls.find, input, bearer)).meta.code).toBe(1002)
  })

  test('a caller that goes away ends the reading', async () => {
    const { id: deviceId } = await aTracked(every(1000, midnight - day, 60_000))
    const { pool } = server.database
    const query = vi.fn((...args: [string]) => pool.query(...args))
    const controller = new AbortController()
    const trackQuery = { deviceId, from: midnight - day, to: midnight, signal: controller.signal } as const
    let slices = 0
    for await (const slice of readTrack({ query } as never, { ...trackQuery, order: 'oldestFirst' })) {
      slices += slice.length > 0 ? 1 : 0
      controller.abort()
    }
    expect(slices).toBe(1)
    // Which days are packed, the slice that was used, and the next one, which was under way.
    expect(query).toHaveBeenCalledTimes(3)
  })
})

describe('packed days', () => {
  const packed = async (rows: PositionRow[], options: Partial<Insertable<Tables['accounts']>> = {}) => {
    const account = await anAccount(server.database, { parent: owner, role: roles.user, ...options })
    const device = await aDevice(server.database, account)
    await storePositions(server.database, device.id, rows)
    const client = await server.database.pool.connect()
    const log = pino({ level: 'silent' })
    await packRound(client, { log, now: () => now, graceMs: 0, quietMs: 0 })
    client.release()
    return { device, bearer: await signIn(server.database, account) }
  }
  // Away from the days of the other tests, whose rows are in a partition of their own.
  const start = midnight - 100 * day
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      aPosition({ fix_time: start + i * 30_000, course_deg: i % 360, acc_on: i % 7 ? true : null }),
    )

  test('say the same in JSON and in blocks as their rows did', async () => {
    const unpacked = await aDevice(server.database, owner)
    const { device } = await packed(rows(4_000))
    await storePositions(server.database, unpacked.id, rows(4_000))
    for (const [from, to] of [
      [start, start + 3 * day],
      [start + 3_600_001, start + day + 60_000],
    ] as const) {
      const expected = await points(unpacked, from, to)
      expect(await points(device, from, to)).toEqual(expected)
      const whole = joinTracks((await blocks(device, from, to)).toReversed())
      expect(Array.from({ length: whole.length }, (_, i) => toPoint(whole, i))).toEqual(expected)
    }
  })

  test.each([
    // 10 August 2026, from 20:00 UTC: in Shanghai it is the 11th already.
    { timeZone: 'Asia/Shanghai', days: ['2026-08-11', '2026-08-10'] },
    { timeZone: 'UTC', days: ['2026-08-10'] },
    { timeZone: 'America/New_York', days: ['2026-08-10', '2026-08-09'] },
  ])('are in the calendar of $timeZone', async ({ timeZone, days }) => {
    const at = [start + 3_600_000, start + 20 * 3_600_000]
    const { device, bearer } = await packed(
      at.map((fix_time) => aPosition({ fix_time })),
      { time_zone: timeZone },
    )
    const { data } = await server.call(trackCalls.days, { terminalID: device.terminalID }, bearer)
    expect(data?.days.map(({ day }) => day)).toEqual(days)
  })
})

describe('track.days', () => {
  const daysIn = async (timeZone: string, fixTimes: number[]) => {
    const account = await anAccount(server.database, { parent: owner, role: roles.user, time_zone: timeZone })
    const device = await aTracked(
      fixTimes.map((fixTime) => ({ fixTime })),
      account,
    )
    const bearer = await signIn(server.database, account)
    const { data } = await server.call(trackCalls.days, { terminalID: device.terminalID }, bearer)
    return data?.days.map(({ day }) => day)
  }

  test('lists the days with positions, newest first', async () => {
    const times = [midnight, midnight + 5, midnight + day - 1, midnight - 3 * day]
    expect(await daysIn('UTC', times)).toEqual(['2026-11-18', '2026-11-15'])
  })

  test("days are the caller's own", async () => {
    const lateEvening = midnight + 23 * 3_600_000
    expect(await daysIn('Asia/Shanghai', [lateEvening])).toEqual(['2026-11-19'])
    expect(await daysIn('America/New_York', [midnight])).toEqual(['2026-11-17'])
    expect(await daysIn('+08:00', [lateEvening])).toEqual(['2026-11-19'])
  })

  test('the long and the short day of daylight saving keep their hours', async () => {
    // Berlin: 25 October 2026 has 25 hours (from 22:00 UTC on), 29 March 2026 has 23 (from 23:00 UTC on).
    const longDay = [Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 22, 59, 59)]
    expect(await daysIn('Europe/Berlin', longDay)).toEqual(['2026-10-25'])
    expect(await daysIn('Europe/Berlin', [longDay[1]! + 1000])).toEqual(['2026-10-26'])
    const shortDay = [Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 21, 59, 59)]
    expect(await daysIn('Europe/Berlin', shortDay)).toEqual(['2026-03-29'])
    expect(await daysIn('Europe/Berlin', [shortDay[1]! + 1000])).toEqual(['2026-03-30'])
  })

  test('a day that begins at one, its midnight skipped, is one day', async () => {
    // Cairo: on 24 April 2026 clocks go from 00:00 to 01:00, at 22:00 UTC of the day before.
    expect(await daysIn('Africa/Cairo', [Date.UTC(2026, 3, 23, 22)])).toEqual(['2026-04-24'])
    expect(await daysIn('Africa/Cairo', [Date.UTC(2026, 3, 23, 21, 59)])).toEqual(['2026-04-23'])
  })

  test('the calendar looks back 400 days and not ahead of today', async () => {
    const today = Date.UTC(2026, 10, 20)
    const times = [today - 399 * day, today - 400 * day, today, today + day]
    expect(await daysIn('UTC', times)).toEqual(['2026-11-20', '2025-10-17'])
  })
})
