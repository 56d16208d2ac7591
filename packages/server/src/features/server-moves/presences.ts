import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** What is known here of a device's connection. */
export interface Presence {
  isConnected: boolean
  /** When it logged in last, epoch ms; of one without connections, its last report; 0: never. */
  connectedTime: number
  /** Its last report or login, epoch ms; 0: never. */
  seenTime: number
  /** How long it is silent at most while it is there. */
  heartbeatMs: number
}

/** Devices that report by datagrams have no connection: a report is what a login is of others. */
export async function findPresences(db: Db, deviceIds: readonly number[]): Promise<Map<number, Presence>> {
  const { rows } = await sql<Presence & { deviceId: number }>`
    select s.device_id as "deviceId", s.is_connected as "isConnected",
      coalesce(s.connected_time, s.state_time, 0) as "connectedTime",
      greatest(coalesce(s.state_time, 0), coalesce(s.connected_time, 0)) as "seenTime",
      least(t.online_timeout_seconds * 1000, 600000) as "heartbeatMs"
    from device_states s join devices d on d.id = s.device_id join device_types t on t.id = d.device_type_id
    where s.device_id = any(${deviceIds}::int4[])`.execute(db)
  return new Map(rows.map(({ deviceId, ...presence }) => [deviceId, presence]))
}
