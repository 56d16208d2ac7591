import { groupsPerAccount } from '@trackway/core/api/group-filter.ts'
import {
  type GroupUses,
  groupColours,
  type VehicleGroup,
  type vehicleGroupCalls,
} from '@trackway/core/features/vehicle-groups/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { type Page, readPage } from '../../platform/database/read-page.ts'
import { isUniqueViolation, Refusal, refusal } from '../../platform/errors.ts'
import { findGroups, type GroupRow } from '../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { accountsIn, devicesIn, groupSizeSql } from '../../platform/scope/scope-sql.ts'

type FindInput = z.output<typeof vehicleGroupCalls.find.input>
type AddInput = z.output<typeof vehicleGroupCalls.add.input>
type UpdateInput = z.output<typeof vehicleGroupCalls.update.input>

/** Groups as the contract shows them; the caller adds which. */
function selectGroups(db: Db, scope: Pick<Scope, 'path'>) {
  return db
    .selectFrom('vehicle_groups')
    .innerJoin('accounts', 'accounts.id', 'vehicle_groups.account_id')
    .where(accountsIn(scope))
    .select(['vehicle_groups.id', 'name', 'colour', 'place', 'account_id as userId', 'username'])
    .select(groupSizeSql.as('devices'))
}

/**
 * A page of groups, the caller's own first, in the order of each account.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findVehicleGroups(
  db: Db,
  scope: Scope,
  { userId, withSubAccounts, ids, terminalID, search, pageNum, pageSize }: FindInput,
): Promise<Page<VehicleGroup>> {
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  const groups = selectGroups(db, owner)
    .$if(!withSubAccounts, (query) => query.where('account_id', '=', owner.id))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`vehicle_groups.id = any(${ids}::int4[])`))
    .$if(terminalID !== undefined, (query) =>
      query.where(
        sql<boolean>`vehicle_groups.id in (
          select group_id from vehicle_group_members join devices on devices.id = device_id
          where devices.terminal_id = ${terminalID} and ${devicesIn(scope)})`,
      ),
    )
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`strpos(lower(name), ${search?.toLowerCase()}) > 0`),
    )
    .orderBy('accounts.path')
    .orderBy('place')
  return readPage(groups, { pageNum, pageSize })
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function findGroup(db: Db, scope: Scope, id: number): Promise<VehicleGroup> {
  return await selectGroups(db, scope)
    .where('vehicle_groups.id', '=', id)
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function groupOfScope(db: Db, scope: Scope, id: number): Promise<GroupRow> {
  return (await findGroups(db, scope, [id]))[0]!
}

/**
 * Adds a group behind the others of its account.
 * @throws {Refusal} `notFound` for a stranger's account; `groupNameTaken`; `tooManyEntries`
 */
export async function addGroup(trx: Db, scope: Scope, input: AddInput, now: number): Promise<number> {
  const { id: accountId } = await findAccountRow(trx, scope, input.userId ?? scope.accountId)
  await lockGroups(trx, accountId)
  await ensureRoom(trx, 'vehicle_groups', accountId, groupsPerAccount, 'tooManyEntries')
  const { place } = await trx
    .selectFrom('vehicle_groups')
    .select((eb) => sql<number>`coalesce(${eb.fn.max('place')}, 0) + 1`.as('place'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const colour = input.colour ?? groupColours[(place - 1) % groupColours.length]!
  const values = { account_id: accountId, name: input.name, colour, place, create_time: now }
  const { id } = await refusingTaken(() =>
    trx.insertInto('vehicle_groups').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

/**
 * Changes a group; at another place, the others of its account make room.
 * @throws {Refusal} `notFound`, also for a stranger's; `groupNameTaken`
 */
export async function updateGroup(trx: Db, scope: Scope, { id, name, colour, place }: UpdateInput) {
  const group = await groupOfScope(trx, scope, id)
  if (name !== undefined || colour !== undefined)
    await refusingTaken(() =>
      trx
        .updateTable('vehicle_groups')
        .set({ name: name ?? group.name, colour: colour ?? group.colour })
        .where('id', '=', id)
        .execute(),
    )
  if (place !== undefined) {
    await lockGroups(trx, group.account_id)
    await sql`
      update vehicle_groups g set place = o.place
      from (
        select id, row_number() over (order by case when id = ${id} then ${place}::int4 * 2
          + case when ${place}::int4 > ${group.place}::int4 then 1 else -1 end else place * 2 end)::int4 as place
        from vehicle_groups where account_id = ${group.account_id}) o
      where g.id = o.id and g.place <> o.place`.execute(trx)
  }
  return group
}

/** How many of each kind name a group. */
export async function findUses(db: Db, { id }: GroupRow): Promise<GroupUses> {
  const { rows } = await sql<GroupUses>`
    select (select count(*)::int4 from fence_groups where group_id = ${id}) as fences,
      (select count(*)::int4 from notification_rules where ${id} = any(group_ids)) as rules,
      (select count(*)::int4 from report_schedules where ${namesGroup(id)}) as schedules,
      (select count(*)::int4 from live_shares where group_id = ${id}) as shares,
      (select count(*)::int4 from level_settings where group_id = ${id}) as settings`.execute(db)
  return rows[0]!
}

/** Of `report_schedules`. */
const namesGroup = (id: number) => sql<boolean>`question -> 'groupIds' @> ${JSON.stringify([id])}::jsonb`

/**
 * Deletes a group. What names it alone is switched off: without it, it would mean all vehicles.
 * @throws {Refusal} `notFound`, also for a stranger's
 */
export async function deleteGroup(trx: Db, scope: Scope, id: number): Promise<GroupRow> {
  const group = await groupOfScope(trx, scope, id)
  await sql`update notification_rules set is_enabled = is_enabled and cardinality(group_ids) > 1,
      group_ids = case when cardinality(group_ids) > 1 then array_remove(group_ids, ${id}) else group_ids end
    where ${id} = any(group_ids)`.execute(trx)
  await sql`update report_schedules set is_enabled = is_enabled and jsonb_array_length(question -> 'groupIds') > 1,
      question = case when jsonb_array_length(question -> 'groupIds') > 1 then jsonb_set(question, '{groupIds}', (
          select jsonb_agg(named) from jsonb_array_elements(question -> 'groupIds') named where named <> to_jsonb(${id}::int4)))
        else question end
    where ${namesGroup(id)}`.execute(trx)
  await trx.deleteFrom('vehicle_groups').where('id', '=', id).execute()
  return group
}

/** Whoever adds a group to an account, or moves one, waits for the others that do. */
async function lockGroups(trx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vehicle groups', ${accountId}))`.execute(trx)
}

async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, 'vehicle_groups_name')) throw new Refusal('groupNameTaken', { cause: error })
    throw error
  }
}
