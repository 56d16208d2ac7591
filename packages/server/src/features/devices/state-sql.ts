import type { ConnectionState } from '@trackway/core/codes/states.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../platform/http/session.ts'

/**
 * The connection state of a device as SQL, for filtering and counting: the same cases in the same order as
 * `core/rules/vehicle-state.ts`, held together by a test. For queries with the tables `devices`,
 * `device_types` and `device_states` under their own names.
 */
export function connectionStateSql(now: number): RawBuilder<ConnectionState> {
  return stateCase<ConnectionState>(now, {
    expired: 'expired',
    inactive: 'inactive',
    online: 'online',
    offline: 'offline',
  })
}

/** The same as a number to sort by. */
export function connectionRankSql(now: number): RawBuilder<number> {
  return stateCase<number>(now, { online: 0, offline: 1, inactive: 2, expired: 3 })
}

/** What people call the type of a device, for queries with `device_types`. */
export const typeNameSql: RawBuilder<string> = sql`coalesce(device_types.label, device_types.name)`

/** `displayName` of `core/rules/device-order.ts` as SQL, for queries with `devices`. */
export const displayNameSql: RawBuilder<string> = sql`
  coalesce(nullif(devices.car_number, ''), nullif(devices.nickname, ''), devices.terminal_id)`

function stateCase<T>(now: number, values: Record<ConnectionState, T>): RawBuilder<T> {
  return sql<T>`case
    when ${expireTimeSql} <= ${sql.lit(now)} then ${sql.lit(values.expired)}
    when devices.activate_time is null then ${sql.lit(values.inactive)}
    when ${isConnectedSql(now)} then ${sql.lit(values.online)}
    else ${sql.lit(values.offline)} end`
}

/**
 * A connection is open, or the device never opens one (datagrams) and reported within the time its type
 * allows.
 */
export function isConnectedSql(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(device_states.is_connected or (device_states.connected_time is null
    and device_states.state_time > ${sql.lit(now)} - device_types.online_timeout_seconds * 1000))`
}

/** It has reported before, and not for so many days; for queries with `device_states`. */
export function isSilentSql(now: number, days: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`device_states.state_time < ${now - days * 86_400_000}::int8`
}

/** When the right to see the device ends: the earlier of its two terms. */
export const expireTimeSql = sql<number | null>`least(devices.platform_expire_time, devices.user_expire_time)`

/**
 * The terms of the device in a time of one of its owners, for queries of `device_owners` and `devices`: those that the next
 * one gets take nothing from who had it before.
 */
export const ownerTerms = {
  platform: sql<number | null>`case when device_owners.to_time is null then devices.platform_expire_time
    else device_owners.platform_expire_time end`,
  user: sql<number | null>`case when device_owners.to_time is null then devices.user_expire_time
    else device_owners.user_expire_time end`,
}

/** Until when the caller sees what is of such a time. */
export function ownerViewEndSql(scope: Pick<Scope, 'audience'>): RawBuilder<number | null> {
  if (scope.audience === 'administrator') return sql`null::int8`
  const { platform, user } = ownerTerms
  return scope.audience === 'agent' ? sql`(${platform})` : sql`least(${platform}, ${user})`
}

/** Until when the caller sees the device: `viewEnd` of `core/rules/service-terms.ts`; null: without end. */
export function viewEndSql(scope: Pick<Scope, 'audience'>): RawBuilder<number | null> {
  if (scope.audience === 'administrator') return sql`null::int8`
  return scope.audience === 'agent' ? sql`devices.platform_expire_time` : expireTimeSql
}
