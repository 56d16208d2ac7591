import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../platform/database/tables.ts'

/** A pool, the connection of a transaction, or typed queries. */
type Client = Pick<pg.ClientBase, 'query'> | Kysely<Tables>

export type OwnSettings = Partial<TrackSettingValues>
export type SettingOrigin = 'default' | 'account' | 'type' | 'device'

/** What is set at one level above a device, or for it. */
export interface SetLevel {
  origin: Exclude<SettingOrigin, 'default'>
  /** Null for a device. */
  accountId: number | null
  /** Set by an account above the one that these settings are of, or that owns the device. */
  isAbove: boolean
  /** Null for a device. */
  username: string | null
  path: string | null
  own: OwnSettings
}

/**
 * What counts for each of these devices (`effective`). One query, however many devices.
 */
export async function trackSettingsOf(
  client: Client,
  deviceIds: readonly number[],
): Promise<Map<number, TrackSettingValues>> {
  const levels = await levelsOf(client, deviceIds)
  return new Map(deviceIds.map((id) => [id, effective(levels.get(id) ?? [])]))
}

/** The settings of one device with where each value comes from. */
export async function explainedSettings(
  client: Client,
  deviceId: number,
): Promise<{ settings: TrackSettingValues; origins: Record<keyof TrackSettingValues, SettingOrigin> }> {
  const levels = (await levelsOf(client, [deviceId])).get(deviceId) ?? []
  const settings = effective(levels)
  const names = Object.keys(settings) as (keyof TrackSettingValues)[]
  const originOf = (name: keyof TrackSettingValues): SettingOrigin =>
    levels.findLast(({ own }) => own[name] === settings[name])?.origin ?? 'default'
  const origins = Object.fromEntries(names.map((name) => [name, originOf(name)]))
  return { settings, origins: origins as Record<keyof TrackSettingValues, SettingOrigin> }
}

/**
 * What counts, field by field: what is set for the device; else for its type at its account, for its account, and
 * so on up the tree; else the default. Only tracks are never kept for longer than the accounts above keep them.
 * @param levels the furthest first
 */
export function effective(levels: readonly SetLevel[]): TrackSettingValues {
  const nearest: TrackSettingValues = Object.assign(
    { ...trackSettingDefaults },
    ...levels.map(({ own }) => own),
  )
  const most = mostDaysKept(levels)
  return isLonger(nearest.daysKept, most) ? { ...nearest, daysKept: most } : nearest
}

/**
 * The least number of days that an account above keeps: there, what is set for the type counts before what is set
 * for all, and may be that all is kept.
 * @returns null: none above sets a limit
 */
export function mostDaysKept(levels: readonly SetLevel[]): number | null {
  const byAccount = new Map<number | null, number | null>()
  for (const { isAbove, accountId, own } of levels)
    if (isAbove && own.daysKept !== undefined) byAccount.set(accountId, own.daysKept)
  const limits = [...byAccount.values()].filter((days) => days !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** Null keeps all. */
export function isLonger(daysKept: number | null, most: number | null): boolean {
  return most !== null && (daysKept === null || daysKept > most)
}

const levelsSql = `
  with asked as (
    select devices.id, device_type_id, path from devices join accounts on accounts.id = account_id
    where devices.id = any($1::int4[])
  )
  select asked.id, 'device' as origin, null::int4 as "accountId", false as "isAbove", 2147483647 as depth,
    null as username, null as path, own
  from asked join track_settings s on s.device_id = asked.id
  union all
  select asked.id, case when s.device_type_id is null then 'account' else 'type' end, s.account_id,
    a.path <> asked.path, length(a.path), a.username, a.path, own
  from track_settings s join accounts a on a.id = s.account_id
  join asked on starts_with(asked.path, a.path)
    and (s.device_type_id is null or s.device_type_id = asked.device_type_id)
  order by id, depth, origin`

/** By device, the furthest level first. */
export async function levelsOf(
  client: Client,
  deviceIds: readonly number[],
): Promise<Map<number, SetLevel[]>> {
  if (deviceIds.length === 0) return new Map()
  const values = [deviceIds]
  const { rows } =
    'executeQuery' in client
      ? await client.executeQuery<SetLevel & { id: number }>(CompiledQuery.raw(levelsSql, values))
      : await client.query<SetLevel & { id: number }>(levelsSql, values)
  const levels = new Map<number, SetLevel[]>()
  for (const { id, ...level } of rows) {
    const known = levels.get(id)
    if (known === undefined) levels.set(id, [level])
    else known.push(level)
  }
  return levels
}
