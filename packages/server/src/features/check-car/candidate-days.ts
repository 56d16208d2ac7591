import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { type Box, widened } from '@trackway/core/geo/area.ts'
import { cellsCovering } from '@trackway/core/geo/cells.ts'
import type pg from 'pg'

/** A UTC day of a device that may have been in the area. */
export interface CandidateDay {
  day: number
  /** `packed`: all of it is in `track_days`. `rows`: some of it is, or was a moment ago, in `positions`. */
  store: 'packed' | 'rows'
  /** Nothing between the day before in the list and this one was passed over. */
  isNext: boolean
}

/**
 * So much wider the box is taken: around the first and last place of a day the cells next to theirs count too. A fix
 * whose way was short, or that wanders while the vehicle is parked, is then in the box if its way led through it.
 */
const cellM = 1_250
const shortWayM = 1_000
/** Latitude that a metre takes, and a tenth more. */
const metreE7 = 99
/** As far as one gets between two fixes whose way is known: 300 km/h for 5 minutes. Late fixes have no way. */
const longestWayM = 25_500
const longestWayE7 = longestWayM * metreE7

/**
 * Which days of these devices may have been in a box? Packed days are checked by their cells, and so are other days up
 * to where theirs are known (`hot_day_cells`); rows by a fix in the box or, by the metres from the fix before, on a way
 * that may have led through it.
 * One statement, so that a day that is packed meanwhile, and its rows dropped, is found in one of the two.
 * @param range the first and the last day are those before and after the requested range
 * @returns by device, in order of time; devices that were elsewhere are left out
 */
export async function findCandidateDays(
  pool: pg.Pool,
  deviceIds: readonly number[],
  { firstDay, lastDay, box }: { firstDay: number; lastDay: number; box: Box },
): Promise<Map<number, CandidateDay[]>> {
  const wide = widened(box, cellM)
  const isAround = wide.west > wide.east
  const { rows } = await pool.query<{ device_id: number; day: number; verdict: Verdict }>(
    `with sought as (select device_id from unnest($1::int4[]) as sought (device_id)),
       row_days as (
         select device_id, day from sought cross join (${rowDaysSql}) as days where day between $2 and $3
         union
         select device_id, (fix_time / 86400000)::int4 from sought join positions_default using (device_id)
         where fix_time >= $2::int4::int8 * 86400000 and fix_time < ($3::int4 + 1)::int8 * 86400000)
     select device_id, day, verdict from (
       select sought.device_id, t.day,
         case when exists (select from track_dirty d where d.device_id = sought.device_id and d.day = t.day)
             then 'rows'
           when t.cells = '{}' then 'empty'
           when t.min_latitude_e7 <= $5 and t.max_latitude_e7 >= $4
             and (t.min_longitude_e7 <= $7 ${isAround ? 'or' : 'and'} t.max_longitude_e7 >= $6)
             and ($8::int4[] is null or t.cells && $8::int4[]) then 'packed'
           else 'elsewhere' end as verdict
       from sought cross join lateral (
         select day, cells, min_latitude_e7, max_latitude_e7, min_longitude_e7, max_longitude_e7
         from track_days where device_id = sought.device_id and day between $2 and $3
         offset 0) as t
       union all
       select sought.device_id, sought.day,
         case when ${maySql(wide)} then 'rows'
           when hot.cells <> '{}' or ${existsFix(`${isTrusted} and ${isLaterThanHot}`)} then 'elsewhere'
           else 'empty' end
       from row_days as sought
       left join hot_day_cells hot on hot.device_id = sought.device_id and hot.day = sought.day
         and not exists (select from track_changes m where m.device_id = sought.device_id)
       where not exists (
         select from track_days t where t.device_id = sought.device_id and t.day = sought.day)
       -- Otherwise each verdict is found twice, once to compare it.
       offset 0
     ) as days
     where verdict <> 'empty' order by device_id, day`,
    [
      deviceIds,
      firstDay,
      lastDay,
      ...[wide.south, wide.north, wide.west, wide.east].map((degrees) => Math.round(degrees * 1e7)),
      cellsCovering(box),
    ],
  )
  return toDays(rows)
}

