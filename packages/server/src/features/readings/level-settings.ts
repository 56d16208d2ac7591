import type { SettingOrigins } from '@trackway/core/features/track-settings/setting-levels.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { originsOf } from '../track-settings/origins.ts'
import type { Level } from '../track-settings/queries.ts'

/** Tables of what is set at levels: for an account, for one type of its devices, for a device. */
export type LevelTable = 'tyre_settings' | 'battery_settings'

/** What is set at a level, what it inherits from those above, and both together. */
export interface SettingsAt<Values> {
  own: Partial<Values>
  inherited: Values
  origins: SettingOrigins
  effective: Values
}

interface SetLevel<Values> {
  own: Partial<Values>
  is_own: boolean
  is_type: boolean
  username: string | null
  path: string | null
}

/** The settings of a level. */
export async function settingsAt<Values extends object>(
  pool: pg.Pool,
  table: LevelTable,
  none: Values,
  level: Level,
  scope: Scope,
): Promise<SettingsAt<Values>> {
  const { rows } =
    'deviceId' in level
      ? await pool.query<SetLevel<Values>>(
          `select s.own, s.device_id is not null as is_own, is_type, username, s.path ${levelsOfDevices(table)} order by depth, is_type`,
          [[level.deviceId]],
        )
      : await pool.query<SetLevel<Values>>(
          `select own, a.username, a.path, s.device_type_id is not null as is_type,
             s.account_id = $1 and s.device_type_id is not distinct from $3::int4 as is_own
           from ${table} s join accounts a on a.id = s.account_id
           where starts_with($2, a.path) and (s.device_type_id is null or s.device_type_id = $3::int4)
           order by length(a.path), s.device_type_id is not null`,
          [level.accountId, level.path, level.deviceTypeId],
        )
  const above = rows.filter(({ is_own }) => !is_own)
  return {
    own: rows.find((row) => row.is_own)?.own ?? {},
    inherited: Object.assign({ ...none }, ...above.map(({ own }) => own)),
    origins: originsOf(
      above.map(({ own, is_type: isType, ...level }) => ({ ...level, isType, fields: Object.keys(own) })),
      scope,
    ),
    effective: Object.assign({ ...none }, ...rows.map(({ own }) => own)),
  }
}

/** What counts for each of these devices, by their ids. One query, however many. */
export async function effectiveSettings<Values extends object>(
  pool: pg.Pool,
  table: LevelTable,
  none: Values,
  deviceIds: readonly number[],
): Promise<(deviceId: number) => Values> {
  const { rows } = await pool.query<{ id: number; own: Partial<Values> }>(
    `select asked.id, s.own ${levelsOfDevices(table)} order by asked.id, depth, is_type`,
    [deviceIds],
  )
  const settings = new Map<number, Values>()
  for (const { id, own } of rows) settings.set(id, { ...(settings.get(id) ?? none), ...own })
  return (deviceId) => settings.get(deviceId) ?? none
}

/** The levels `s` that count for the devices `asked` of `$1`, with their order: the furthest first. */
function levelsOfDevices(table: LevelTable): string {
  return `
    from (
      select devices.id, device_type_id, path from devices join accounts on accounts.id = account_id
      where devices.id = any($1::int4[])
    ) as asked
    cross join lateral (
      select own, device_id, length(a.path) as depth, s.device_type_id is not null as is_type, a.username, a.path
      from ${table} s join accounts a on a.id = s.account_id
      where starts_with(asked.path, a.path)
        and (s.device_type_id is null or s.device_type_id = asked.device_type_id)
      union all
      select own, device_id, 2147483647, false, null, null from ${table} where device_id = asked.id
    ) as s`
}

/** Replaces what is set at a level, and has ingest know of it. */
export async function setSettings<Values extends object>(
  { db, bus }: { db: Db; bus: Bus },
  table: LevelTable,
  level: Level,
  own: Partial<Values>,
): Promise<void> {
  const [accountId, typeId, deviceId] =
    'deviceId' in level ? [null, null, level.deviceId] : [level.accountId, level.deviceTypeId, null]
  const isEmpty = Object.keys(own).length === 0
  await (isEmpty
    ? sql`delete from ${sql.table(table)} where account_id is not distinct from ${accountId}::int4
        and device_type_id is not distinct from ${typeId}::int4 and device_id is not distinct from ${deviceId}::int4`
    : sql`insert into ${sql.table(table)} (account_id, device_type_id, device_id, own)
        values (${accountId}, ${typeId}, ${deviceId}, ${JSON.stringify(own)}::jsonb)
        on conflict on constraint ${sql.ref(`${table}_level`)} do update set own = excluded.own`
  ).execute(db)
  bus.publish('device.factsEdited', {
    deviceIds: Int32Array.from(deviceId === null ? [] : [deviceId]),
    accountIds: accountId === null ? [] : [accountId],
  })
}
