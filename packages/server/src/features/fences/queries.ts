import { isDeepStrictEqual } from 'node:util'
import { fenceCodes } from '@trackway/core/codes/alarms.ts'
import type { Fence, fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { fenceBounds, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { snakeRow } from '../../platform/database/camel-row.ts'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { type Page, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'

/** An account has so many fences at most. */
const maxFencesOfAccount = 20_000

type FenceFilter = Omit<z.output<typeof fenceCalls.find.input>, 'userId' | 'withSubAccounts'> & {
  fenceIds?: number[] | undefined
}

/** What the caller may set of a fence. */
export type FenceValues = Partial<
  Pick<
    Fence,
    | 'name'
    | 'area'
    | 'colour'
    | 'tags'
    | 'state'
    | 'alarmOn'
    | 'schedule'
    | 'speedLimitKmh'
    | 'mustBeInside'
    | 'dwellS'
    | 'confirmPoints'
    | 'confirmS'
    | 'allowLbs'
    | 'ruleIds'
  >
>

/** Whose fences: those of the account with this path, and of all below it. */
export interface FenceOwners {
  accountId: number
  path: string
  withSubAccounts: boolean
}

const deviceCount = sql<number>`fence_device_count(fences.id, accounts.path)`

const areaSql = sql<Fence['area']>`fences.area`
const stateSql = sql<Fence['state']>`case when fences.is_open then 'opened' else 'closed' end`

/** Of its newest alarm. */
const lastEventTime = sql<number | null>`(
  select max(e.start_time) from alarm_episodes e
  where e.subject_id = fences.id and e.code = any(${fenceCodes}::int2[])
    and e.source = 'platform')`

/** @throws {Refusal} `notFound` for an account outside the scope */
export async function findOwners(
  db: Db,
  scope: Scope,
  { userId, withSubAccounts }: { userId?: number | undefined; withSubAccounts: boolean },
): Promise<FenceOwners> {
  const { id, path } = await findAccountRow(db, scope, userId ?? scope.accountId)
  return { accountId: id, path, withSubAccounts }
}

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
export async function findFences(db: Db, owners: FenceOwners, filter: FenceFilter): Promise<Page<Fence>> {
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

/** Those of an account and below. */
export function ownedBy({ accountId, path, withSubAccounts }: FenceOwners): RawBuilder<SqlBool> {
  return withSubAccounts
    ? sql`accounts.path >= ${path} and accounts.path < ${pathEnd(path)}`
    : sql`accounts.id = ${accountId}`
}

function conditionsOf(owners: FenceOwners, filter: FenceFilter): RawBuilder<unknown>[] {
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

/** The columns that values fill; those that are not given are left out. */
function columnsOf({ state, ...values }: FenceValues) {
  const { area, schedule, mustBeInside, ruleIds } = values
  const columns = {
    ...snakeRow(values),
    is_open: state && state === 'opened',
    area: area && JSON.stringify(area),
    schedule: schedule && JSON.stringify(schedule),
    must_be_inside: mustBeInside && JSON.stringify(mustBeInside),
    rule_ids: ruleIds && [...new Set(ruleIds)],
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
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
export async function insertFences(
  db: Db,
  accountId: number,
  fences: readonly (FenceValues & { name: string; area: FenceArea })[],
  now: number,
): Promise<number[]> {
  await ensureRoom(db, 'fences', accountId, maxFencesOfAccount, 'tooManyFences', fences.length)
  if (fences.length === 0) return []
  const times = { create_time: now, change_time: now, since_time: now }
  const rows = fences.map((values) => ({
    account_id: accountId,
    ...times,
    ...columnsOf({ ...fenceDefaults, tags: [], ...values } as FenceValues),
  }))
  const inserted = await db
    .insertInto('fences')
    .values(rows as never)
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
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

/**
 * Of what is sent, what is not so already: forms send all their fields, and an area that stays as it is must not begin
 * anew for the vehicles inside.
 */
export function changesOf<Values extends object>(values: Values, present: object): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, (present as Record<string, unknown>)[name])
  return Object.fromEntries(Object.entries(values).filter(isChanged)) as Values
}

export async function updateFence(db: Db, fenceId: number, values: FenceValues, now: number): Promise<void> {
  const isDeciding = deciding.some((name) => values[name] !== undefined)
  await db
    .updateTable('fences')
    .set({ ...columnsOf(values), change_time: now, ...(isDeciding && { since_time: now }) } as never)
    .where('id', '=', fenceId)
    .execute()
}

/**
 * Deletes a fence of the scope.
 * @throws {Refusal} `fenceInUse` with how many devices and accounts it is assigned to, unless they are detached
 */
export async function deleteFence(tx: Db, fenceId: number, detach: boolean): Promise<void> {
  // Whoever assigns it this very instant waits for the lock, or is counted.
  await sql`select from fences where id = ${fenceId} for update`.execute(tx)
  if (!detach) {
    const { rows } = await sql<{ uses: number }>`
      select (
        select count(*)::int4 from fence_devices fd join devices d on d.id = fd.device_id
        join accounts a on a.id = d.account_id where fd.fence_id = f.id and starts_with(a.path, owner.path)
      ) + (
        select count(*)::int4 from fence_accounts fa join accounts a on a.id = fa.account_id
        where fa.fence_id = f.id and starts_with(a.path, owner.path)
      ) as uses from fences f join accounts owner on owner.id = f.account_id where f.id = ${fenceId}`.execute(
      tx,
    )
    const uses = rows[0]?.uses ?? 0
    if (uses > 0) throw new Refusal('fenceInUse', { count: uses })
  }
  await tx.deleteFrom('fences').where('id', '=', fenceId).execute()
}

type MapFence = Pick<Fence, 'fenceId' | 'name' | 'colour' | 'state' | 'area'>

export async function findMapFences(
  db: Db,
  owners: FenceOwners,
  state: Fence['state'] | undefined,
): Promise<Page<MapFence>> {
  const rows = await db
    .selectFrom('fences')
    .innerJoin('accounts', 'accounts.id', 'fences.account_id')
    .select(['fences.id as fenceId', 'fences.name', 'colour', areaSql.as('area')])
    .select([stateSql.as('state'), sql<number>`count(*) over ()`.as('total')])
    .where(ownedBy(owners))
    .$if(state !== undefined, (query) => query.where('fences.is_open', '=', state === 'opened'))
    .orderBy(sql`lower(fences.name)`)
    .orderBy('fences.id')
    .limit(fenceBounds.map)
    .execute()
  return { list: rows.map(({ total: _, ...fence }) => fence), total: rows[0]?.total ?? 0 }
}