/** Of a day whose cells are known up to an instant, rows after it. */
const isLaterThanHot = 'x.fix_time > coalesce(hot.until_time, 0)'

const isTrusted = `(x.quality & ${untrustedBits & ~qualityBits.drift}) = 0`

type Verdict = 'packed' | 'rows' | 'elsewhere'

/** Days that have a partition of rows, by its name. Other days have theirs in the default partition. */
const rowDaysSql = `
  select day from pg_inherits join pg_class on pg_class.oid = inhrelid
  cross join lateral (
    select case when relname ~ '^positions_[0-9]{8}$' then to_date(right(relname, 8), 'YYYYMMDD') - date '1970-01-01' end
      as day) as its_day
  where inhparent = 'positions'::regclass`

const fixesOfDay = `positions x where x.device_id = sought.device_id
    and x.fix_time >= sought.day * 86400000::int8 and x.fix_time < (sought.day + 1) * 86400000::int8`

function existsFix(condition: string): string {
  return `exists (select from ${fixesOfDay} and ${condition})`
}

/**
 * May the device have been in the box on a day of rows? Of the day before and the day after the range only the fix
 * next to it counts, for the way from there or to there.
 */
function maySql(box: Box): string {
  const may = mayHaveBeenIn(box)
  const edge = (order: 'asc' | 'desc') => `exists (
    select from (select * from ${fixesOfDay} and ${isTrusted} order by x.fix_time ${order} limit 1) as x where ${may})`
  const isThere = `(hot.device_id is not null and ($8::int4[] is null or hot.cells && $8::int4[])
    or ${existsFix(`${isTrusted} and ${isLaterThanHot} and ${may}`)})`
  return `case sought.day when $2 then ${edge('desc')} when $3 then ${edge('asc')} else ${isThere} end`
}

/** The fix, or the way to it from the one before, may be in the box. One comparison decides for most fixes. */
function mayHaveBeenIn({ south, north, west, east }: Box): string {
  const beside =
    west > east ? '(x.longitude_e7 >= $6 or x.longitude_e7 <= $7)' : 'x.longitude_e7 between $6 and $7'
  const isLate = `x.quality & ${qualityBits.late} <> 0`
  const reach = `case when ${isLate} then ${longestWayE7} else x.distance_m * ${metreE7} end`
  const shrink = Math.cos((Math.min(89, Math.max(-south, north) + 0.25) * Math.PI) / 180)
  const aside = longestWayE7 / 1e7 / shrink
  // Near the 180th meridian a fix in reach may be on the other side of it.
  const isNearSeam = west > east || west - aside < -180 || east + aside > 180
  const longitudeReach = `(${reach}) * ${(1 / shrink).toFixed(3)}`
  return `((x.latitude_e7 between $4 and $5 and ${beside})
    or ((x.distance_m > ${shortWayM} or ${isLate}) and x.latitude_e7 between $4 - ${reach} and $5 + ${reach}
      ${isNearSeam ? '' : `and x.longitude_e7 between $6 - ${longitudeReach} and $7 + ${longitudeReach}`}))`
}

function toDays(
  rows: readonly { device_id: number; day: number; verdict: Verdict }[],
): Map<number, CandidateDay[]> {
  const found = new Map<number, CandidateDay[]>()
  let isNext = true
  for (const { device_id: deviceId, day, verdict } of rows) {
    if (verdict === 'elsewhere') {
      isNext = false
      continue
    }
    const days = found.get(deviceId)
    if (days === undefined) found.set(deviceId, [{ day, store: verdict, isNext: true }])
    else days.push({ day, store: verdict, isNext })
    isNext = true
  }
  return found
}
