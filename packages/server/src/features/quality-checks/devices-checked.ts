import type { DeviceProfile } from '@trackway/protocols/protocol.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isConnectedSql } from '../devices/state-sql.ts'

/** What is known of a device that is checked. */
export interface CheckedDevice {
  deviceId: number
  wire: string
  profile: DeviceProfile
  isConnected: boolean
  /** Null: never. */
  connectedTime: number | null
  stateTime: number | null
  information: Record<string, unknown>
}

interface Row extends Omit<CheckedDevice, 'profile'> {
  dialect: string | null
  offset: number | null
  isChecksumOptional: boolean
}

/** Connection, dialect and own words of these devices, by their ids. */
export async function readDevices(
  db: Db,
  deviceIds: readonly number[],
  now: number,
): Promise<Map<number, CheckedDevice>> {
  const { rows } = await sql<Row>`
    select devices.id as "deviceId", device_types.wire, device_types.dialect,
      coalesce(devices.utc_offset_minutes, device_types.utc_offset_minutes) as "offset",
      device_types.is_checksum_optional as "isChecksumOptional", coalesce(${isConnectedSql(now)}, false) as "isConnected",
      device_states.connected_time as "connectedTime", device_states.state_time as "stateTime", devices.information
    from devices join device_types on device_types.id = devices.device_type_id
      left join device_states on device_states.device_id = devices.id
    where devices.id = any(${deviceIds}::int4[])`.execute(db)
  return new Map(
    rows.map(({ dialect, offset, isChecksumOptional, ...row }) => [
      row.deviceId,
      {
        ...row,
        profile: {
          ...(dialect !== null && { dialect }),
          ...(offset !== null && { utcOffsetMinutes: offset }),
          ...(isChecksumOptional && { isChecksumOptional: true }),
        },
      },
    ]),
  )
}
