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

/** Around the first and last place of a day the cells next to theirs count; the box has to as well. */
const cellM = 1_250
/** A fix that wanders while the vehicle stands may lie so far from where it stands (ingest/rules/plausibility.ts). */
const wanderE7 = 50_000
/** Latitude that a metre takes, and a tenth more. */
const metreE7 = 99
/** As far as one gets between two fixes whose way is known: 300 km/h for 5 minutes. A late fix does not say. */
const longestWayM = 25_500
const longestWayE7 = longestWayM * metreE7

/**
 * Which days of these devices may have been in a box? Packed days tell by their cells, those without by their
 * box; rows by a fix in the box or, by the metres from the fix before, on a way that may have led through it.
 * One statement, so that a day that is packed meanwhile, and its rows dropped, is found in one of the two.
 * @returns by device, in order of time; devices that were elsewhere are left out
 */
export async function findCandidateDays(
  pool: pg.Pool,
  deviceIds: readonly number[],
  { firstDay, lastDay, box }: { firstDay: number; lastDay: number; box: Box },
): Promise<Map<number, CandidateDay[]>> {
  const wide = widened(box, cellM)
  const isAround = wide.west > wide.east
  const { rows } = await pool.query<{ device_id: number; day: number; verdict: Verdict }>({
    text: `
      select device_id, day, verdict from (
        select sought.device_id, day,
          case when t.device_id is not null and d.device_id is not null then 'rows'
            when t.device_id is not null then case
              when t.cells = '{}' then 'empty'
              when t.min_latitude_e7 <= $5 and t.max_latitude_e7 >= $4
                and (t.min_longitude_e7 <= $7 ${isAround ? 'or' : 'and'} t.max_longitude_e7 >= $6)
                and (t.cells is null or $8::int4[] is null or t.cells && $8::int4[]) then 'packed'
              else 'elsewhere' end
            when ${existsFix(`${isBelieved} and ${mayHaveBeenIn(wide)}`)}
              then 'rows'
            when ${existsFix(isBelieved)} then 'elsewhere'
            else 'empty' end as verdict
        from unnest($1::int4[]) as sought (device_id) cross join generate_series($2::int4, $3::int4) as day
        left join track_days t using (device_id, day)
        left join track_dirty d using (device_id, day)
      ) as days
      where verdict <> 'empty' order by device_id, day`,
    values: [
      deviceIds,
      firstDay,
      lastDay,
      ...[wide.south, wide.north, wide.west, wide.east].map((degrees) => Math.round(degrees * 1e7)),
      cellsCovering(box),
    ],
  })
  return toDays(rows)
}

const isBelieved = `(x.quality & ${untrustedBits & ~qualityBits.drift}) = 0`

type Verdict = 'packed' | 'rows' | 'elsewhere'

function existsFix(condition: string): string {
  return `exists (select from positions x where x.device_id = sought.device_id
    and x.fix_time >= day * 86400000::int8 and x.fix_time < (day + 1) * 86400000::int8 and ${condition})`
}

/** The fix, or the way to it from the one before, may lie in the box: more often than not it does. */
function mayHaveBeenIn({ south, north, west, east }: Box): string {
  const reach = `case when x.quality & ${qualityBits.late} = 0 then ${wanderE7} + x.distance_m * ${metreE7} else ${longestWayE7} end`
  const inLatitude = `x.latitude_e7 between $4 - ${reach} and $5 + ${reach}`
  const shrink = Math.cos((Math.min(89, Math.max(-south, north) + 0.25) * Math.PI) / 180)
  const aside = longestWayE7 / 1e7 / shrink
  // Near the 180th meridian a fix in reach may be on the other side of it.
  if (west > east || west - aside < -180 || east + aside > 180) return inLatitude
  const longitudeReach = `(${reach}) * ${(1 / shrink).toFixed(3)}`
  return `${inLatitude} and x.longitude_e7 between $6 - ${longitudeReach} and $7 + ${longitudeReach}`
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
