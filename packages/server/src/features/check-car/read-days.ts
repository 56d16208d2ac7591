import { noPlace } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import type { CandidateDay } from './candidate-days.ts'
import type { DayBytes, DeviceBytes, RowBytes } from './search-work.ts'

const dayMs = 86_400_000

/** Candidates of a device that is looked for. */
export interface DeviceDays {
  deviceId: number
  days: readonly CandidateDay[]
}

/** Reads days as they are stored, not yet unpacked: that is the work of another thread. */
export async function readDays(pool: pg.Pool, devices: readonly DeviceDays[]): Promise<DeviceBytes[]> {
  const bytes = new Map<string, Partial<DayBytes>>()
  const pairs = devices.flatMap(({ deviceId, days }) => days.map((day) => ({ deviceId, ...day })))
  await readBlocks(
    pool,
    pairs.filter(({ store }) => store === 'packed'),
    bytes,
  )
  await readRows(
    pool,
    pairs.filter(({ store }) => store === 'rows'),
    bytes,
  )
  return devices.map(({ deviceId, days }) => ({
    deviceId,
    days: days.map(({ day, isNext }) => ({
      block: null,
      rows: null,
      isNext,
      ...bytes.get(`${deviceId} ${day}`),
    })),
  }))
}

type Pairs = readonly { deviceId: number; day: number }[]

const columnsOf = (pairs: Pairs) => [pairs.map(({ deviceId }) => deviceId), pairs.map(({ day }) => day)]

async function readBlocks(pool: pg.Pool, pairs: Pairs, bytes: Map<string, Partial<DayBytes>>): Promise<void> {
  if (pairs.length === 0) return
  const { rows } = await pool.query<{ device_id: number; day: number; block: Buffer }>({
    name: 'check-car-blocks',
    text: `select device_id, day, block
      from unnest($1::int4[], $2::int4[]) as pair (device_id, day) join track_days using (device_id, day)`,
    values: columnsOf(pairs),
  })
  for (const { device_id, day, block } of rows) bytes.set(`${device_id} ${day}`, { block: ownBytes(block) })
}

type RowOfDay = { device_id: number; day: number; block: Buffer | null } & Record<
  keyof RowBytes,
  Buffer | null
>

/**
 * Rows and packed day are read in one statement, so that a day that is packed meanwhile, and its rows dropped,
 * is found in one of the two.
 */
async function readRows(pool: pg.Pool, pairs: Pairs, bytes: Map<string, Partial<DayBytes>>): Promise<void> {
  if (pairs.length === 0) return
  const { rows } = await pool.query<RowOfDay>(
    `select pair.device_id, pair.day, times, lats, lons, qualities,
       (select block from track_days t where t.device_id = pair.device_id and t.day = pair.day) as block
     from unnest($1::int4[], $2::int4[]) as pair (device_id, day) cross join lateral (
       select string_agg(float8send(fix_time), '') as times,
         string_agg(int4send(coalesce(latitude_e7, ${noPlace})), '') as lats,
         string_agg(int4send(coalesce(longitude_e7, ${noPlace})), '') as lons,
         string_agg(int2send(quality), '') as qualities
       from (
         select fix_time, latitude_e7, longitude_e7, quality from positions
         where device_id = pair.device_id
           and fix_time >= pair.day * ${dayMs}::int8 and fix_time < (pair.day + 1) * ${dayMs}::int8
         order by fix_time) as fixes) as columns`,
    columnsOf(pairs),
  )
  for (const { device_id, day, block, times, lats, lons, qualities } of rows) {
    const columns =
      times && lats && lons && qualities
        ? {
            times: ownBytes(times),
            lats: ownBytes(lats),
            lons: ownBytes(lons),
            qualities: ownBytes(qualities),
          }
        : null
    bytes.set(`${device_id} ${day}`, { block: block && ownBytes(block), rows: columns })
  }
}

/** A copy that can be given away to another thread: what the driver hands out shares memory with other rows. */
function ownBytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
