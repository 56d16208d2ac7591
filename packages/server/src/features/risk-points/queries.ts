import { fenceBounds } from '@trackway/core/features/fences/calls.ts'
import type { RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import { type FenceOwners, ownedBy } from '../fences/queries.ts'

/** An account has so many risk points at most. */
const maxRiskPointsOfAccount = 20_000

type RiskFilter = Omit<z.output<typeof riskPointCalls.find.input>, 'userId' | 'withSubAccounts'> & {
  ids?: number[] | undefined
}
export type RiskValues = Pick<RiskPoint, 'name' | 'category' | 'area' | 'note' | 'minutes'>

const categorySql = sql<RiskPoint['category']>`risk_points.category`
const areaSql = sql<RiskPoint['area']>`risk_points.area`

/** Risk points as the contract shows them; the caller adds which. */
function selectRiskPoints(db: Db) {
  return db
    .selectFrom('risk_points')
    .innerJoin('accounts', 'accounts.id', 'risk_points.account_id')
    .select(['risk_points.id', 'name', 'note', 'minutes', 'account_id as userId', 'username'])
    .select([categorySql.as('category'), areaSql.as('area')])
    .select(['risk_points.create_time as createTime', 'change_time as changeTime'])
}

/** One page, and how many there are. */
export async function findRiskPoints(
  db: Db,
  owners: FenceOwners,
  filter: RiskFilter,
): Promise<Page<RiskPoint>> {
  const { pageNum, pageSize, sort, isDescending } = filter
  const direction = isDescending ? 'desc' : 'asc'
  const found = selectRiskPoints(db)
    .where(sql<boolean>`${sql.join(conditionsOf(owners, filter), sql` and `)}`)
    .orderBy(sorts[sort], direction)
    .orderBy('risk_points.id', direction)
  return readPage(found, { pageNum, pageSize })
}

const sorts = {
  name: sql`lower(risk_points.name)`,
  createTime: sql`risk_points.create_time`,
  minutes: sql`risk_points.minutes`,
  username: sql`lower(accounts.username)`,
} as const satisfies Record<RiskFilter['sort'], Expression<unknown>>

function conditionsOf(owners: FenceOwners, { id, ids, search, category }: RiskFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [ownedBy(owners)]
  if (id !== undefined) conditions.push(sql`risk_points.id = ${id}`)
  if (ids !== undefined) conditions.push(sql`risk_points.id = any(${ids}::int4[])`)
  if (category !== undefined) conditions.push(sql`risk_points.category = ${category}`)
  if (search) {
    const part = search.toLowerCase()
    conditions.push(
      sql`(strpos(lower(risk_points.name), ${part}) > 0 or strpos(lower(risk_points.note), ${part}) > 0)`,
    )
  }
  return conditions
}

/** @throws {Refusal} `notFound`, also for a stranger's risk point */
export async function findRiskPoint(db: Db, scope: Scope, id: number): Promise<RiskPoint> {
  return await selectRiskPoints(db)
    .where('risk_points.id', '=', id)
    .where(ownedBy({ ...scope, withSubAccounts: true }))
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/** @throws {Refusal} `tooManyFences`. @returns the ids in the order of the risk points */
export async function insertRiskPoints(
  db: Db,
  accountId: number,
  points: readonly RiskValues[],
  now: number,
): Promise<number[]> {
  await ensureRoom(db, 'risk_points', accountId, maxRiskPointsOfAccount, 'tooManyFences', points.length)
  if (points.length === 0) return []
  const inserted = await db
    .insertInto('risk_points')
    .values(
      points.map(({ name, category, area, note, minutes }) => ({
        account_id: accountId,
        name,
        category,
        area: JSON.stringify(area),
        note,
        minutes,
        create_time: now,
        change_time: now,
        since_time: now,
      })),
    )
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

export async function updateRiskPoint(
  db: Db,
  id: number,
  { area, ...values }: { [K in keyof RiskValues]?: RiskValues[K] | undefined },
  now: number,
): Promise<void> {
  const isDeciding = area !== undefined || values.minutes !== undefined
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  await db
    .updateTable('risk_points')
    .set({
      ...given,
      ...(area !== undefined && { area: JSON.stringify(area) }),
      ...(isDeciding && { since_time: now }),
      change_time: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteRiskPoint(db: Db, id: number): Promise<void> {
  await db.deleteFrom('risk_points').where('id', '=', id).execute()
}

export async function findMapRiskPoints(db: Db, owners: FenceOwners) {
  const rows = await db
    .selectFrom('risk_points')
    .innerJoin('accounts', 'accounts.id', 'risk_points.account_id')
    .select(['risk_points.id', 'risk_points.name', categorySql.as('category'), areaSql.as('area')])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(ownedBy(owners))
    .orderBy(sql`lower(risk_points.name)`)
    .orderBy('risk_points.id')
    .limit(fenceBounds.map)
    .execute()
  return { list: rows.map(({ total: _, ...point }) => point), total: rows[0]?.total ?? 0 }
}

/** @throws {Refusal} `notFound` where one of those named is not in the scope */
export async function idsInSight(
  db: Db,
  scope: Scope,
  ids: readonly number[] | undefined,
): Promise<number[]> {
  const rows = await db
    .selectFrom('risk_points')
    .innerJoin('accounts', 'accounts.id', 'risk_points.account_id')
    .select('risk_points.id')
    .where(ownedBy({ ...scope, withSubAccounts: true }))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`risk_points.id = any(${ids}::int4[])`))
    .execute()
  const found = rows.map(({ id }) => id)
  if (ids?.some((id) => !found.includes(id))) throw new Refusal('notFound')
  return found
}

/** Devices of the scope that are inside risk points of these accounts, the longest stay first. */
export async function findInside(
  db: Db,
  scope: Scope,
  owners: FenceOwners,
  { id, pageNum, pageSize }: { id?: number | undefined } & Paging,
  now: number,
) {
  // In the state a risk point stands under its id with a minus.
  const stays = db
    .selectFrom('devices')
    .innerJoin('accounts as holders', 'holders.id', 'devices.account_id')
    .innerJoin('rule_results as r', 'r.device_id', 'devices.id')
    .innerJoin(
      sql<{ zone_id: number; since: number }>`lateral (
        select zone_id, since from unnest(r.zone_ids, r.zone_is_inside, r.zone_enter_times)
          as one (zone_id, is_inside, since)
        where is_inside)`.as('stay'),
      (join) => join.onTrue(),
    )
    .innerJoin('risk_points', (join) => join.on(sql<boolean>`risk_points.id = -stay.zone_id`))
    .innerJoin('accounts', 'accounts.id', 'risk_points.account_id')
    .where(devicesIn(scope))
    .where(ownedBy(owners))
    .where(sql<boolean>`starts_with(holders.path, accounts.path)`)
    .$if(id !== undefined, (query) => query.where('risk_points.id', '=', id!))
    .select(['devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select(['holders.id as userId', 'holders.username', 'risk_points.id as riskPointId'])
    .select(['risk_points.name as riskPointName', categorySql.as('category'), 'risk_points.minutes'])
    .select('stay.since')
    .orderBy('since')
    .orderBy('devices.id')
  const { list: rows, total } = await readPage(stays, { pageNum, pageSize })
  const list = rows.map(({ minutes, ...row }) => ({
    ...row,
    isAlarmed: now - row.since > minutes * 60_000,
  }))
  return { list, total }
}
