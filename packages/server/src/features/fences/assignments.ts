import type { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { readPage } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import { findGroups } from '../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesIn, groupSizeSql, inGroups, pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'

/** For whom fences count: devices, and all at and below accounts; of both only those below the fence's owner. */

export interface Assignees {
  deviceIds: number[]
  accountIds: number[]
  /** Whose devices are assigned with them, and those that come later (`fence_groups`). */
  groupIds: number[]
}

interface Named {
  terminalIDs?: string[] | undefined
  userIds?: number[] | undefined
  vehicleGroupIds?: number[] | undefined
}

/**
 * @param scope of the caller, down from the owner of the fence
 * @returns beside their ids the paths of the accounts
 * @throws {Refusal} `notFound` where one of them is not in it
 */
export async function findAssignees(
  db: Db,
  scope: Scope,
  { terminalIDs = [], userIds = [], vehicleGroupIds = [] }: Named,
): Promise<Assignees & { paths: string[] }> {
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where(sql<boolean>`terminal_id = any(${terminalIDs}::text[])`)
    .where(devicesIn(scope))
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${userIds}::int4[])`)
    .where(accountsIn(scope))
    .execute()
  if (devices.length < new Set(terminalIDs).size || accounts.length < new Set(userIds).size)
    throw new Refusal('notFound')
  const groups = await findGroups(db, scope, vehicleGroupIds)
  return {
    deviceIds: devices.map(({ id }) => id),
    accountIds: accounts.map(({ id }) => id),
    groupIds: groups.map(({ id }) => id),
    paths: accounts.map(({ path }) => path),
  }
}

export async function assign(
  db: Db,
  fenceIds: readonly number[],
  { deviceIds, accountIds, groupIds }: Assignees,
  now: number,
): Promise<void> {
  if (deviceIds.length > 0)
    await sql`insert into fence_devices (fence_id, device_id, assign_time)
      select f, d, ${now}::int8 from unnest(${fenceIds}::int4[]) f, unnest(${deviceIds}::int4[]) d
      on conflict (fence_id, device_id) do update set is_by_group = false where fence_devices.is_by_group`.execute(
      db,
    )
  // A trigger assigns the devices.
  if (groupIds.length > 0)
    await sql`insert into fence_groups (fence_id, group_id, assign_time)
      select f, g, ${now}::int8 from unnest(${fenceIds}::int4[]) f, unnest(${groupIds}::int4[]) g
      on conflict do nothing`.execute(db)
  if (accountIds.length > 0)
    await sql`insert into fence_accounts (fence_id, account_id, assign_time)
      select f, a, ${now}::int8 from unnest(${fenceIds}::int4[]) f, unnest(${accountIds}::int4[]) a
      on conflict do nothing`.execute(db)
}

/** Devices stay assigned as members of a group that is. */
export async function unassign(
  db: Db,
  fenceId: number,
  { deviceIds, accountIds, groupIds }: Assignees,
): Promise<void> {
  const isUnassigned = sql`fence_id = ${fenceId} and device_id = any(${deviceIds}::int4[])`
  await sql`update fence_devices set is_by_group = true where ${isUnassigned} and exists (
      select from fence_groups g join vehicle_group_members m using (group_id)
      where g.fence_id = ${fenceId} and m.device_id = fence_devices.device_id)`.execute(db)
  await sql`delete from fence_devices where ${isUnassigned} and not is_by_group`.execute(db)
  await sql`delete from fence_groups where fence_id = ${fenceId} and group_id = any(${groupIds}::int4[])`.execute(
    db,
  )
  await sql`delete from fence_accounts where fence_id = ${fenceId} and account_id = any(${accountIds}::int4[])`.execute(
    db,
  )
}

/** Everybody that a fence is assigned to: whose rules are to be read again after a change of it. */
export async function assigneesOf(db: Db, fenceId: number): Promise<Assignees> {
  const devices = await db
    .selectFrom('fence_devices')
    .select('device_id')
    .where('fence_id', '=', fenceId)
    .execute()
  const accounts = await db
    .selectFrom('fence_accounts')
    .select('account_id')
    .where('fence_id', '=', fenceId)
    .execute()
  return {
    deviceIds: devices.map(({ device_id }) => device_id),
    accountIds: accounts.map(({ account_id }) => account_id),
    groupIds: [],
  }
}

/** The accounts that a fence is assigned to, and how many devices are assigned themselves. */
export async function assignedTo(db: Db, fence: { fenceId: number; ownerPath: string }) {
  const accounts = await db
    .selectFrom('fence_accounts')
    .innerJoin('accounts', 'accounts.id', 'fence_accounts.account_id')
    .select(['accounts.id as userId', 'accounts.username'])
    .where('fence_accounts.fence_id', '=', fence.fenceId)
    .where(accountsIn({ path: fence.ownerPath }))
    .orderBy('accounts.username')
    .execute()
  const { assignedDevices } = await db
    .selectFrom('fence_devices')
    .innerJoin('devices', 'devices.id', 'fence_devices.device_id')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select((eb) => eb.fn.countAll<number>().as('assignedDevices'))
    .where('fence_devices.fence_id', '=', fence.fenceId)
    .where('fence_devices.is_by_group', '=', false)
    .where(accountsIn({ path: fence.ownerPath }))
    .executeTakeFirstOrThrow()
  const groups = await db
    .selectFrom('fence_groups')
    .innerJoin('vehicle_groups', 'vehicle_groups.id', 'fence_groups.group_id')
    .select(['vehicle_groups.id', 'name', 'colour', groupSizeSql.as('devices')])
    .where('fence_groups.fence_id', '=', fence.fenceId)
    .orderBy(sql`lower(name)`)
    .execute()
  return { accounts, assignedDevices, groups }
}

async function devicesInGroups(db: Db, groupIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('devices').select('devices.id').where(inGroups(groupIds)).execute()
  return rows.map(({ id }) => id)
}

/** Is the device assigned to the fence, itself or with a group? */
const isAssigned = (fenceId: number) =>
  sql<boolean>`exists (select from fence_devices fd where fd.fence_id = ${fenceId} and fd.device_id = devices.id)`
const isAssignedItself = (fenceId: number) =>
  sql<boolean>`exists (select from fence_devices fd
    where fd.fence_id = ${fenceId} and fd.device_id = devices.id and not fd.is_by_group)`

/** Does the fence count for the device, whose account is joined? */
export function countsFor(fence: { fenceId: number; ownerPath: string }) {
  return sql<boolean>`(accounts.path >= ${fence.ownerPath} and accounts.path < ${pathEnd(fence.ownerPath)}
    and (${isAssigned(fence.fenceId)} or exists (
      select from fence_accounts fa join accounts t on t.id = fa.account_id
      where fa.fence_id = ${fence.fenceId} and starts_with(accounts.path, t.path)
        and starts_with(t.path, ${fence.ownerPath}))))`
}

type DevicesInput = z.output<typeof fenceCalls.devices.input>

/** A page of the devices of the scope that a fence counts for. */
export async function findFenceDevices(
  db: Db,
  scope: Scope,
  fence: { fenceId: number; ownerPath: string },
  { pageNum, pageSize, search, isAssigned: isWanted }: DevicesInput,
) {
  const devices = db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .where(devicesIn(scope))
    .where(countsFor(fence))
    .$if(isWanted !== undefined, (query) => query.where(isAssignedItself(fence.fenceId), '=', isWanted!))
    .$if(search !== undefined && search !== '', (query) =>
      query.where(sql<boolean>`strpos(devices.search_text, ${search?.toLowerCase()}) > 0`),
    )
    .leftJoin('rule_results as r', 'r.device_id', 'devices.id')
    .select(['devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select(['accounts.id as userId', 'accounts.username', isAssignedItself(fence.fenceId).as('isAssigned')])
    .select(
      sql<number | null>`(
        select enter_time from unnest(r.zone_ids, r.zone_is_inside, r.zone_enter_times)
          as stay (zone_id, is_inside, enter_time)
        where zone_id = ${fence.fenceId} and is_inside)`.as('insideSince'),
    )
    .orderBy(sql`lower(${displayNameSql})`)
    .orderBy('devices.id')
  return readPage(devices, { pageNum, pageSize })
}

/** Has the rules of those concerned read again, those of groups included. */
export async function tellOf(db: Db, bus: Bus, { groupIds, ...assignees }: Assignees): Promise<void> {
  const { accountIds } = assignees
  const members = groupIds.length === 0 ? [] : await devicesInGroups(db, groupIds)
  const deviceIds = [...assignees.deviceIds, ...members]
  if (deviceIds.length + accountIds.length > 0)
    bus.publish('device.factsEdited', { deviceIds: Int32Array.from(deviceIds), accountIds })
}
