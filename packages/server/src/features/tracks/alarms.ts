import type { TrackAlarm } from '@trackway/core/features/tracks/calls.ts'
import type pg from 'pg'

/** As many alarms as a map can show at once; the alarm centre has all. */
const maxAlarms = 5_000

interface Range {
  from: number
  to: number
}

/** Alarms of a device, oldest first: the newest 5,000, and how many there are in all. */
export async function alarmsAlong(
  pool: pg.Pool,
  deviceId: number,
  { from, to }: Range,
): Promise<{ alarms: TrackAlarm[]; total: number }> {
  const { rows } = await pool.query<TrackAlarm & { total: number }>({
    name: 'alarms-along-track',
    text: `select fix_time as "fixTime", code, latitude_e7 / 1e7::float8 as lat, longitude_e7 / 1e7::float8 as lon,
        speed_kmh as "speedKmh", count(*) over ()::int4 as total
      from alarms where device_id = $1 and fix_time between $2 and $3 and phase <> 'end'
      order by fix_time desc, code limit ${maxAlarms}`,
    values: [deviceId, from, to],
  })
  const alarms = rows.toReversed().map(({ total: _, ...alarm }) => alarm)
  return { alarms, total: rows[0]?.total ?? 0 }
}
