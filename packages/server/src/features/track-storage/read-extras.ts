import type pg from 'pg'
import { extrasOfDay } from './packed-day.ts'

const dayMs = 86_400_000

interface Row {
  block: Buffer | null
  readings: Buffer | null
  fix_time: number | null
  extra: string | null
}

/**
 * The readings of points of one UTC day besides their track, a line of JSON for each, '' for none.
 * @param times of the points, ascending
 */
export async function readExtras(
  pool: pg.Pool,
  deviceId: number,
  times: ArrayLike<number>,
): Promise<string[]> {
  if (times.length === 0) return []
  // In one statement, so that a day that is packed meanwhile, and its rows dropped, is found in one of the two.
  const { rows } = await pool.query<Row>(
    `select block, readings, null::int8 as fix_time, null as extra from track_days where device_id = $1 and day = $2
     union all
     select null, null, fix_time, extra::text from positions
     where device_id = $1 and fix_time between $3 and $4 and extra is not null`,
    [deviceId, Math.floor(times[0]! / dayMs), times[0], times[times.length - 1]],
  )
  const extras = new Map<number, string>()
  for (const { fix_time, extra } of rows) if (fix_time !== null) extras.set(fix_time, extra!)
  const packed = rows.find(({ block }) => block !== null)
  if (packed !== undefined) {
    // An instant that is packed stays as it is: it was stored first.
    const day = await extrasOfDay({ block: packed.block!, readings: packed.readings! })
    for (const [i, time] of day.times.entries()) extras.set(time, day.extras[i]!)
  }
  return Array.from(times, (time) => extras.get(time) ?? '')
}
