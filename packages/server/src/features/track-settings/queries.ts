import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { effective, levelsOf, mostDaysKept, type OwnSettings, type SetLevel } from './resolve.ts'

/** Where settings are set: for a device; or for an account and all below it, for one type of devices or all. */
export type Level = { deviceId: number } | { accountId: number; path: string; deviceTypeId: number | null }

export interface LevelSettings {
  own: OwnSettings
  /** What counts where nothing is set here, */
  inherited: TrackSettingValues
  /** and with what is. */
  effective: TrackSettingValues
  /** More than this `daysKept` can not be; null: there is no limit. */
  mostDaysKept: number | null
}

/** @throws {Refusal} `notFound`, also for a stranger's account or device and for a type there is none of */
export async function findLevel(
  db: Db,
  scope: Scope,
  asked: { userId?: number | undefined; deviceType?: number | undefined; terminalID?: string | undefined },
): Promise<Level> {
  if (asked.terminalID !== undefined) return { deviceId: await findDeviceId(db, scope, asked.terminalID) }
  const { id, path } = await findAccountRow(db, scope, asked.userId ?? scope.accountId)
  if (asked.deviceType === undefined) return { accountId: id, path, deviceTypeId: null }
  const type = await db
    .selectFrom('device_types')
    .select('id')
    .where((eb) => eb(eb.cast<number>('id', 'bigint'), '=', asked.deviceType!))
    .executeTakeFirst()
  if (type === undefined) throw new Refusal('notFound')
  return { accountId: id, path, deviceTypeId: type.id }
}

export async function settingsAt(pool: pg.Pool, level: Level): Promise<LevelSettings> {
  const levels =
    'deviceId' in level
      ? ((await levelsOf(pool, [level.deviceId])).get(level.deviceId) ?? [])
      : await levelsAbove(pool, level)
  const isOwn = ({ origin, accountId }: SetLevel) =>
    'deviceId' in level
      ? origin === 'device'
      : accountId === level.accountId && (origin === 'type') === (level.deviceTypeId !== null)
  const own = levels.find(isOwn)?.own ?? {}
  return {
    own,
    inherited: effective(levels.filter((each) => !isOwn(each))),
    effective: effective(levels),
    mostDaysKept: mostDaysKept(levels),
  }
}

/** Replaces what is set, and has the days from `from` on found anew wherever it counts. */
export async function setSettings(
  pool: pg.Pool,
  level: Level,
  own: OwnSettings,
  from: number,
): Promise<void> {
  const [accountId, typeId, deviceId] =
    'deviceId' in level ? [null, null, level.deviceId] : [level.accountId, level.deviceTypeId, null]
  const path = 'deviceId' in level ? '' : level.path
  // One statement: settings that count, and days that were found by others, never stand side by side unmarked.
  await pool.query(
    `with removed as (
       delete from track_settings where $4::jsonb = '{}' and account_id is not distinct from $1
         and device_type_id is not distinct from $2 and device_id is not distinct from $3
     ), put as (
       insert into track_settings (account_id, device_type_id, device_id, own)
       select $1, $2, $3, $4 where $4::jsonb <> '{}'
       on conflict on constraint track_settings_level do update set own = excluded.own
     )
     insert into track_changes (device_id, from_time)
     select d.id, $5 from devices d join accounts a on a.id = d.account_id
     where d.id = $3 or a.path >= $6 and a.path < $7 and ($2::int4 is null or d.device_type_id = $2)`,
    [accountId, typeId, deviceId, JSON.stringify(own), from, path, path === '' ? '' : pathEnd(path)],
  )
}

/** What is set for an account and those above it, for one type or all. The furthest first. */
async function levelsAbove(pool: pg.Pool, { path, deviceTypeId }: Exclude<Level, { deviceId: number }>) {
  const { rows } = await pool.query<SetLevel>(
    `select case when s.device_type_id is null then 'account' else 'type' end as origin,
       s.account_id as "accountId", a.path <> $1 as "isAbove", own
     from track_settings s join accounts a on a.id = s.account_id
     where starts_with($1, a.path) and (s.device_type_id is null or s.device_type_id = $2)
     order by length(a.path), origin`,
    [path, deviceTypeId],
  )
  return rows
}
