import { limits } from '@trackway/core/codes/limits.ts'
import { runStates } from '@trackway/core/codes/states.ts'
import { type RawBuilder, sql } from 'kysely'
import { expireTimeSql, isConnectedSql } from '../devices/state-sql.ts'

/**
 * The order of the device list as SQL, for pages of large fleets: what `core/rules/device-order.ts` says,
 * held together by a test; the id makes it the same every time. For queries with `devices`, `device_types`
 * and `device_states`.
 */
export function deviceOrderSql(now: number): RawBuilder<unknown> {
  const isConnected = isConnectedSql(now)
  const isExpired = sql`coalesce(${expireTimeSql} <= ${sql.lit(now)}, false)`
  const isAlive = sql`(coalesce(${isConnected}, false) and (devices.activate_time is not null or ${isExpired}))`
  const isPlaced = sql`(device_states.fix_time is not null and device_states.latitude_e7 is not null
    and device_states.longitude_e7 is not null and device_states.state_time is not null)`
  const isStanding = sql`(device_states.state_time - device_states.fix_time > ${sql.lit(limits.stateGapMs)}
    or coalesce(device_states.speed_kmh, 0) <= ${sql.lit(limits.stoppedKmh)})`
  return sql`
    case when ${isAlive} then 0 when devices.activate_time is null and not ${isExpired} then 2 else 1 end,
    case when not ${isAlive} then 0
      when not ${isPlaced} then ${sql.lit(runStates.noPosition)}
      when ${isStanding} then ${sql.lit(runStates.stopped)}
      else ${sql.lit(runStates.moving)} end,
    device_states.state_time desc nulls last,
    devices.id`
}
