import { limits } from '@trackway/core/codes/limits.ts'
import { runStates } from '@trackway/core/codes/states.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/http/session.ts'
import { expireTimeSql, isConnectedSql, viewEndSql } from '../devices/state-sql.ts'

type Viewer = Pick<Scope, 'audience'>

/** Does the caller see the device live (`core/rules/service-terms.ts`)? */
export function isLiveSql(now: number, scope: Viewer): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${viewEndSql(scope)} > ${sql.lit(now)}, true)`
}

/** The time of its last contact, as far as the caller sees it. */
function seenTimeSql(now: number, scope: Viewer): RawBuilder<number | null> {
  return sql`case when ${isLiveSql(now, scope)} then device_states.state_time
    else least(device_states.state_time, ${viewEndSql(scope)}) end`
}

const runStateSql = sql<number>`case
  when device_states.fix_time is null or device_states.latitude_e7 is null or device_states.longitude_e7 is null
    or device_states.state_time is null then ${sql.lit(runStates.noPosition)}
  when device_states.state_time - device_states.fix_time > ${sql.lit(limits.stateGapMs)}
    or coalesce(device_states.speed_kmh, 0) <= ${sql.lit(limits.stoppedKmh)} then ${sql.lit(runStates.stopped)}
  else ${sql.lit(runStates.moving)} end`

/** The rank of a device as `orderRank` of `core/rules/device-order.ts` has it; a test compares the two. */
function rankSql(now: number, scope: Viewer): RawBuilder<number> {
  const isExpired = sql`coalesce(${expireTimeSql} <= ${sql.lit(now)}, false)`
  return sql<number>`case
    when ${isConnectedSql(now)} and ${isLiveSql(now, scope)} and (devices.activate_time is not null or ${isExpired}) then ${runStateSql}
    when devices.activate_time is null and not ${isExpired} then 6
    else 5 end`
}

/** The same by the state alone: the other columns of the device may rank it later, never earlier. */
function stateRankSql(now: number): RawBuilder<number> {
  return sql<number>`case
    when device_states.is_connected or (device_states.connected_time is null and device_states.state_time >
      ${sql.lit(now)} - (select max(online_timeout_seconds) from device_types) * 1000) then ${runStateSql}
    else 5 end`
}

/** Whether that is its rank. */
export function isRankOfStateSql(now: number, scope: Viewer): RawBuilder<boolean> {
  return sql<boolean>`${rankSql(now, scope)} = ${stateRankSql(now)}`
}

/**
 * The order of the device list as SQL, for pages of large fleets: that of `core/rules/device-order.ts`; the id makes
 * it the same every time. For queries with `devices`, `device_types` and `device_states`.
 */
export function deviceOrderSql(now: number, scope: Viewer): RawBuilder<unknown> {
  return sql`${rankSql(now, scope)}, ${seenTimeSql(now, scope)} desc nulls last, devices.id`
}

/** The same by the state alone, for queries with `device_states` only. */
export function stateOrderSql(now: number): RawBuilder<unknown> {
  return sql`${stateRankSql(now)}, device_states.state_time desc nulls last, device_states.device_id`
}
