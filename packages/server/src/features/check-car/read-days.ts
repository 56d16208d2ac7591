import { noPlace } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import type { CandidateDay } from './candidate-days.ts'
import { type CopiedRow, copyRows } from './copy-rows.ts'
import type { DayBytes, DeviceBytes } from './search-work.ts'

const dayMs = 86_400_000

/** Candidates of a device that is looked for. */
export interface DeviceDays {
  deviceId: number
  days: readonly CandidateDay[]
}

/** Reads days as they are stored, not yet unpacked: that is the work of another thread. */
export async function readDays(pool: pg.Pool, devices: readonly DeviceDays[]): Promise<DeviceBytes[]> {
  const pairs = devices.flatMap(({ deviceId, days }) => days.map((day) => ({ deviceId, ...day })))
  const bytes = new Map([
    ...(await readBlocks(
      pool,
      pairs.filter(({ store }) => store === 'packed'),
    )),
    ...(await readRows(
      pool,
      pairs.filter(({ store }) => store === 'rows'),
    )),
  ])
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
type BytesOfDays = Map<string, Pick<DayBytes, 'block' | 'rows'>>

async function readBlocks(pool: pg.Pool, pairs: Pairs): Promise<BytesOfDays> {
  if (pairs.length === 0) return new Map()
  const rows = await copyRows(
    pool,
    `select device_id, day, block from ${pairsSql(pairs)} join track_days using (device_id, day)`,
  )
  return new Map(rows.map((row) => [keyOf(row), { block: row[2]!, rows: null }]))
}

/**
 * Rows and packed day are read in one statement, so that a day that is packed meanwhile, and its rows dropped,
 * is found in one of the two.
 */
async function readRows(pool: pg.Pool, pairs: Pairs): Promise<BytesOfDays> {
  if (pairs.length === 0) return new Map()
  const found = await copyRows(
    pool,
    `select pair.device_id, pair.day,
       (select block from track_days t where t.device_id = pair.device_id and t.day = pair.day) as block,
       times, lats, lons, qualities, satellites
     from ${pairsSql(pairs)} cross join lateral (
       select string_agg(float8send(fix_time), '') as times,
         string_agg(int4send(coalesce(latitude_e7, ${noPlace})), '') as lats,
         string_agg(int4send(coalesce(longitude_e7, ${noPlace})), '') as lons,
         string_agg(int2send(quality), '') as qualities,
         string_agg(int2send(coalesce(satellites, -1::int2)), '') as satellites
       from (
         select fix_time, latitude_e7, longitude_e7, quality, satellites from positions
         where device_id = pair.device_id
           and fix_time >= pair.day * ${dayMs}::int8 and fix_time < (pair.day + 1) * ${dayMs}::int8
         order by fix_time) as fixes) as columns`,
  )
  return new Map(
    found.map((row) => {
      const [, , block = null, times, lats, lons, qualities, satellites] = row
      const rows =
        times && lats && lons && qualities && satellites ? { times, lats, lons, qualities, satellites } : null
      return [keyOf(row), { block, rows }]
    }),
  )
}

/** Numbers alone; a copy takes no parameters. */
function pairsSql(pairs: Pairs): string {
  const list = (numbers: number[]) => `'{${numbers.join()}}'::int4[]`
  const [deviceIds, days] = [pairs.map(({ deviceId }) => deviceId), pairs.map(({ day }) => day)]
  return `unnest(${list(deviceIds)}, ${list(days)}) as pair (device_id, day)`
}

function keyOf([deviceId, day]: CopiedRow): string {
  return [deviceId!, day!]
    .map(({ buffer, byteOffset }) => new DataView(buffer, byteOffset).getInt32(0))
    .join(' ')
}
