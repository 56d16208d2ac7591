import type pg from 'pg'
import { type DeviceStateRow, deviceStateColumns, newDeviceState } from '../ingest/device-state.ts'
import { toJson } from '../ingest/json.ts'

/** The columns of connections are not history's to write. */
const ofConnections: readonly string[] = [
  'device_id',
  'gateway',
  'is_connected',
  'connected_time',
  'remote_address',
  'wire',
]

const columns = Object.keys(deviceStateColumns)
const written = columns.filter((name) => !ofConnections.includes(name))

export interface KnownDevice {
  state: DeviceStateRow
  /** Of its owner. */
  timeZone: string
}

export async function readStates(
  pool: pg.Pool,
  deviceIds: readonly number[],
): Promise<Map<number, KnownDevice>> {
  const { rows } = await pool.query<DeviceStateRow & { time_zone: string }>(
    `select ${columns.map((name) => `s.${name}`).join(', ')}, a.time_zone
     from device_states s join devices d on d.id = s.device_id join accounts a on a.id = d.account_id
     where s.device_id = any($1)`,
    [deviceIds],
  )
  return new Map(
    rows.map(({ time_zone: timeZone, ...row }) => [
      row.device_id,
      { state: { ...newDeviceState(row.device_id), ...row }, timeZone },
    ]),
  )
}

/** @param activateTime for a device that reports for the first time */
export async function writeState(pool: pg.Pool, state: DeviceStateRow, activateTime: number): Promise<void> {
  const names = written.join(', ')
  await pool.query(
    `with heard as (update devices set activate_time = coalesce(activate_time, $2) where id = $3)
     update device_states set (${names}) =
       (select ${names} from jsonb_populate_record(null::device_states, $1::jsonb))
     where device_id = $3`,
    [toJson(state), activateTime, state.device_id],
  )
}
