import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../errors.ts'
import type { Scope } from './session.ts'

/** A group with the path of its account. */
export type GroupRow = Selectable<Tables['vehicle_groups']> & { path: string }

/**
 * Groups of the scope's account and those below it.
 * @throws {Refusal} `notFound` where one is not there, also for a stranger's, so ids cannot be probed
 */
export async function findGroups(
  db: Db,
  scope: Pick<Scope, 'path'>,
  ids: readonly number[],
): Promise<GroupRow[]> {
  if (ids.length === 0) return []
  const groups = await db
    .selectFrom('vehicle_groups')
    .innerJoin('accounts', 'accounts.id', 'vehicle_groups.account_id')
    .selectAll('vehicle_groups')
    .select('accounts.path')
    .where(sql<boolean>`vehicle_groups.id = any(${ids}::int4[])`)
    .where(sql<boolean>`starts_with(accounts.path, ${scope.path})`)
    .execute()
  if (groups.length < new Set(ids).size) throw new Refusal('notFound')
  return groups
}

/**
 * The scope with no other devices than those in the groups; without any named, as it is.
 * @throws {Refusal} `notFound` for a group that is not of the scope
 */
export async function narrowToGroups(
  db: Db,
  scope: Scope,
  groupIds: readonly number[] | null | undefined,
): Promise<Scope> {
  if (!groupIds) return scope
  await findGroups(db, scope, groupIds)
  return { ...scope, groupIds }
}
