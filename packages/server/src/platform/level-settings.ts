import type { SettingKind } from '@trackway/core/features/level-settings/levels.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from './database/tables.ts'

/** A pool, the connection of a transaction, or typed queries. */
type Client = Pick<pg.ClientBase, 'query'> | Kysely<Tables>

/**
 * Where settings are set: for a device; for a group of devices; or for an account and all below it, for one type of
 * devices or all. Path and account of a group are those of its owner.
 */
export type Level =
  | { deviceId: number }
  | { groupId: number; accountId: number; path: string }
  | { accountId: number; path: string; deviceTypeId: number | null }

/** What is set at one level. */
export interface SetLevel<Values> {
  origin: 'account' | 'type' | 'group' | 'device'
  /** Null for a device and for a group. */
  accountId: number | null
  groupId: number | null
  /** Name of the group. */
  group: string | null
  /** Set by an account above the one that these settings are of, or that owns the device. */
  isAbove: boolean
  /** Of the account, or of the one that owns the group; null for a device. */
  username: string | null
  path: string | null
  own: Partial<Values>
}

/** The effective settings of each of these devices; of a deleted one, the defaults. One query, however many. */
export async function settingsOf<Values extends object>(
  client: Client,
  kind: SettingKind<Values>,
  deviceIds: readonly number[],
): Promise<Map<number, Values>> {
  return (await settingsOfKinds(client, { kind }, deviceIds)).kind
}

/** The same of several kinds, by their names here, with one query for all. */
export async function settingsOfKinds<Settings extends Record<string, object>>(
  client: Client,
  kinds: { [Name in keyof Settings]: SettingKind<Settings[Name]> },
  deviceIds: readonly number[],
): Promise<{ [Name in keyof Settings]: Map<number, Settings[Name]> }> {
  const sql = `
    select d.id, s.kind, merged_settings(s.own order by s.level)::text as set
    from devices d join accounts a on a.id = d.account_id
    cross join lateral level_settings_at(a.path, d.device_type_id, d.id) s
    where d.id = any($2::int4[]) and s.kind = any($1) group by d.id, s.kind`
  const names = Object.values(kinds).map(({ name }) => name)
  const rows = await query<{ id: number; kind: string; set: string }>(client, sql, [names, deviceIds])
  const settings = Object.entries(kinds).map(([key, kind]) => {
    const byDevice = new Map<number, object>(deviceIds.map((id) => [id, kind.defaults]))
    // Devices for which the same is set share one object.
    const known = new Map<string, object>()
    for (const { id, set } of rows.filter((row) => row.kind === kind.name)) {
      const values = known.get(set) ?? { ...kind.defaults, ...toOwn(kind, JSON.parse(set)) }
      known.set(set, values)
      byDevice.set(id, values)
    }
    return [key, byDevice]
  })
  return Object.fromEntries(settings)
}

/**
 * What counts, field by field: what is set at the nearest level, else the default.
 * @param levels the furthest first
 */
export function effective<Values extends object>(
  { defaults }: SettingKind<Values>,
  levels: readonly SetLevel<Values>[],
): Values {
  return levels.length === 0 ? defaults : Object.assign({ ...defaults }, ...levels.map(({ own }) => own))
}

/** The levels that set something for a device, by device, the furthest first. One query, however many. */
export async function levelsOf<Values extends object>(
  client: Client,
  kind: SettingKind<Values>,
  deviceIds: readonly number[],
): Promise<Map<number, SetLevel<Values>[]>> {
  const places = `
    select d.id, a.path, d.device_type_id as type_id, d.id as device_id
    from devices d join accounts a on a.id = d.account_id where d.id = any($2::int4[])`
  return readLevels(client, kind, places, [deviceIds])
}

/** The levels that set something at a level or above it, the furthest first. */
export async function levelsAt<Values extends object>(
  client: Client,
  kind: SettingKind<Values>,
  level: Level,
): Promise<SetLevel<Values>[]> {
  if ('deviceId' in level) return (await levelsOf(client, kind, [level.deviceId])).get(level.deviceId) ?? []
  const place = 'select 0 as id, $2::text as path, $3::int4 as type_id, null::int4 as device_id'
  const typeId = 'groupId' in level ? null : level.deviceTypeId
  const levels = (await readLevels(client, kind, place, [level.path, typeId])).get(0) ?? []
  return 'groupId' in level ? [...levels, ...(await readGroup(client, kind, level.groupId))] : levels
}

/** What is set for a group, which lies above its devices and below what is set at accounts. */
async function readGroup<Values extends object>(
  client: Client,
  kind: SettingKind<Values>,
  groupId: number,
): Promise<SetLevel<Values>[]> {
  const sql = `
    select null::int4 as "accountId", g.id as "groupId", g.name as "group", false as "isAbove", a.username, a.path, s.own
    from level_settings s join vehicle_groups g on g.id = s.group_id join accounts a on a.id = g.account_id
    where s.kind = $1 and g.id = $2`
  const rows = await query<Omit<Row, 'id' | 'origin'>>(client, sql, [kind.name, groupId])
  return rows.map(({ own, ...level }) => ({ ...level, origin: 'group', own: toOwn(kind, own) }))
}

type Row = Omit<SetLevel<unknown>, 'own'> & { id: number; own: object }

/** @param places SQL: the places to resolve settings for, each with an id */
async function readLevels<Values extends object>(
  client: Client,
  kind: SettingKind<Values>,
  places: string,
  values: unknown[],
): Promise<Map<number, SetLevel<Values>[]>> {
  const sql = `
    select place.id, s.account_id as "accountId", s.group_id as "groupId", g.name as "group",
      s.group_id is null and a.path <> place.path as "isAbove", a.username, a.path, s.own,
      case when s.group_id is not null then 'group' when a.id is null then 'device'
        when s.device_type_id is null then 'account' else 'type' end as origin
    from (${places}) place
    cross join lateral level_settings_at(place.path, place.type_id, place.device_id) s
    left join vehicle_groups g on g.id = s.group_id
    left join accounts a on a.id = coalesce(s.account_id, g.account_id)
    where s.kind = $1 order by s.level`
  const levels = new Map<number, SetLevel<Values>[]>()
  for (const { id, own, ...level } of await query<Row>(client, sql, [kind.name, ...values])) {
    const known = levels.get(id) ?? []
    known.push({ ...level, own: toOwn(kind, own) })
    levels.set(id, known)
  }
  return levels
}

async function query<Row>(client: Client, sql: string, values: unknown[]): Promise<Row[]> {
  const { rows } =
    'executeQuery' in client
      ? await client.executeQuery<Row>(CompiledQuery.raw(sql, values))
      : await client.query(sql, values)
  return rows as Row[]
}

/** Fields that this version does not know, or whose values it does not take, count as not set. */
function toOwn<Values extends object>({ values }: SettingKind<Values>, stored: object): Partial<Values> {
  const fields = Object.entries(stored).filter(
    ([name, value]) => values.shape[name]?.safeParse(value).success,
  )
  return Object.fromEntries(fields) as Partial<Values>
}
