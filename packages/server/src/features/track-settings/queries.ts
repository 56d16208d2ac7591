import type { SettingOrigins } from '@trackway/core/features/track-settings/setting-levels.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'
import { originsOf } from './origins.ts'
import { effective, levelsOf, mostDaysKept, type OwnSettings, type SetLevel } from './resolve.ts'

/** Where settings are set: for a device; or for an account and all below it, for one type of devices or all. */
export type Level = { deviceId: number } | { accountId: number; path: string; deviceTypeId: number | null }

export interface LevelSettings {
  own: OwnSettings
  /** What counts where nothing is set here, */
  inherited: TrackSettingValues
  origins: SettingOrigins
  /** and with what is. */
  effective: TrackSettingValues
  /** More than this `daysKept` cannot be; null: there is no limit. */
  mostDaysKept: number | null
}

/** @throws {Refusal} `notFound`, also for a stranger's account or device and for a type there is none of */
export async function findLevel(
  db: Db,
  scope: Scope,
  asked: { userId?: number | undefined; deviceType?: number | undefined; terminalID?: string | undefined },
): Promise<Level & { accountId: number; terminalId?: string }> {
  if (asked.terminalID !== undefined) return findOwnedDevice(db, scope, asked.terminalID)
  const { id, path } = await findAccountRow(db, scope, asked.userId ?? scope.accountId)
  if (asked.deviceType === undefined) return { accountId: id, path, deviceTypeId: null }
  const type = await db
    .selectFrom('device_types')
    .select('id')
    .where((eb) => eb(eb.cast<number>('id', 'bigint'), '=', asked.deviceType!))
    .executeTakeFirstOrThrow(refusal('notFound'))
  return { accountId: id, path, deviceTypeId: type.id }
}

export async function settingsAt(pool: pg.Pool, level: Level, scope: Scope): Promise<LevelSettings> {
  const levels =
    'deviceId' in level
      ? ((await levelsOf(pool, [level.deviceId])).get(level.deviceId) ?? [])
      : await levelsAbove(pool, level)
  const isOwn = ({ origin, accountId }: SetLevel) =>
    'deviceId' in level
      ? origin === 'device'
      : accountId === level.accountId && (origin === 'type') === (level.deviceTypeId !== null)
  const own = levels.find(isOwn)?.own ?? {}
  const above = levels.filter((each) => !isOwn(each))
  return {
    own,
    inherited: effective(above),
    origins: originsOf(
      above.map(({ own, origin, ...whose }) => ({
        ...whose,
        isType: origin === 'type',
        fields: Object.keys(own),
      })),
      scope,
    ),
    effective: effective(levels),
    mostDaysKept: mostDaysKept(levels),
  }
}

/** Replaces what is set, and has the days from `from` on found anew wherever it counts. */
export async function setSettings(db: Db, level: Level, own: OwnSettings, from: number): Promise<void> {
  const [accountId, typeId, deviceId] =
    'deviceId' in level ? [null, null, level.deviceId] : [level.accountId, level.deviceTypeId, null]
  const path = 'deviceId' in level ? '' : level.path
  const set = JSON.stringify(own)
  // One statement: settings that count, and days that were found by others, never stand side by side unmarked.
  await sql`
    with level (account_id, device_type_id, device_id, own) as (
      values (${accountId}::int4, ${typeId}::int4, ${deviceId}::int4, ${set}::jsonb)
    ), removed as (
      delete from track_settings s using level l where l.own = '{}' and s.account_id is not distinct from l.account_id
        and s.device_type_id is not distinct from l.device_type_id and s.device_id is not distinct from l.device_id
    ), put as (
      insert into track_settings (account_id, device_type_id, device_id, own)
      select * from level where own <> '{}'
      on conflict on constraint track_settings_level do update set own = excluded.own
    )
    insert into track_changes (device_id, from_time)
    select d.id, ${from}::int8 from level l, devices d join accounts a on a.id = d.account_id
    where d.id = l.device_id or a.path >= ${path} and a.path < ${path === '' ? '' : pathEnd(path)}
      and (l.device_type_id is null or d.device_type_id = l.device_type_id)`.execute(db)
}

/** What is set there now. Whoever else sets something there waits for the end of the transaction. */
export async function lockOwn(tx: Db, level: Level): Promise<OwnSettings> {
  const [accountId, typeId, deviceId] =
    'deviceId' in level ? [null, null, level.deviceId] : [level.accountId, level.deviceTypeId, null]
  const key = `track settings ${accountId} ${typeId} ${deviceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const { rows } = await sql<{ own: OwnSettings }>`
    select own from track_settings where account_id is not distinct from ${accountId}::int4
      and device_type_id is not distinct from ${typeId}::int4 and device_id is not distinct from ${deviceId}::int4`.execute(
    tx,
  )
  return rows[0]?.own ?? {}
}

/** What is set for an account and those above it, for one type or all. The furthest first. */
async function levelsAbove(pool: pg.Pool, { path, deviceTypeId }: Exclude<Level, { deviceId: number }>) {
  const { rows } = await pool.query<SetLevel>(
    `select case when s.device_type_id is null then 'account' else 'type' end as origin,
       s.account_id as "accountId", a.path <> $1 as "isAbove", a.username, a.path, own
     from track_settings s join accounts a on a.id = s.account_id
     where starts_with($1, a.path) and (s.device_type_id is null or s.device_type_id = $2)
     order by length(a.path), origin`,
    [path, deviceTypeId],
  )
  return rows
}
