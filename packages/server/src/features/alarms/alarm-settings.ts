import {
  type AlarmSettings,
  alarmLimits,
  effectiveAlarmSettings,
  type OwnAlarmSettings,
} from '@trackway/core/features/alarms/alarm-settings.ts'
import type { AlarmSettingsOfLevel } from '@trackway/core/features/alarms/setting-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { originsOf } from '../track-settings/origins.ts'
import type { Level } from '../track-settings/queries.ts'

interface SetLevel {
  isOwn: boolean
  isType: boolean
  username: string | null
  path: string | null
  own: OwnAlarmSettings
}

/** What is set for alarms at a level, what it inherits, and what counts in the end. */
export async function alarmSettingsAt(
  db: Db,
  level: Level & { accountId: number },
  scope: Scope,
): Promise<AlarmSettingsOfLevel> {
  const { rows } = await sql<SetLevel>`
    with at as (${levelRow(db, level)})
    select s.own, s.device_type_id is not null as "isType", a.username, a.path, s.device_id is not distinct from at.device_id and s.account_id is not distinct from at.own_account_id
        and (at.device_id is not null or s.device_type_id is not distinct from at.set_type_id) as "isOwn"
    from at cross join alarm_settings s left join accounts a on a.id = s.account_id
    where s.device_id = at.device_id or starts_with(at.path, a.path)
      and (s.device_type_id is null or s.device_type_id = at.device_type_id)
    order by s.device_id is not null, length(a.path), s.device_type_id is not null`.execute(db)
  const settingsOf = (levels: readonly SetLevel[]): AlarmSettings =>
    effectiveAlarmSettings(levels.map(({ own }) => own))
  const above = rows.filter(({ isOwn }) => !isOwn)
  return {
    own: rows.find(({ isOwn }) => isOwn)?.own ?? {},
    inherited: settingsOf(above),
    origins: originsOf(
      above.map(({ own, ...level }) => ({ ...level, fields: fieldsOf(own) })),
      scope,
    ),
    effective: settingsOf(rows),
    pairedWith: 'deviceId' in level ? await pairedWith(db, scope, level.deviceId) : null,
  }
}

/** `overspeed.severity` */
function fieldsOf(own: OwnAlarmSettings): string[] {
  return Object.entries(own).flatMap(([name, rule]) => Object.keys(rule).map((field) => `${name}.${field}`))
}

function levelRow(_db: Db, level: Level & { accountId: number }) {
  if ('deviceId' in level)
    return sql`select d.id as device_id, null::int4 as own_account_id, d.device_type_id, null::int4 as set_type_id,
      a.path from devices d join accounts a on a.id = d.account_id where d.id = ${level.deviceId}`
  return sql`select null::int4 as device_id, ${level.accountId}::int4 as own_account_id,
    ${level.deviceTypeId}::int4 as device_type_id, ${level.deviceTypeId}::int4 as set_type_id, ${level.path}::text as path`
}

/** Null also where the other has gone to an account that the caller does not see. */
async function pairedWith(db: Db, scope: Scope, deviceId: number): Promise<string | null> {
  const { rows } = await sql<{ terminal_id: string }>`
    select devices.terminal_id from device_pairs p join devices on devices.id = p.paired_id
    where p.device_id = ${deviceId} and ${devicesIn(scope)}`.execute(db)
  return rows[0]?.terminal_id ?? null
}

/** Replaces what is set at a level. @throws {Refusal} `invalidInput` where a limit is out of its bounds */
export async function setAlarmSettings(db: Db, level: Level, own: OwnAlarmSettings): Promise<void> {
  const issues = issuesOf(own)
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
  const [accountId, typeId, deviceId] =
    'deviceId' in level ? [null, null, level.deviceId] : [level.accountId, level.deviceTypeId, null]
  const set = JSON.stringify(own)
  await sql`
    with level (account_id, device_type_id, device_id, own) as (
      values (${accountId}::int4, ${typeId}::int4, ${deviceId}::int4, ${set}::jsonb)
    ), removed as (
      delete from alarm_settings s using level l where l.own = '{}' and s.account_id is not distinct from l.account_id
        and s.device_type_id is not distinct from l.device_type_id and s.device_id is not distinct from l.device_id
    )
    insert into alarm_settings (account_id, device_type_id, device_id, own)
    select * from level where own <> '{}'
    on conflict on constraint alarm_settings_level do update set own = excluded.own`.execute(db)
}

/**
 * Two devices of a vehicle, or with null none. Both are looked at from the first, as long as the second belongs to its
 * account or to one below.
 * @throws {Refusal} `notFound` where it does not
 */
export async function setPair(db: Db, deviceId: number, pairedId: number | null): Promise<void> {
  if (pairedId === deviceId)
    throw new Refusal('invalidInput', { issues: [{ path: 'pairedWith', reason: 'same_device' }] })
  await sql`delete from device_pairs where device_id = ${deviceId}`.execute(db)
  if (pairedId === null) return
  const { numAffectedRows } = await sql`
    insert into device_pairs (device_id, paired_id)
    select one.id, other.id from devices one join accounts a on a.id = one.account_id
      join devices other on other.id = ${pairedId} join accounts b on b.id = other.account_id
    where one.id = ${deviceId} and starts_with(b.path, a.path)`.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('notFound')
}

function issuesOf(own: OwnAlarmSettings) {
  return Object.entries(own).flatMap(([name, { limit }]) => {
    if (limit === undefined) return []
    const path = `own.${name}.limit`
    const bounds = name in alarmLimits ? alarmLimits[name as keyof typeof alarmLimits] : null
    if (bounds === null) return limit === null ? [] : [{ path, reason: 'takes_none' }]
    if (limit === null) return [{ path, reason: 'required' }]
    if (limit < bounds.min) return [{ path, reason: 'too_small' }]
    return limit > bounds.max ? [{ path, reason: 'too_big' }] : []
  })
}
