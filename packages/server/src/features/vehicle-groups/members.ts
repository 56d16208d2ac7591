import type { RefusalName } from '@trackway/core/codes/results.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { GroupRow } from '../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import type { Changed } from '../devices/changes/lock-devices.ts'
import { addGroup, groupOfScope } from './queries.ts'

/**
 * The caller's own group of a name, which is added where there is none.
 * @throws {Refusal} `tooManyEntries`
 */
async function findGroupOfName(trx: Db, scope: Scope, name: string, now: number): Promise<GroupRow> {
  const known = await trx
    .selectFrom('vehicle_groups')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return groupOfScope(trx, scope, known?.id ?? (await addGroup(trx, scope, { name }, now)))
}

/**
 * Adds devices of the scope to a group, by its id or by a name. Refuses of a device: `notFound`, also for a stranger's;
 * `groupOfOther` where it is not of the account of the group or one below.
 * @throws {Refusal} `notFound` for a stranger's group; `tooManyEntries`
 */
export async function addDevices(
  trx: Db,
  scope: Scope,
  named: number | string,
  terminalIDs: readonly string[],
  now: number,
): Promise<Changed> {
  const devices = await devicesOf(trx, scope, terminalIDs)
  if (devices.length === 0) return changedOf([], terminalIDs, () => 'notFound')
  const group =
    typeof named === 'number'
      ? await groupOfScope(trx, scope, named)
      : await findGroupOfName(trx, scope, named, now)
  const isIn = ({ path }: { path: string }) => path.startsWith(group.path)
  const done = devices.filter(isIn)
  await sql`
    insert into vehicle_group_members (group_id, device_id, add_time)
    select ${group.id}, id, ${now}::int8 from unnest(${done.map(({ id }) => id)}::int4[]) id order by id
    on conflict do nothing`.execute(trx)
  const others = new Set(devices.filter((device) => !isIn(device)).map(({ terminalID }) => terminalID))
  return changedOf(done, terminalIDs, (id) => (others.has(id) ? 'groupOfOther' : 'notFound'))
}

/** Removes devices of the scope from a group. Refuses of a device: `notFound`, also for a stranger's. */
export async function removeDevices(
  trx: Db,
  scope: Scope,
  group: GroupRow,
  terminalIDs: readonly string[],
): Promise<Changed> {
  const done = await devicesOf(trx, scope, terminalIDs)
  await sql`delete from vehicle_group_members
    where group_id = ${group.id} and device_id = any(${done.map(({ id }) => id)}::int4[])`.execute(trx)
  return changedOf(done, terminalIDs, () => 'notFound')
}

/** Held until the end of the transaction: none is transferred meanwhile. */
function devicesOf(trx: Db, scope: Scope, terminalIDs: readonly string[]) {
  return trx
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id', 'devices.terminal_id as terminalID', 'accounts.path'])
    .where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`)
    .where(devicesIn(scope))
    .orderBy('devices.id')
    .forShare(['devices', 'accounts'])
    .execute()
}

function changedOf(
  done: readonly { id: number; terminalID: string }[],
  terminalIDs: readonly string[],
  reasonOf: (terminalID: string) => RefusalName,
): Changed {
  const known = new Set(done.map(({ terminalID }) => terminalID))
  return {
    done: done.map(({ id, terminalID }) => ({ id, terminalID })),
    failed: terminalIDs.flatMap((id) => (known.has(id) ? [] : { id, result: reasonOf(id) })),
  }
}
