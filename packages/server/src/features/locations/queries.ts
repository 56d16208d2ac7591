import type { ListedLocation } from '@trackway/core/features/locations/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page, Paging } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesUnderSql } from '../../platform/scope/device-counts.ts'
import { accountsIn, ancestorsWithin, devicesIn } from '../../platform/scope/scope-sql.ts'
import { typeNameSql } from '../devices/state-sql.ts'
import { type LiveRow, selectLiveRows, toLiveState } from './live-state.ts'
import { deviceOrderSql, isRankOfStateSql, stateOrderSql } from './order-sql.ts'

interface LocationQuery extends Paging {
  terminalIDs?: string[] | undefined
  ids?: number[] | undefined
  userId?: number | undefined
}

/** Pages up to here are looked for among the states alone. */
const maxTopDevices = 2_000

interface LocationRow extends LiveRow {
  terminal_id: string
  car_number: string | null
  nickname: string | null
  account_id: number
  username: string
  device_type_id: number
  device_type_name: string
  type_wire: string
  wire: string | null
  icon_type: string
  iccid: string | null
  sim: string | null
}

/**
 * A page of live states in the order of the list. Terminal ids outside the scope are left out, as if they
 * did not exist. 10,000 devices, sent as JSON, take 150 ms of this process.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function findLocations(
  db: Db,
  scope: Scope,
  query: LocationQuery,
  now: number,
): Promise<Page<ListedLocation>> {
  const within = await narrow(db, scope, query.userId)
  const { pageNum, pageSize, ids, terminalIDs } = query
  const named = ids ?? terminalIDs
  const isMatching = (eb: ExpressionBuilder<Tables, 'devices'>) => eb.and([devicesIn(within), namedBy(query)])
  const findPage = async () => {
    const isPlatform = named === undefined && within.deviceId === null && isTop(within)
    const page =
      (isPlatform && (await topByState(db, isMatching, query, { now, scope }))) ||
      wholeOrder(db, isMatching, query, { now, scope })
    return selectListedRows(db).where('devices.id', 'in', page).orderBy(deviceOrderSql(now, scope)).execute()
  }
  if (named && pageNum === 1 && named.length <= pageSize) {
    const list = (await findPage()).map((row) => toLocation(row, scope, now))
    return { list, total: list.length }
  }
  const isAll =
    named === undefined &&
    within.deviceId === null &&
    !within.isOfFactoryTypes &&
    within.groupIds === undefined
  // Two ways through great tables: at once, on a connection each.
  const [rows, total] = await Promise.all([
    findPage(),
    isAll ? countAllDevices(db, within) : countDevices(db, isMatching),
  ])
  return { list: rows.map((row) => toLocation(row, scope, now)), total }
}

/** When, and as whom. */
interface ListContext {
  now: number
  scope: Scope
}

type DeviceCondition = (eb: ExpressionBuilder<Tables, 'devices'>) => Expression<SqlBool>

/** The devices of a page, found by as little as their order needs, before all else is read of those. */
function wholeOrder(
  db: Db,
  isMatching: DeviceCondition,
  { pageNum, pageSize }: LocationQuery,
  { now, scope }: ListContext,
) {
  return db
    .selectFrom('devices')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select('devices.id')
    .where(isMatching)
    .orderBy(deviceOrderSql(now, scope))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
}

/**
 * The same for the first pages of a whole platform: of 100,000 devices only the states are ordered, which takes a
 * quarter of the time, and the first of them joined.
 * @returns null where they are not enough: too few match the query, or one of the page belongs further back
 */
