import type { SettingKind, SettingOrigins } from '@trackway/core/features/level-settings/levels.ts'
import { sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import { findGroups } from '../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../platform/http/session.ts'
import { effective, type Level, levelsAt, type SetLevel } from '../../platform/level-settings.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'

/** What is set at a level, what it inherits from those above, and both together. */
export interface SettingsAt<Values> {
  own: Partial<Values>
  inherited: Values
  origins: SettingOrigins
  effective: Values
}

/** @throws {Refusal} `notFound`, also for a stranger's account, group or device and for a type there is none of */
export async function findLevel(
  db: Db,
  scope: Scope,
  place: {
    userId?: number | undefined
    deviceType?: number | undefined
    groupId?: number | undefined
    terminalID?: string | undefined
  },
): Promise<Level & { accountId: number; terminalId?: string }> {
  if (place.terminalID !== undefined) return findOwnedDevice(db, scope, place.terminalID)
  if (place.groupId !== undefined) {
    const [group] = await findGroups(db, scope, [place.groupId])
    return { groupId: group!.id, accountId: group!.account_id, path: group!.path }
  }
  const { id, path } = await findAccountRow(db, scope, place.userId ?? scope.accountId)
  if (place.deviceType === undefined) return { accountId: id, path, deviceTypeId: null }
  const type = await db
    .selectFrom('device_types')
    .select('id')
    .where('id', '=', place.deviceType)
    .executeTakeFirstOrThrow(refusal('notFound'))
  return { accountId: id, path, deviceTypeId: type.id }
}

export async function settingsAt<Values extends object>(
  db: Db,
  kind: SettingKind<Values>,
  level: Level,
  scope: Scope,
): Promise<SettingsAt<Values>> {
  return toSettings(level, await levelsAt(db, kind, level), scope, (levels) => effective(kind, levels))
}

/** @param effective what counts of some levels, the furthest first */
export function toSettings<Values extends object>(
  level: Level,
  levels: readonly SetLevel<Values>[],
  scope: Scope,
  effective: (levels: readonly SetLevel<Values>[]) => Values,
): SettingsAt<Values> {
  const isOwn = ({ origin, accountId }: SetLevel<Values>) =>
    'deviceId' in level || 'groupId' in level
      ? origin === ('deviceId' in level ? 'device' : 'group')
      : accountId === level.accountId && (origin === 'type') === (level.deviceTypeId !== null)
  const above = levels.filter((each) => !isOwn(each))
  return {
    own: levels.find(isOwn)?.own ?? {},
    inherited: effective(above),
    origins: originsOf(above, scope),
    effective: effective(levels),
  }
}

/** Where each inherited value was set: at the nearest level that sets its field. */
function originsOf(levels: readonly SetLevel<object>[], scope: Scope): SettingOrigins {
  const origins: SettingOrigins = {}
  for (const { own, origin, username, group, path } of levels) {
    // The accounts above the caller are not shown.
    const isSeen = path?.startsWith(scope.path) === true
    const level = origin === 'device' ? 'account' : origin
    for (const field of Object.keys(own))
      origins[field] = { level, username: isSeen ? username : null, group: isSeen ? group : null }
  }
  return origins
}

/** Replaces what is set at a level; what is left out is inherited. */
export async function setOwn<Values extends object>(
  db: Db,
  kind: SettingKind<Values>,
  level: Level,
  own: Partial<Values>,
): Promise<void> {
  const row = rowOf(kind, level)
  await (Object.keys(own).length === 0
    ? sql`delete from level_settings where ${isRow(row)}`
    : sql`
        insert into level_settings (kind, account_id, device_type_id, device_id, group_id, own)
        values (${kind.name}, ${row.accountId}, ${row.deviceTypeId}, ${row.deviceId}, ${row.groupId}, ${JSON.stringify(own)}::jsonb)
        on conflict on constraint level_settings_level do update set own = excluded.own, version = excluded.version`
  ).execute(db)
}

/** What is set there now. Other changes there wait for the end of the transaction. */
export async function lockOwn<Values extends object>(
  tx: Db,
  kind: SettingKind<Values>,
  level: Level,
): Promise<Partial<Values>> {
  const row = rowOf(kind, level)
  const key = Object.values(row).join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const { rows } = await sql<{ own: Partial<Values> }>`
    select own from level_settings where ${isRow(row)}`.execute(tx)
  return rows[0]?.own ?? {}
}

function rowOf({ name }: { name: string }, level: Level) {
  const none = { accountId: null, deviceTypeId: null, deviceId: null, groupId: null }
  if ('deviceId' in level) return { ...none, name, deviceId: level.deviceId }
  if ('groupId' in level) return { ...none, name, groupId: level.groupId }
  return { ...none, name, accountId: level.accountId, deviceTypeId: level.deviceTypeId }
}

const isRow = ({ name, accountId, deviceTypeId, deviceId, groupId }: ReturnType<typeof rowOf>) =>
  sql`kind = ${name} and account_id is not distinct from ${accountId}::int4
    and device_type_id is not distinct from ${deviceTypeId}::int4 and device_id is not distinct from ${deviceId}::int4
    and group_id is not distinct from ${groupId}::int4`

/** Ingest reads anew what is set at a level. */
export function publishEdited(bus: Bus, level: Level): void {
  bus.publish('device.factsEdited', {
    deviceIds: Int32Array.from('deviceId' in level ? [level.deviceId] : []),
    accountIds: 'deviceId' in level ? [] : [level.accountId],
  })
}
