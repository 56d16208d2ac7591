import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '@trackway/core/codes/roles.ts'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import { lostIn } from '@trackway/core/track/format/same-track.ts'
import { cutTrack } from '@trackway/core/track/merge.ts'
import fc from 'fast-check'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount } from '../../testing/builders.ts'
import {
  anyPositions,
  aPosition,
  type PositionRow,
  storePositions,
  trackOfPositions,
} from '../../testing/position-rows.ts'
import { openTestDatabase, type TestDatabase, waitingTransactions } from '../../testing/test-database.ts'
import { type PackerOptions, packRound, type Round } from './packer.ts'
import { readTrack, readTrackParts, type SliceOrder } from './read-track.ts'

const dayMs = 86_400_000
const midnight = Date.UTC(2026, 10, 10)
const now = midnight + 5 * dayMs
const { signal } = new AbortController()

let database: TestDatabase
let owner: TestAccount

beforeAll(async () => {
  database = await openTestDatabase(12)
  owner = await anAccount(database, { role: roles.superUser })
})
afterAll(() => database.drop())

const log = pino({ level: 'silent' })
const options: PackerOptions = { log, now: () => now, graceMs: 0, quietMs: 0 }

async function pack(more: Partial<PackerOptions> = {}): Promise<Round | null> {
  const client = await database.pool.connect()
  try {
    return await packRound(client, { ...options, ...more })
  } finally {
    client.release()
  }
}

const aTracked = async (rows: readonly PositionRow[] = []) => {
  const { id } = await aDevice(database, owner)
  await storePositions(database, id, rows)
  return id
}

async function read(
  deviceId: number,
  from = midnight - 10 * dayMs,
  to = now,
  order: SliceOrder = 'oldestFirst',
): Promise<Track> {
  const slices: Track[] = []
  for await (const slice of readTrack(database.pool, { deviceId, from, to, order, signal }))
    slices.push(slice)
  return joinTracks(order === 'oldestFirst' ? slices : slices.toReversed())
}

/** Each point once, in order, as it was stored. */
async function expectTrack(
  deviceId: number,
  rows: readonly PositionRow[],
  order?: SliceOrder,
): Promise<void> {
  const track = await read(deviceId, undefined, undefined, order)
  expect(lostIn(track, trackOfPositions(rows))).toBeNull()
}

