import { roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { scopeOfAccount } from '../../platform/http/session.ts'
import { moveAsTheyCome } from '../server-moves/move-to-hosts.ts'
import { isElsewhereSql, targetSql } from './targets.ts'

/** One process at a time decides: a device joins one task. */
const lock = 7_203_081

interface Newcomer {
  terminalId: string
  host: string
  port: number
  transport: 'tcp' | 'udp'
  accountId: number
  path: string
}

/** Does any account have a target? Most platforms set none, and look no further. */
export async function areTargetsSet(db: Db): Promise<boolean> {
  const { rows } = await sql`select from level_settings where kind = 'targetServer' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Of these devices, which have just connected, moves those that were not in contact with their owner before it was set
 * where they report to; within a transaction. The others wait for a rollout, and one that was moved since its owner got
 * it is left alone.
 * @returns the tasks that move them
 */
export async function moveFirstContacts(
  trx: Db,
  deviceIds: readonly number[],
  now: number,
): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  const newcomers = await findNewcomers(trx, deviceIds)
  const taskIds: number[] = []
  const groups = Map.groupBy(
    newcomers,
    ({ accountId, host, port, transport }) => `${accountId} ${host}:${port} ${transport}`,
  )
  for (const alike of groups.values()) {
    const { accountId, path, host, port, transport } = alike[0]!
    const scope = scopeOfAccount({ id: accountId, path, role: roles.admin })
    const starter = { db: trx, scope, accountId, actorId: accountId, now }
    const ids = alike.map(({ terminalId }) => terminalId)
    taskIds.push(await moveAsTheyCome(starter, { host, port, transport }, ids))
  }
  return taskIds
}

async function findNewcomers(db: Db, deviceIds: readonly number[]): Promise<Newcomer[]> {
  const { rows } = await sql<Newcomer>`
    select d.terminal_id as "terminalId", lower(t.target ->> 'host') as host, (t.target ->> 'port')::int4 as port,
      t.target ->> 'transport' as transport, setter.id as "accountId", setter.path
    from devices d
      join accounts a on a.id = d.account_id
      join device_owners o on o.device_id = d.id and o.to_time is null
      join device_states s on s.device_id = d.id
      cross join ${targetSql(sql`a.path`, sql`d.device_type_id`)} found
      join accounts setter on setter.id = found.account_id
      -- For an account that came below it later it counts from then on.
      cross join lateral (
        select found.target, greatest((found.target ->> 'setTime')::int8,
          case when a.moved_time is distinct from setter.moved_time then a.moved_time end) as set_time) t
    where d.id = any(${[...deviceIds]}::int4[]) and ${isElsewhereSql(sql`t.target`)}
      and coalesce(s.connected_time, s.state_time, 0) >= greatest(t.set_time, o.since_time)
      -- It was in contact with its owner before that counted.
      and not coalesce(d.activate_time between o.since_time and t.set_time, false)
      and not exists (
        select from connections c where c.device_id = d.id and c.from_time between o.since_time and t.set_time)
      and not exists (
        select from contact_spans h where h.device_id = d.id and h.to_time >= o.since_time and h.from_time < t.set_time)
      and not exists (
        select from device_task_items i join device_tasks k on k.id = i.task_id
        where i.device_id = d.id and k.kind = 'serverMove' and k.create_time >= o.since_time)
    order by d.id`.execute(db)
  return rows
}

/** Devices whose connection began since then and is open: what the bus said of them may not have arrived. */
export async function findConnectedSince(db: Db, time: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct device_id as id from connections
    where from_time >= ${time} and until_time is null and device_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}
