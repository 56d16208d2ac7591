import { fenceCodes } from '@trackway/core/codes/alarms.ts'
import type { Fence, FenceValues, fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { type Page, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findMapZones, insertZones, ownedBy, updateZone, type ZoneOwners } from '../zones/queries.ts'
import { assignedTo } from './assignments.ts'

type FenceFilter = Omit<z.output<typeof fenceCalls.find.input>, 'userId' | 'withSubAccounts'> & {
  fenceIds?: number[] | undefined
}

const deviceCount = sql<number>`fence_device_count(fences.id, accounts.path)`

const areaSql = sql<Fence['area']>`fences.area`
const stateSql = sql<Fence['state']>`case when fences.is_open then 'opened' else 'closed' end`

/** Of its newest alarm. */
const lastEventTime = sql<number | null>`(
  select max(e.start_time) from alarm_episodes e
  where e.subject_id = fences.id and e.code = any(${fenceCodes}::int2[])
    and e.source = 'platform')`

/** Fences as the contract shows them; the caller adds which. */
function selectFences(db: Db) {
  return db
    .selectFrom('fences')
    .innerJoin('accounts', 'accounts.id', 'fences.account_id')
    .select(['fences.id as fenceId', 'fences.name', 'colour', 'tags', 'account_id as userId', 'username'])
    .select(['speed_limit_kmh as speedLimitKmh', 'must_be_inside as mustBeInside', 'alarm_on as alarmOn'])
    .select(['schedule', 'dwell_s as dwellS', 'confirm_points as confirmPoints', 'confirm_s as confirmS'])
    .select(['allow_lbs as allowLbs', 'rule_ids as ruleIds'])
    .select(['fences.create_time as createTime', 'change_time as changeTime'])
    .select([areaSql.as('area'), stateSql.as('state')])
    .select([deviceCount.as('devices'), lastEventTime.as('lastEventTime')])
}

/** One page, and how many there are. */
export async function findFences(db: Db, owners: ZoneOwners, filter: FenceFilter): Promise<Page<Fence>> {
  const { pageNum, pageSize, sort, isDescending } = filter
  const direction = isDescending ? 'desc' : 'asc'
  const found = selectFences(db)
    .where(sql<boolean>`${sql.join(conditionsOf(owners, filter), sql` and `)}`)
    .orderBy(sorts[sort], direction)
    .orderBy('fences.id', direction)
  return readPage(found, { pageNum, pageSize })
}

const sorts = {
  name: sql`lower(fences.name)`,
  createTime: sql`fences.create_time`,
  devices: deviceCount,
  username: sql`lower(accounts.username)`,
} as const satisfies Record<FenceFilter['sort'], Expression<unknown>>

function conditionsOf(owners: ZoneOwners, filter: FenceFilter): RawBuilder<unknown>[] {
  const { fenceId, fenceIds, name, search, state, tags, terminalID } = filter
  const conditions: RawBuilder<unknown>[] = [ownedBy(owners)]
  if (fenceId !== undefined) conditions.push(sql`fences.id = ${fenceId}`)
  if (fenceIds !== undefined) conditions.push(sql`fences.id = any(${fenceIds}::int4[])`)
  if (name !== undefined) conditions.push(sql`fences.name = ${name}`)
  if (state !== undefined) conditions.push(sql`fences.is_open = ${state === 'opened'}`)
  if (tags !== undefined && tags.length > 0) conditions.push(sql`fences.tags @> ${tags}::text[]`)
  if (search) {
    const part = search.toLowerCase()
    conditions.push(sql`(strpos(lower(fences.name), ${part}) > 0
      or exists (select from unnest(fences.tags) tag where strpos(lower(tag), ${part}) > 0))`)
  }
  if (terminalID !== undefined)
    conditions.push(sql`exists (
      select from devices d join accounts a on a.id = d.account_id
      where d.terminal_id = ${terminalID} and starts_with(a.path, accounts.path) and (
        exists (select from fence_devices fd where fd.fence_id = fences.id and fd.device_id = d.id)
        or exists (select from fence_accounts fa join accounts t on t.id = fa.account_id
          where fa.fence_id = fences.id and starts_with(a.path, t.path) and starts_with(t.path, accounts.path))))`)
  return conditions
}

/** A fence of the scope with the path of its owner. */
export interface OwnedFence extends Fence {
  ownerPath: string
}

/** @throws {Refusal} `notFound`, also for a stranger's fence, so ids cannot be probed */
export async function findFence(db: Db, scope: Scope, fenceId: number): Promise<OwnedFence> {
  return await selectFences(db)
    .select('accounts.path as ownerPath')
    .where('fences.id', '=', fenceId)
    .where(ownedBy({ ...scope, withSubAccounts: true }))
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/** Values by their columns: whether it is open is one that is true or false. */
function columnsOf<Values extends FenceValues>({ state, ...values }: Values) {
  return {
    ...values,
    isOpen: state && state === 'opened',
    ruleIds: values.ruleIds && [...new Set(values.ruleIds)],
  }
}

/** Rules of notification are of the account of the fence. @throws {Refusal} `notFound` */
export async function assertRules(
  db: Db,
  accountId: number,
  { ruleIds }: Pick<FenceValues, 'ruleIds'>,
): Promise<void> {
  if (!ruleIds) return
  // Held until the fence names them: one that is deleted this instant is waited for.
  const found = await db
    .selectFrom('notification_rules')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ruleIds)
    .forShare()
    .execute()
  if (found.length < new Set(ruleIds).size) throw new Refusal('notFound')
}

/** @throws {Refusal} `tooManyFences`. @returns the ids in the order of the fences */
export function insertFences(
  db: Db,
  accountId: number,
  fences: readonly (FenceValues & { name: string; area: FenceArea })[],
  now: number,
): Promise<number[]> {
  const rows = fences.map((values) => columnsOf({ ...fenceDefaults, ...values }))
  return insertZones(db, 'fences', accountId, rows, now)
}

/** What changes where a vehicle is taken to be: then it counts as it is from now on. */
const deciding = [
  'area',
  'state',
  'dwellS',
  'confirmPoints',
  'confirmS',
  'allowLbs',
  'alarmOn',
  'schedule',
  'mustBeInside',
] as const

export async function updateFence(db: Db, fenceId: number, values: FenceValues, now: number): Promise<void> {
  const isDeciding = deciding.some((name) => values[name] !== undefined)
  await updateZone(db, 'fences', fenceId, columnsOf(values), isDeciding, now)
}

/**
 * Deletes a fence of the scope.
 * @throws {Refusal} `fenceInUse` with how many devices and accounts it is assigned to, unless they are detached
 */
export async function deleteFence(tx: Db, fence: OwnedFence, detach: boolean): Promise<void> {
  const { fenceId } = fence
  // Whoever assigns it this very instant waits for the lock, or is counted.
  await sql`select from fences where id = ${fenceId} for update`.execute(tx)
  if (!detach) {
    const { accounts, groups, assignedDevices } = await assignedTo(tx, fence)
    const uses = accounts.length + groups.length + assignedDevices
    if (uses > 0) throw new Refusal('fenceInUse', { count: uses })
  }
  await tx.deleteFrom('fences').where('id', '=', fenceId).execute()
}

type MapFence = Pick<Fence, 'fenceId' | 'name' | 'colour' | 'state' | 'area'>

export function findMapFences(
  db: Db,
  owners: ZoneOwners,
  state: Fence['state'] | undefined,
): Promise<Page<MapFence>> {
  const columns = sql`zone.id as "fenceId", colour, case when is_open then 'opened' else 'closed' end as state`
  const condition = state === undefined ? undefined : sql`is_open = ${state === 'opened'}`
  return findMapZones(db, 'fences', owners, columns, condition)
}