/** Those of days, and the default one while there is something in it. */
const partitions = async () =>
  (
    await database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'positions'::regclass
       and (inhrelid <> 'positions_default'::regclass or exists (select from positions_default))`,
    )
  ).rows.map(({ name }) => name)
const storedDays = async (deviceId: number) =>
  (await database.pool.query('select * from track_days where device_id = $1 order by day', [deviceId])).rows

const every = (stepMs: number, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => aPosition({ fix_time: from + i * stepMs, course_deg: i % 360 }))

describe('a packed day', () => {
  test('is read as it was in rows, which are gone', async () => {
    const rows = every(7_000, midnight, 20_000)
    const device = await aTracked(rows)
    const round = await pack()
    expect(round).toMatchObject({ deviceDays: 2, points: 20_000 })
    expect(await partitions()).toEqual([])
    await expectTrack(device, rows)
    await expectTrack(device, rows, 'newestFirst')
  })

  test('knows its times, box and metres without being unpacked', async () => {
    const device = await aTracked([
      aPosition({ fix_time: midnight + 5, latitude_e7: -70, longitude_e7: 200, distance_m: 10.5 }),
      aPosition({ fix_time: midnight + 9, latitude_e7: 300, longitude_e7: -400, distance_m: 2 }),
    ])
    await pack()
    expect(await storedDays(device)).toMatchObject([
      {
        day: midnight / dayMs,
        points: 2,
        first_time: midnight + 5,
        last_time: midnight + 9,
        min_latitude_e7: -70,
        max_latitude_e7: 300,
        min_longitude_e7: -400,
        max_longitude_e7: 200,
        distance_m: 12.5,
      },
    ])
  })

  test('is one only once it is over, and some time has passed', async () => {
    const early = midnight - 30 * dayMs
    const device = await aTracked([aPosition({ fix_time: early })])
    const at = (time: number) => pack({ now: () => time, graceMs: 3_600_000 })
    expect((await at(early + dayMs + 3_599_999))!.deviceDays).toBe(0)
    expect((await at(early + dayMs + 3_600_000))!.deviceDays).toBe(1)
    expect(await storedDays(device)).toHaveLength(1)
  })

  test('is sent as it is stored where all of it is asked for, and cut where not', async () => {
    const rows = every(60_000, midnight + 3_600_000, 600)
    const device = await aTracked(rows)
    await pack()
    const kinds = async (from: number, to: number) => {
      const found: string[] = []
      const query = { deviceId: device, from, to, order: 'newestFirst', signal } as const
      for await (const { track } of readTrackParts(database.pool, query)) {
        found.push(track === null ? 'stored' : `${track.length}`)
      }
      return found
    }
    expect(await kinds(midnight, midnight + dayMs)).toEqual(['stored'])
    expect(await kinds(rows[0]!.fix_time, rows.at(-1)!.fix_time)).toEqual(['stored'])
    expect(await kinds(rows[0]!.fix_time + 1, midnight + dayMs)).toEqual(['599'])
    expect(await kinds(midnight, rows.at(-1)!.fix_time - 1)).toEqual(['599'])
    expect(await kinds(rows[3]!.fix_time, rows[3]!.fix_time)).toEqual(['1'])
    expect(await kinds(midnight, midnight + 1)).toEqual([])
  })

  test('of another time zone is cut where its midnight is, also the long day of daylight saving', async () => {
    // Berlin: 25 October 2026 has 25 hours, from 22:00 UTC on.
    const from = Date.UTC(2026, 9, 24, 22)
    const rows = every(600_000, from - 6_000_000, 200)
    const device = await aTracked(rows)
    await pack()
    const track = await read(device, from, from + 25 * 3_600_000 - 1)
    expect([track.fixTime[0], track.fixTime.at(-1), track.length]).toEqual([from, from + 149 * 600_000, 150])
  })

  test('any positions, before and after packing, come back once each, in any range', async () => {
    const range = fc.tuple(fc.integer({ min: -1, max: 2 * dayMs }), fc.integer({ min: -1, max: 2 * dayMs }))
    const anyRows = anyPositions(midnight, midnight + 2 * dayMs - 1)
    await fc.assert(
      fc.asyncProperty(anyRows, anyRows, range, async (first, later, [a, b]) => {
        const device = await aTracked(first)
        await pack()
        const resent = first
          .slice(0, first.length / 2)
          .map((row) => ({ ...row, quality: 1, speed_kmh: null }))
        await storePositions(database, device, [...later, ...resent])
        const all = [...first, ...later.filter((row) => first.every((one) => one.fix_time !== row.fix_time))]
        for (const order of ['oldestFirst', 'newestFirst'] as const) await expectTrack(device, all, order)
        await pack()
        await expectTrack(device, all)
        const [from, to] = [midnight + Math.min(a, b), midnight + Math.max(a, b)]
        expect(lostIn(await read(device, from, to), cutTrack(trackOfPositions(all), from, to))).toBeNull()
        expect(await partitions()).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})

describe('positions that come after their day was packed', () => {
  test('are read at once and packed with the others; the rest of a position stays too', async () => {
    const rows = every(1_000, midnight + 50_000, 5)
    const device = await aTracked(rows)
    await pack()
    const late = aPosition({ fix_time: midnight + 51_500, extra: { fuelL: 33 }, server_time: now })
    await storePositions(database, device, [late])
    await expectTrack(device, [...rows, late])
    expect(await pack()).toMatchObject({ deviceDays: 1, points: 6, dropped: [midnight / dayMs] })
    await expectTrack(device, [...rows, late])
    expect(await partitions()).toEqual([])
  })

  test('change nothing where they are repeats', async () => {
    const rows = every(1_000, midnight, 50)
    const device = await aTracked(rows)
    await pack()
    await storePositions(
      database,
      device,
      rows.map((row) => ({ ...row, quality: 8, distance_m: 0, server_time: now })),
    )
    await expectTrack(device, rows)
    const [before] = await storedDays(device)
    await pack()
    const [after] = await storedDays(device)
    expect(after).toEqual({ ...before, packed_time: after.packed_time })
  })

  test('come before the rows are dropped: they are marked, and the rows wait', async () => {
    const rows = every(1_000, midnight, 5)
    const device = await aTracked(rows)
    expect((await pack({ quietMs: 1 }))!.dropped).toEqual([])
    const late = aPosition({ fix_time: midnight + 1 })
    await storePositions(database, device, [late])
    await expectTrack(device, [...rows, late])
    expect((await pack({ now: () => now + 1, quietMs: 2 }))!.dropped).toEqual([])
    expect((await pack({ now: () => now + 3, quietMs: 2 }))!.dropped).toEqual([midnight / dayMs])
    await expectTrack(device, [...rows, late])
  })

  test('a slice of rows on top of a packed day takes from it what lies between', async () => {
    const packed = every(4_000, midnight, 15_000)
    const device = await aTracked(packed)
    await pack()
    const late = every(4_000, midnight + 2_000, 15_000)
    await storePositions(database, device, late)
    for (const order of ['oldestFirst', 'newestFirst'] as const) {
      await expectTrack(device, [...packed, ...late], order)
    }
    await pack()
    await expectTrack(device, [...packed, ...late])
  })
})

describe('whatever happens meanwhile', () => {
  test('a packer that ends at any step loses nothing and repeats nothing', async () => {
    for (let step = 1; ; step++) {
      const rows = [...every(60_000, midnight + step, 20), ...every(60_000, midnight + dayMs, 20)]
      const device = await aTracked(rows)
      await pack({ quietMs: 1 })
      const late = every(60_000, midnight + 30_000 + step, 20)
      await storePositions(database, device, late)

      const client = await database.pool.connect()
      const isWhole = await packRound(endingAt(client, step), options).then(
        () => true,
        () => false,
      )
      client.release(true)
      await expectTrack(device, [...rows, ...late])
      await storePositions(database, device, late)
      await pack()
      await expectTrack(device, [...rows, ...late])
      expect(await partitions()).toEqual([])
      if (isWhole) {
        expect(step).toBeGreaterThan(20)
        return
      }
    }
  })

  /** A connection that is lost at its nth statement. */
  function endingAt(client: pg.PoolClient, step: number): Pick<pg.ClientBase, 'query'> {
    let count = 0
    const query = (...args: Parameters<typeof client.query>) => {
      if (++count < step) return client.query(...args)
      return Promise.reject(new Error('the connection is lost'))
    }
    return { query: query as never }
  }

  test('positions stored while days are packed and dropped are all there, at every instant', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => aTracked()))
    const stored = devices.map(() => new Map<number, PositionRow>())
    let isStoring = true
    let [reads, drops] = [0, 0]
    const random = (below: number) => Math.floor(Math.random() * below)
    const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true)
    const storing = devices.map(async (device, k) => {
      for (let i = 0; i < 30; i++) {
        // Now and then all rest until everything is packed, and dropped just as the next ones come.
        if (i === 10) await until(() => drops >= 1)
        if (i === 20) await until(() => drops >= 2)
        await sleep(random(5))
        const rows = Array.from({ length: 1 + random(5) }, () =>
          aPosition({
            fix_time: midnight + random(2) * dayMs + random(400) * 1_000,
            altitude_m: k * 100 + i,
          }),
        )
        const fresh = rows.filter((row, i) => rows.findIndex((one) => one.fix_time === row.fix_time) === i)
        await storePositions(database, device, fresh)
        for (const row of rows) if (!stored[k]!.has(row.fix_time)) stored[k]!.set(row.fix_time, row)
      }
    })
    const packing = (async () => {
      while (isStoring) drops += (await pack())?.dropped.length ?? 0
    })()
    const reading = (async () => {
      while (isStoring) {
        const k = reads++ % devices.length
        const before = [...stored[k]!.keys()]
        const times = [...(await read(devices[k]!)).fixTime]
        expect(new Set(times).size).toBe(times.length)
        expect(before.filter((time) => !times.includes(time))).toEqual([])
      }
    })()
    try {
      await Promise.all(storing)
      await until(() => reads >= devices.length)
    } finally {
      isStoring = false
      await Promise.all([packing, reading])
    }
    for (const [k, device] of devices.entries()) await expectTrack(device, [...stored[k]!.values()])
    await pack()
    for (const [k, device] of devices.entries()) await expectTrack(device, [...stored[k]!.values()])
    expect(await partitions()).toEqual([])
  })

  test('a position under way when its day is closed is waited for, or packed later', async () => {
    const device = await aTracked([aPosition({ fix_time: midnight })])
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      'insert into positions (device_id, fix_time, server_time, quality) values ($1, $2, 0, 0)',
      [device, midnight + 1],
    )
    expect(await pack()).toMatchObject({ deviceDays: 0, dropped: [] })
    await client.query('commit')
    client.release()
    expect(await pack()).toMatchObject({ points: 2, dropped: [midnight / dayMs] })
    expect((await read(device)).length).toBe(2)
  })

  test('a position under way while its day is packed again keeps the rows', async () => {
    const device = await aTracked([aPosition({ fix_time: midnight })])
    await pack({ quietMs: 1 })
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      'insert into positions (device_id, fix_time, server_time, quality) values ($1, $2, 0, 0)',
      [device, midnight + 1],
    )
    expect(await pack()).toMatchObject({ dropped: [] })
    await client.query('commit')
    client.release()
    expect(await pack()).toMatchObject({ points: 2, dropped: [midnight / dayMs] })
    expect((await read(device)).length).toBe(2)
  })

  test('only one packs at a time', async () => {
    const client = await database.pool.connect()
    await client.query('select pg_advisory_lock(7203050)')
    expect(await pack()).toBeNull()
    await client.query('select pg_advisory_unlock(7203050)')
    client.release()
    expect(await pack()).not.toBeNull()
  })

  test('a day that cannot be packed stays in rows, and the others are packed', async () => {
    const odd = [aPosition({ fix_time: midnight, course_deg: 400 })]
    const [bad, good] = [await aTracked(odd), await aTracked([aPosition({ fix_time: midnight })])]
    expect(await pack()).toMatchObject({ points: 1, dropped: [] })
    expect([await storedDays(bad), await storedDays(good)]).toMatchObject([[], [{ points: 1 }]])
    expect((await read(bad)).length).toBe(1)
    expect(await pack()).toMatchObject({ deviceDays: 0 })
    await database.pool.query('update positions set course_deg = 40')
    expect(await pack({ now: () => now + 3_600_001 })).toMatchObject({
      points: 1,
      dropped: [midnight / dayMs],
    })
    expect((await read(bad)).courseDeg[0]).toBe(40)
  })
})

describe('a position outside all partitions', () => {
  const store = (device: number, ...times: number[]) =>
    database.pool.query(
      'insert into positions (device_id, fix_time, server_time, quality) select $1, unnest($2::int8[]), 0, 0',
      [device, times],
    )
  const inDefault = async () =>
    (await database.pool.query('select fix_time from only positions_default order by 1')).rows

  test('is read at once, and packed with all others of its day', async () => {
    const device = await aTracked()
    const times = Array.from({ length: 50 }, (_, n) => midnight - n * 2 * dayMs)
    const readAll = () => read(device, times.at(-1))
    await store(device, ...times)
    expect((await readAll()).length).toBe(50)
    expect(await pack()).toMatchObject({ deviceDays: 50, points: 50 })
    expect(await inDefault()).toEqual([])
    await store(device, midnight + 1)
    expect((await readAll()).length).toBe(51)
    expect(await pack()).toMatchObject({ deviceDays: 1, points: 2 })
    expect((await readAll()).length).toBe(51)
    expect(await partitions()).toEqual([])
  })

  test('of a day that is not over waits for it', async () => {
    const device = await aTracked()
    await store(device, now + dayMs)
    expect(await pack()).toMatchObject({ deviceDays: 0 })
    expect(await inDefault()).toEqual([{ fix_time: now + dayMs }])
    expect(await pack({ now: () => now + 2 * dayMs })).toMatchObject({ points: 1 })
    expect(await inDefault()).toEqual([])
  })

  test('under way when its day is entered is waited for', async () => {
    const device = await aTracked()
    await store(device, midnight)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      'insert into positions (device_id, fix_time, server_time, quality) values ($1, $2, 0, 0)',
      [device, midnight + 1],
    )
    expect(await pack()).toMatchObject({ deviceDays: 0 })
    await client.query('commit')
    client.release()
    expect(await pack()).toMatchObject({ points: 2 })
    expect((await read(device)).length).toBe(2)
  })
})

describe('what is not to be kept', () => {
  test('a device is deleted while its days are packed, and neither fails', async () => {
    const device = await aTracked(every(60_000, midnight + dayMs, 10))
    await pack()
    const late = [midnight, midnight + dayMs + 30_000].map((fix_time) => aPosition({ fix_time }))
    await storePositions(database, device, late)
    const holder = await database.pool.connect()
    try {
      await holder.query('begin')
      // The packer gets as far as the first of both days.
      await holder.query('lock table packed_days in share row exclusive mode')
      const packing = pack()
      await expect.poll(() => waitingTransactions(database)).toBe(1)
      const deletion = database.pool.query('delete from devices where id = $1', [device])
      await expect.poll(() => waitingTransactions(database)).toBe(2)
      await holder.query('commit')
      expect((await Promise.all([packing, deletion]))[1].rowCount).toBe(1)
    } finally {
      holder.release()
    }
    expect(await storedDays(device)).toEqual([])
  })

  test('the days of a deleted device go with it, packed or not', async () => {
    const [packed, inRows] = [await aTracked(every(1_000, midnight, 3)), await aTracked()]
    await pack()
    await storePositions(database, inRows, every(1_000, midnight, 3))
    await database.pool.query('delete from devices where id = any($1)', [[packed, inRows]])
    await pack()
    expect([await storedDays(packed), await storedDays(inRows), await partitions()]).toEqual([[], [], []])
  })

  test('days before those that are kept are removed, and come no more', async () => {
    const rows = every(dayMs, midnight, 5)
    const device = await aTracked(rows)
    await pack()
    await pack({ daysKept: 3 })
    await expectTrack(device, rows.slice(2))
    await storePositions(database, device, rows.slice(0, 1))
    await pack({ daysKept: 3 })
    await expectTrack(device, rows.slice(2))
    expect(await partitions()).toEqual([])
  })
})
