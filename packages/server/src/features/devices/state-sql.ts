import type { ConnectionState } from '@trackway/core/codes/states.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The connection state of a device as SQL, for filtering, sorting and counting: the same cases in the same
 * order as `core/rules/vehicle-state.ts`, held together by a test. For queries with the tables `devices`,
 * `device_types` and `device_states` under their own names.
 */
export function connectionStateSql(now: number): RawBuilder<ConnectionState> {
  return sql<ConnectionState>`case
    when least(devices.platform_expire_time, devices.user_expire_time) <= ${sql.lit(now)} then 'expired'
    when devices.activate_time is null then 'inactive'
    when ${isConnectedSql(now)} then 'online'
    else 'offline' end`
}

/**
 * A connection is open, or the device never opens one (datagrams) and was heard of within the time its type
 * allows.
 */
export function isConnectedSql(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(device_states.is_connected or (device_states.connected_time is null
    and device_states.state_time > ${sql.lit(now)} - device_types.online_timeout_seconds * 1000))`
}

/** When the right to see the device ends: the earlier of its two terms. */
export const expireTimeSql = sql<number | null>`least(devices.platform_expire_time, devices.user_expire_time)`
