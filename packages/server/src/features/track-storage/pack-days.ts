import type pg from 'pg'
import { type DayRows, mergeDays, type PackedDay, packDay, unpackDay } from './packed-day.ts'
import { type ReadingSum, sumReadings } from './reading-sums.ts'
import { swapped, type TrackRow, trackColumns, trackOf } from './track-rows.ts'

const dayMs = 86_400_000
/** Device-days a transaction packs: enough to share a commit, few enough that late fixes of them wait for tens of ms. */
const groupSize = 8
/** A day that could not be packed is tried again after this. */
const retryMs = 3_600_000

type Client = Pick<pg.ClientBase, 'query'>

export interface Packing {
  /** Number of device-days that were processed; 0: nothing is marked. */
  count: number
  points: number
  /** What they take, packed. */
  bytes: number
  /** Those that stay in rows, and why. */
  problems: { deviceId: number; day: number; error: unknown }[]
}

/**
 * Packs some of the marked device-days, the newest first, in one transaction: with what is packed of them
 * already and all rows that are there.
 */
export async function packSome(client: Client, now: number): Promise<Packing> {
  const packing: Packing = { count: 0, points: 0, bytes: 0, problems: [] }
  await client.query('begin')
  try {
    // A parallel plan gathers points out of order.
    await client.query('set local max_parallel_workers_per_gather = 0')
    const marks = await takeMarks(client, now)
    const free = await withoutHeld(client, [...marks.values()].flat())
    for (const [day, marked] of marks) {
      const deviceIds = marked.filter((id) => free.has(id))
      packing.count += deviceIds.length
      await packDevices(client, day, deviceIds, now, packing)
    }
    await client.query('commit')
    return packing
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Marks held by those who are storing are passed over, so that nobody ever waits for another in a circle.
 * Holding a mark, the rows are read after everything that it marks was committed.
 * @returns devices by day
 */
async function takeMarks(client: Client, now: number): Promise<Map<number, number[]>> {
  const { rows } = await client.query<{ day: number; device_id: number }>(
    `select day, device_id from track_dirty where retry_time <= $1
     order by day desc, device_id desc limit $2 for update skip locked`,
    [now, groupSize],
  )
  const devices = new Map<number, number[]>()
  for (const { day, device_id } of rows) devices.set(day, [...(devices.get(day) ?? []), device_id])
  return devices
}

/**
 * What is stored refers to the devices. A deletion locks their rows first, and then all that refers to them: devices
 * that another transaction holds are left out, and packed in the next round. Marks of deleted devices are
 * settled as well.
 */
async function withoutHeld(client: Client, deviceIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `with held as (select id from devices where id = any($1::int4[]) order by id for key share skip locked)
     select id from held
     union select id from unnest($1::int4[]) as gone (id)
       where not exists (select from devices d where d.id = gone.id)`,
    [deviceIds],
  )
  return new Set(rows.map(({ id }) => id))
}

async function packDevices(
  client: Client,
  day: number,
  deviceIds: number[],
  now: number,
  packing: Packing,
): Promise<void> {
  const hot = await readRows(client, day, deviceIds)
  const stored = await readStored(client, day, deviceIds)
  const zones = await readZones(client, deviceIds)
  const [done, kept]: [number[], number[]] = [[], []]
  for (const deviceId of deviceIds) {
    let rows: DayRows | undefined
    let packed: PackedDay | undefined
    try {
      const before = stored.get(deviceId)
      rows = hot.get(deviceId)
      if (before !== undefined && rows !== undefined) rows = mergeDays(unpackDay(before), rows)
      if (rows !== undefined) packed = packDay(rows)
    } catch (error) {
      packing.problems.push({ deviceId, day, error })
      kept.push(deviceId)
      continue
    }
    if (rows !== undefined && packed !== undefined) {
      const readingSums = sumReadings(rows.track.fixTime, rows.extras, zones.get(deviceId) ?? 'UTC')
      await storeTrackDay(client, { day, deviceId, rows, packed, readingSums }, now)
      packing.points += rows.track.length
      packing.bytes += packed.block.length + packed.readings.length
    }
    done.push(deviceId)
  }
  await client.query('delete from track_dirty where day = $1 and device_id = any($2::int4[])', [day, done])
  await client.query(
    'delete from positions_default where device_id = any($1::int4[]) and fix_time >= $2 and fix_time < $3',
    [done, day * dayMs, (day + 1) * dayMs],
  )
  await client.query(
    'update track_dirty set retry_time = $3 where day = $1 and device_id = any($2::int4[])',
    [day, kept, now + retryMs],
  )
  await client.query('update packed_days set packed_time = $2 where day = $1', [day, now])
}

type RestRow = TrackRow & {
  device_id: number
  server_time: Buffer
  distance_m: Buffer
  extra: string
}

/** In JSON a line break can only be between values. */
async function readRows(client: Client, day: number, deviceIds: number[]): Promise<Map<number, DayRows>> {
  const { rows } = await client.query<RestRow>(
    `select device_id, ${trackColumns},
       string_agg(float8send(server_time), '') as server_time,
       string_agg(float4send(distance_m), '') as distance_m,
       string_agg(coalesce(translate(extra::text, E'\\n\\r', '  '), ''), E'\\n') as extra
     from (
       select * from positions where device_id = any($1::int4[]) and fix_time >= $2 and fix_time < $3
       order by device_id, fix_time) as points
     group by device_id`,
    [deviceIds, day * dayMs, (day + 1) * dayMs],
  )
  return new Map(
    rows.map((row) => [
      row.device_id,
      {
        track: trackOf(row),
        serverTimes: new Float64Array(swapped(row.server_time, 8)),
        distancesM: new Float32Array(swapped(row.distance_m, 4)),
        extras: row.extra.split('\n'),
      },
    ]),
  )
}

type Stored = Pick<PackedDay, 'block' | 'readings'>

async function readStored(client: Client, day: number, deviceIds: number[]): Promise<Map<number, Stored>> {
  const { rows } = await client.query<Stored & { device_id: number }>(
    'select device_id, block, readings from track_days where day = $1 and device_id = any($2::int4[])',
    [day, deviceIds],
  )
  return new Map(rows.map((row) => [row.device_id, row]))
}

/** Time zones of their owners. */
async function readZones(client: Client, deviceIds: number[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; time_zone: string }>(
    `select d.id, a.time_zone from devices d join accounts a on a.id = d.account_id where d.id = any($1::int4[])`,
    [deviceIds],
  )
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
}

interface TrackDay {
  day: number
  deviceId: number
  rows: Pick<DayRows, 'track'>
  packed: PackedDay
  readingSums: ReadingSum[] | null
}

/** A device that was deleted meanwhile has no track any more. */
export async function storeTrackDay(
  client: Client,
  { day, deviceId, rows: { track }, packed, readingSums }: TrackDay,
  now: number,
): Promise<void> {
  const { block, readings, box, cells, distanceM } = packed
  await client.query({
    name: 'store-track-day',
    text: `with hot as (delete from hot_day_cells where device_id = $1 and day = $2)
       insert into track_days (device_id, day, points, first_time, last_time, min_latitude_e7,
         max_latitude_e7, min_longitude_e7, max_longitude_e7, distance_m, packed_time, block, readings, cells,
         reading_sums)
       select id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 from devices where id = $1
       on conflict (device_id, day) do update set
         points = excluded.points, first_time = excluded.first_time,
         last_time = excluded.last_time, min_latitude_e7 = excluded.min_latitude_e7,
         max_latitude_e7 = excluded.max_latitude_e7, min_longitude_e7 = excluded.min_longitude_e7,
         max_longitude_e7 = excluded.max_longitude_e7, distance_m = excluded.distance_m,
         packed_time = excluded.packed_time, block = excluded.block, readings = excluded.readings,
         cells = excluded.cells, reading_sums = excluded.reading_sums`,
    values: [
      deviceId,
      day,
      track.length,
      track.fixTime[0],
      track.fixTime.at(-1),
      box?.minLatE7,
      box?.maxLatE7,
      box?.minLonE7,
      box?.maxLonE7,
      distanceM,
      now,
      block,
      readings,
      cells,
      readingSums && JSON.stringify(readingSums),
    ],
  })
}
