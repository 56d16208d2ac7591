import type { Database } from '@trackway/server/platform/database/database.ts'

/** The place of a device of the benches, in 1e-7 degrees: over a country, every tenth in one city. */
export function placeOf(deviceId: number): { latitudeE7: number; longitudeE7: number } {
  const [a, b] = [part(deviceId * 2), part(deviceId * 2 + 1)]
  const [lat, lon] = deviceId % 10 === 3 ? [29.5 + a, 111.5 + b] : [22 + a * 18, 98 + b * 24]
  return { latitudeE7: Math.round(lat * 1e7), longitudeE7: Math.round(lon * 1e7) }
}

/** 0 to 1, the same for the same number. */
function part(number: number): number {
  const mixed = Math.sin(number * 12.9898) * 43_758.5453
  return mixed - Math.floor(mixed)
}

/** Puts devices 1 to `count` of the administrator's customers into the database, with their states. */
export async function fillLiveFleet({ pool }: Pick<Database, 'pool'>, count: number): Promise<void> {
  const now = Date.now()
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select 1000 + n, 1, '/1/' || (1000 + n) || '/', 'customer' || n, '', 3, 0 from generate_series(1, 100) n`,
  )
  await pool.query(
    `insert into devices (id, terminal_id, account_id, device_type_id, nickname, car_number, iccid, sim, activate_time, icon_type, create_time)
     overriding system value
     select n, 860000000000000 + n, 1001 + n % 100, 13, 'vehicle ' || n, 'B' || lpad(n::text, 6, '0'), '8986' || lpad(n::text, 16, '0'),
       '1' || lpad(n::text, 10, '0'), case when n % 50 > 0 then 1 end, (array['car', 'truck', 'van'])[1 + n % 3], $2::int8
     from generate_series(1, $1::int4) n`,
    [count, now],
  )
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const places = ids.map(placeOf)
  await pool.query(
    `insert into device_states (device_id, is_connected, connected_time, state_time, fix_time, change_time, latitude_e7, longitude_e7,
       speed_kmh, course_deg, satellites, acc_on, acc_since, gsm_level, external_voltage_v, odometer_m, day_start_time, day_m)
     select id, id % 3 > 0, $4::int8 - 1000, $4 - id % 60000, $4 - id % 60000 - 1500, $4, latitude, longitude,
       case when id % 4 > 0 then 30 + id % 95 else 0 end, id % 360, 11, true, $4 - 60000, 4, 13.8, 1234567, $4, 54321
     from unnest($1::int4[], $2::int4[], $3::int4[]) as place (id, latitude, longitude)`,
    [ids, places.map(({ latitudeE7 }) => latitudeE7), places.map(({ longitudeE7 }) => longitudeE7), now],
  )
  await pool.query('vacuum analyze')
}
