import { limits } from '@trackway/core/codes/limits.ts'
import { factoryRoles } from '@trackway/core/codes/roles.ts'
import type { TargetServer, targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Level } from '../../platform/level-settings.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { findUnsupported } from '../commands/task-commands.ts'
import { type Placement, placedSql, targetSql } from './targets.ts'

type Counts = Pick<TargetServer, Placement>
type AccountLevel = Extract<Level, { deviceTypeId: number | null }>

/** A row of the list without its counts. */
interface Row extends Omit<TargetServer, Placement | 'id' | 'target'> {
  path: string
}

/** A page of accounts, and of types of devices for which an account has set something, with their targets. */
export async function findTargetServers(
  db: Db,
  scope: Scope,
  { search, origin, pageNum, pageSize }: z.output<typeof targetServerCalls.find.input>,
): Promise<Page<TargetServer>> {
  const pattern = likePattern(search ?? '')
  const places = sql`
    with set as materialized (
      select s.account_id, s.device_type_id from level_settings s
      where s.kind = 'targetServer' and s.account_id is not null
    ), places as (
      select a.id, a.path, a.username, a.nickname, p.type_id, p.is_own,
        case when p.is_own then 'own' when exists (
            select from set where set.device_type_id is null
              and set.account_id = any(string_to_array(trim(a.path, '/'), '/')::int4[])) then 'inherited'
          else 'none' end as origin
      from accounts a cross join lateral (
        select null::int4 as type_id,
          exists (select from set where set.account_id = a.id and set.device_type_id is null) as is_own
        union all
        select set.device_type_id, true from set where set.account_id = a.id and set.device_type_id is not null) p
      where a.path >= ${scope.path} and a.path < ${pathEnd(scope.path)}
        and a.role <> all(${[...factoryRoles]}::int4[])
        and (a.username ilike ${pattern} or a.nickname ilike ${pattern})
    ), found as (
      select * from places where ${origin === undefined ? sql`true` : sql`origin = ${origin}`})`
  const { rows: counted } = await sql<{ total: number }>`
    ${places} select count(*)::int4 as total from found`.execute(db)
  const { rows } = await sql<Row>`
    ${places}, page as (
      select * from found order by is_own desc, lower(username), id, type_id nulls first
      limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select page.id as "userId", page.path, page.username, page.nickname, page.type_id as "deviceType",
      device_types.name as "typeName", page.origin, t.target ->> 'host' as host,
      (t.target ->> 'port')::int4 as port, t.target ->> 'transport' as transport,
      case when page.origin = 'inherited' and starts_with(setter.path, ${scope.path}) then setter.username end
        as "inheritedFrom"
    from page left join device_types on device_types.id = page.type_id
      left join ${targetSql(sql`page.path`, sql`page.type_id`)} t on true
      left join accounts setter on setter.id = t.account_id
    order by page.is_own desc, lower(page.username), page.id, page.type_id nulls first`.execute(db)
  const counts = await countPlaced(db, rows)
  return {
    list: rows.map(({ path: _, ...row }, index) => ({
      id: `${row.userId}:${row.deviceType ?? ''}`,
      ...row,
      target: row.host === null ? null : `${row.host}:${row.port}`,
      ...counts[index]!,
    })),
    total: counted[0]!.total,
  }
}

/** Of the devices at and below each account, of the type, how many are where; one query for all. */
async function countPlaced(
  db: Db,
  places: readonly { path: string; deviceType: number | null }[],
): Promise<Counts[]> {
  const paths = places.map(({ path }) => path)
  const below = sql<SqlBool>`devices.account_id in (
    select a.id from unnest(${paths}::text[]) as root (path)
      join accounts a on a.path >= root.path and a.path < left(root.path, -1) || '0')`
  const { rows } = await sql<{ path: string; type: number; placement: Placement; devices: number }>`
    with ${placedSql(below)}
    select path, device_type_id as type, placement, count(*)::int4 as devices from placed group by 1, 2, 3`.execute(
    db,
  )
  return places.map(({ path, deviceType }) => {
    const counts = { toMove: 0, underWay: 0, there: 0, failed: 0, elsewhere: 0 }
    for (const row of rows)
      if (row.path.startsWith(path) && (deviceType === null || deviceType === row.type))
        counts[row.placement] += row.devices
    return counts
  })
}

/** Devices that a rollout moves to one server. */
export interface Rollout {
  host: string
  port: number
  transport: 'tcp' | 'udp'
  terminalIDs: string[]
}

interface Movable extends Omit<Rollout, 'terminalIDs'> {
  terminalId: string
  typeId: number
}

/**
 * What a rollout of a level moves now, by server, and how many devices are where already.
 * @param withFailed also those that failed to go, or came back
 */
export async function findRollouts(
  db: Db,
  scope: Scope,
  level: AccountLevel,
  { withFailed, now }: { withFailed: boolean; now: number },
) {
  const condition = sql<SqlBool>`(${devicesIn(scope)} and ${devicesOf(level)})`
  const moved = sql`placement = any(${withFailed ? ['toMove', 'failed'] : ['toMove']}::text[])`
  const { rows: placed } = await sql<{ placement: Placement; devices: number }>`
    with ${placedSql(condition)}
    select placement, count(*)::int4 as devices from placed group by 1`.execute(db)
  const { rows } = await sql<Movable>`
    with ${placedSql(condition)}, movable as (
      select *, row_number() over (partition by host, port, transport order by id) as place from placed where ${moved})
    select host, port, transport, terminal_id as "terminalId", device_type_id as "typeId"
    from movable where place <= ${limits.devicesPerTask} order by host, port, transport, place`.execute(db)
  const counts = { toMove: 0, underWay: 0, there: 0, failed: 0, elsewhere: 0 }
  for (const { placement, devices } of placed) counts[placement] = devices
  const unsupported = await findUnsupportedOf(db, scope, rows, now)
  const rollouts = [
    ...Map.groupBy(rows, ({ host, port, transport }) => `${host}:${port} ${transport}`).values(),
  ]
  return {
    counts,
    /** Their model has no command for it. */
    unsupported,
    left: counts.toMove + (withFailed ? counts.failed : 0) - rows.length,
    rollouts: rollouts.map((alike): Rollout => {
      const { host, port, transport } = alike[0]!
      return { host, port, transport, terminalIDs: alike.map(({ terminalId }) => terminalId) }
    }),
  }
}

const devicesOf = ({ path, deviceTypeId }: AccountLevel): RawBuilder<SqlBool> => sql`
  devices.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})
  and ${deviceTypeId === null ? sql`true` : sql`devices.device_type_id = ${deviceTypeId}`}`

/** Devices of one type take the same commands: one of each is tried. */
async function findUnsupportedOf(
  db: Db,
  scope: Scope,
  devices: readonly Movable[],
  now: number,
): Promise<ReadonlySet<string>> {
  const byType = Map.groupBy(devices, ({ typeId }) => typeId)
  const samples = [...byType.values()].map(([first]) => first!.terminalId)
  // Any address will do.
  const parameters = { host: 'gps.example.com', port: 1, transport: devices[0]?.transport ?? 'tcp' }
  const refused = await findUnsupported(db, scope, { code: 'server', parameters }, samples, now)
  return new Set(
    [...byType.values()].flatMap((alike) =>
      refused.has(alike[0]!.terminalId) ? alike.map(({ terminalId }) => terminalId) : [],
    ),
  )
}
