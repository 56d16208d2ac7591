import { sql } from 'kysely'
import { expireTimeSql } from '../features/devices/state-sql.ts'
import {
  type DeviceTerms,
  expiredPlacesSql,
  type LiveRow,
  selectLiveRows,
} from '../features/locations/live-state.ts'
import type { TodaySum } from '../features/locations/today.ts'
import type { Database, Db } from '../platform/database/database.ts'
import { eachRow } from '../platform/database/each-row.ts'
import type { Scope } from '../platform/http/session.ts'
import { accountsIn, devicesIn } from '../platform/scope/scope-sql.ts'

/**
 * A change is stamped before it is committed, so one that was stamped this long before a client's last
 * message may have been committed after it. Longer than any commit takes.
 */
export const commitSlackMs = 60_000

/** Live rows of devices, whoever owns them: the caller sends each only to those who may see its owner. */
export function liveRowsOf(db: Db, deviceIds: readonly number[]): Promise<LiveRow[]> {
  return selectLiveRows(db)
    .where('devices.id', '=', sql<number>`any(${sql.val(deviceIds)}::int4[])`)
    .execute()
}

/** Live rows of the devices within the scope. */
export function liveRowsIn(db: Db, scope: Scope, deviceIds: readonly number[]): Promise<LiveRow[]> {
  return selectLiveRows(db)
    .where(devicesIn(scope))
    .where('devices.id', '=', sql<number>`any(${sql.val(deviceIds)}::int4[])`)
    .execute()
}

/**
 * What in the scope may have changed since an instant, by a report, a look at its track or by time alone, in the order of the id.
 * @param afterId goes on after this device
 */
export function liveRowsSince(
  db: Db,
  scope: Scope,
  since: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<LiveRow[]> {
  const from = since - commitSlackMs
  return selectLiveRows(db)
    .where(devicesIn(scope))
    .where('devices.id', '>', afterId)
    .where((eb) =>
      eb.or([
        eb('device_states.change_time', '>=', from),
        eb('today_sums.change_time', '>=', from),
        // Silence and the end of a term change a state without a report.
        eb.and([
          eb('device_states.connected_time', 'is', null),
          eb('device_states.state_time', 'is not', null),
        ]),
        eb(expireTimeSql, '>=', from),
        eb('devices.platform_expire_time', '>=', from),
      ]),
    )
    .orderBy('devices.id')
    .limit(limit)
    .execute()
}

/** A device of the snapshot, and what else is remembered of whose it is. */
export interface SnapshotRow extends LiveRow {
  account_id: number
  icon_type: string
}

/** Hands over the devices of the scope in the order of the id, a slice at a time, as they are read. */
export function eachSnapshotRow(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  scope: Scope,
  { afterId, limit }: { afterId: number; limit: number },
  take: (row: SnapshotRow) => void,
): Promise<void> {
  const query = selectLiveRows(db, afterId)
    .select(['devices.account_id', 'devices.icon_type'])
    .where(devicesIn(scope))
    .where('devices.id', '>', afterId)
    .orderBy('devices.id')
    .limit(limit)
  return eachRow(pool, query.compile(), take)
}

/** Devices whose state changed between two instants without a report: a term ended, a silence grew too long. */
export async function devicesChangedByTime(db: Db, after: number, until: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices
    where (${expireTimeSql} > ${after} and ${expireTimeSql} <= ${until})
      or (platform_expire_time > ${after} and platform_expire_time <= ${until})
    union all
    select device_states.device_id from device_states
      join devices on devices.id = device_states.device_id
      join device_types on device_types.id = devices.device_type_id
    where device_states.connected_time is null
      and device_states.state_time + online_timeout_seconds * 1000 > ${after}
      and device_states.state_time + online_timeout_seconds * 1000 <= ${until}`.execute(db)
  return rows.map((row) => row.id)
}

export interface ChangedToday extends TodaySum {
  device_id: number
}

/** Figures of today from track processing that began at an instant or later. */
export function todaySumsSince(db: Db, since: number): Promise<ChangedToday[]> {
  return db
    .selectFrom('today_sums')
    .select(['device_id', 'today_start_time', 'today_m', 'counted_start_time', 'counted_m'])
    .where('change_time', '>=', since - commitSlackMs)
    .execute()
}

export interface OwnedDevice extends DeviceTerms {
  id: number
  account_id: number
  owner_path: string
}

/** Owners and terms of the devices named, or of those at and below an account in the order of the id. */
export async function ownedDevices(
  db: Db,
  of: { deviceIds: readonly number[] } | { path: string; afterId: number; limit: number },
): Promise<OwnedDevice[]> {
  const query = db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('today_sums', 'today_sums.device_id', 'devices.id')
    .select([
      'devices.id',
      'devices.account_id',
      'accounts.path as owner_path',
      'accounts.time_zone',
      'device_types.online_timeout_seconds',
      'devices.activate_time',
      'devices.odometer_offset_m',
      'today_sums.today_start_time',
      'today_sums.today_m',
      'today_sums.counted_start_time',
      'today_sums.counted_m',
      expireTimeSql.as('expire_time'),
      'devices.platform_expire_time',
      'devices.user_expire_time',
      expiredPlacesSql.as('expired_places'),
    ])
  if ('path' in of)
    return query
      .where(accountsIn(of))
      .where('devices.id', '>', of.afterId)
      .orderBy('devices.id')
      .limit(of.limit)
      .execute()
  return query.where('devices.id', '=', sql<number>`any(${sql.val(of.deviceIds)}::int4[])`).execute()
}

/** Accounts by id; those that are gone are left out. */
export async function accountsOf(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, { path: string; time_zone: string }>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'path', 'time_zone'])
    .where('id', '=', sql<number>`any(${sql.val(accountIds)}::int4[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