async function topByState(
  db: Db,
  isMatching: DeviceCondition,
  { pageNum, pageSize }: LocationQuery,
  { now, scope }: ListContext,
): Promise<number[] | null> {
  const until = pageNum * pageSize
  if (until > maxTopDevices) return null
  const first = db
    .selectFrom('device_states')
    .select([
      'device_states.device_id',
      'device_states.is_connected',
      'device_states.connected_time',
      'device_states.state_time',
      'device_states.fix_time',
      'device_states.latitude_e7',
      'device_states.longitude_e7',
      'device_states.speed_kmh',
    ])
    .orderBy(stateOrderSql(now))
    // Some more, for those that are out of scope or belong further back.
    .limit(until * 2 + 100)
  const rows = await db
    .selectFrom(first.as('device_states'))
    .innerJoin('devices', 'devices.id', 'device_states.device_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .select(['devices.id', isRankOfStateSql(now, scope).as('is_rank')])
    .where(isMatching)
    .orderBy(deviceOrderSql(now, scope))
    .limit(pageSize)
    .offset(until - pageSize)
    .execute()
  return rows.length === pageSize && rows.every((row) => row.is_rank) ? rows.map(({ id }) => id) : null
}

function selectListedRows(db: Db) {
  return selectLiveRows(db).select([
    'devices.terminal_id',
    'devices.car_number',
    'devices.nickname',
    'devices.account_id',
    'accounts.username',
    'devices.device_type_id',
    typeNameSql.as('device_type_name'),
    'device_types.wire as type_wire',
    'device_states.wire',
    'devices.icon_type',
    'devices.iccid',
    'devices.sim',
  ])
}

/** Is it an account without one above it? */
function isTop({ path }: Scope): boolean {
  return path.split('/').length === 3
}

/** The scope cut down to one account of it and those below. */
export async function narrow(db: Db, scope: Scope, userId: number | undefined): Promise<Scope> {
  if (userId === undefined || userId === scope.accountId) return scope
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'path'])
    .where('accounts.id', '=', userId)
    .where(accountsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  return { ...scope, path: account.path }
}

/** Reads the stored number of devices below an account, without counting them. */
async function countAllDevices(db: Db, { path }: Scope): Promise<number> {
  const { count } = await db
    .selectNoFrom(devicesUnderSql(sql`${path}::text`).as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countDevices(db: Db, isMatching: DeviceCondition): Promise<number> {
  const { count } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isMatching)
    .executeTakeFirstOrThrow()
  return count
}

// Arrays rather than lists of values: they may be empty, and one statement serves any number.
function namedBy({ terminalIDs, ids }: LocationQuery) {
  if (ids !== undefined) return sql<boolean>`devices.id = any(${ids}::int4[])`
  if (terminalIDs === undefined) return sql<boolean>`true`
  return sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`
}

/**
 * Devices of which a part of a name, plate, terminal id, ICCID or SIM is the text; or of a list of texts, those of
 * which one of them is a whole one.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function searchLocations(
  db: Db,
  scope: Scope,
  { text, userId }: { text: string; userId?: number | undefined },
): Promise<{ ids: number[] }> {
  const entries = text
    .toLowerCase()
    .split(/[\n\r,;，；、\t]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const matches =
    entries.length === 1
      ? sql<boolean>`devices.search_text like ${likePattern(entries[0]!)}`
      : sql<boolean>`string_to_array(devices.search_text, e'\\n') && ${entries}::text[]`
  const { ids } = await db
    .selectFrom('devices')
    .select(sql<number[]>`coalesce(array_agg(devices.id), '{}')`.as('ids'))
    .where(devicesIn(await narrow(db, scope, userId)))
    .where(matches)
    .executeTakeFirstOrThrow()
  return { ids }
}

function toLocation(row: LocationRow, scope: Scope, now: number): ListedLocation {
  const { car_number: carNumber, nickname, terminal_id: terminalID } = row
  const state = toLiveState(row, now, scope.audience ?? 'endUser')
  return {
    terminalID,
    displayName: displayName({ carNumber, nickname, terminalID }),
    carNumber,
    nickname,
    user_id: row.account_id,
    username: row.username,
    ancestors: ancestorsWithin(scope, row.owner_path),
    deviceType: row.device_type_id,
    deviceTypeName: row.device_type_name,
    // The protocol it uses; before its first connection, that of its type.
    deviceProtocol: row.wire ?? row.type_wire,
    iconType: row.icon_type,
    iccid: row.iccid,
    sim: row.sim,
    expire: row.expire_time,
    ...state,
    fuelPercent: state.readings.fuelPercent?.value ?? null,
    temperatureC: state.readings.temperatureC?.value.find((value) => value !== null) ?? null,
  }
}
