import { limits } from '@trackway/core/codes/limits.ts'
import type { FleetOverview } from '@trackway/core/live/live.ts'
import { vehicleState } from '@trackway/core/rules/vehicle-state.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { expireTimeSql, isConnectedSql } from '../devices/state-sql.ts'
import { isLiveSql } from './order-sql.ts'

/**
 * How many devices of the scope are in which state, and the box around them. The database groups devices by what
 * their state depends on; the rule itself runs once for each of those few groups.
 */
export async function fleetOverview(db: Db, scope: Scope, now: number): Promise<FleetOverview> {
  const speedKmh = sql`coalesce(device_states.speed_kmh, 0)`
  const groups = await db
    .selectFrom('devices')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .where(devicesIn(scope))
    .select([
      sql<boolean>`coalesce(${isConnectedSql(now)} and ${isLiveSql(now, scope)}, false)`.as('is_heard'),
      sql<boolean>`devices.activate_time is not null`.as('is_activated'),
      sql<boolean>`coalesce(${expireTimeSql} <= ${sql.lit(now)}, false)`.as('is_expired'),
      sql<boolean>`(device_states.latitude_e7 is not null and device_states.longitude_e7 is not null
        and ${isLiveSql(now, scope)})`.as('has_position'),
      sql<
        boolean | null
      >`device_states.state_time - device_states.fix_time > ${sql.lit(limits.stateGapMs)}`.as('is_gap'),
      sql<number>`(${speedKmh} > ${sql.lit(limits.stoppedKmh)})::integer + (${speedKmh} > ${sql.lit(limits.fastKmh)})::integer`.as(
        'speed_band',
      ),
      sql<boolean>`${speedKmh} > coalesce(device_states.speed_limit_kmh, ${sql.lit(limits.overspeedKmh)})`.as(
        'is_over',
      ),
    ])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('device_states.speed_kmh').as('speed_kmh'),
      fn.min('longitude_e7').as('west'),
      fn.min('latitude_e7').as('south'),
      fn.max('longitude_e7').as('east'),
      fn.max('latitude_e7').as('north'),
    ])
    .groupBy(['is_heard', 'is_activated', 'is_expired', 'has_position', 'is_gap', 'speed_band', 'is_over'])
    .execute()
  const counts = groups.map((group) => {
    const facts = {
      isConnected: group.is_heard,
      activateTime: group.is_activated ? now : null,
      expireTime: group.is_expired ? now : null,
      stateTime: group.is_gap === null ? null : now,
      utcTime: group.is_gap === null ? null : now - (group.is_gap ? limits.stateGapMs + 1 : 0),
      hasPosition: group.has_position,
      speedKmh: group.speed_kmh,
      // Each vehicle has a limit of its own.
      speedLimitKmh: group.is_over ? 0 : Number.POSITIVE_INFINITY,
    }
    return { ...vehicleState(facts, now), count: group.count }
  })
  const placed = groups.filter((group) => group.has_position)
  const edge = (pick: typeof Math.min, of: (group: (typeof placed)[number]) => number | null) =>
    pick(...placed.map((group) => of(group) ?? 0)) / 1e7
  const box = {
    west: edge(Math.min, (group) => group.west),
    south: edge(Math.min, (group) => group.south),
    east: edge(Math.max, (group) => group.east),
    north: edge(Math.max, (group) => group.north),
  }
  return { counts, box: placed.length === 0 ? null : box }
}
