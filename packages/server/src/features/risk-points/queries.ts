import type { RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import { findMapZones, ownedBy, type ZoneOwners } from '../zones/queries.ts'

type RiskFilter = Omit<z.output<typeof riskPointCalls.find.input>, 'userId' | 'withSubAccounts'> & {
  ids?: number[] | undefined
}

type MapRiskPoint = Pick<RiskPoint, 'id' | 'name' | 'category' | 'area'>

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
  owners: ZoneOwners,
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

function conditionsOf(owners: ZoneOwners, { id, ids, search, category }: RiskFilter): RawBuilder<unknown>[] {
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

export async function deleteRiskPoint(db: Db, id: number): Promise<void> {
  await db.deleteFrom('risk_points').where('id', '=', id).execute()
}

export function findMapRiskPoints(db: Db, owners: ZoneOwners): Promise<Page<MapRiskPoint>> {
  return findMapZones(db, 'risk_points', owners, sql`zone.id, category`)
}

/** Devices of the scope that are inside risk points of these accounts, the longest stay first. */
export async function findInside(
  db: Db,
  scope: Scope,
  owners: ZoneOwners,
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
