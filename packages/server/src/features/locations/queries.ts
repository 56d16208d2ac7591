import type { ListedLocation } from '@trackway/core/api/locations.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, ancestorsWithin, devicesIn } from '../../platform/scope/scope-sql.ts'
import { type LiveRow, selectLiveRows, toLiveState } from './live-state.ts'
import { deviceOrderSql } from './order-sql.ts'

interface Wanted {
  terminalIDs?: string[] | undefined
  userId?: number | undefined
  pageNum: number
  pageSize: number
}

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
  wanted: Wanted,
  now: number,
): Promise<{ list: ListedLocation[]; total: number }> {
  const within = await narrow(db, scope, wanted.userId)
  const { terminalIDs, pageNum, pageSize } = wanted
  const rows: LocationRow[] = await selectLiveRows(db)
    .select([
      'devices.terminal_id',
      'devices.car_number',
      'devices.nickname',
      'devices.account_id',
      'accounts.username',
      'devices.device_type_id',
      'device_types.name as device_type_name',
      'device_types.wire as type_wire',
      'device_states.wire',
      'devices.icon_type',
      'devices.iccid',
      'devices.sim',
    ])
    .where(devicesIn(within))
    .where(namedBy(terminalIDs))
    .orderBy(deviceOrderSql(now))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const isWhole = pageNum === 1 && rows.length < pageSize
  const total = isWhole ? rows.length : await countDevices(db, within, terminalIDs)
  return { list: rows.map((row) => toLocation(row, scope, now)), total }
}

/** The scope cut down to one account of it and those below. */
async function narrow(db: Db, scope: Scope, userId: number | undefined): Promise<Scope> {
  if (userId === undefined || userId === scope.accountId) return scope
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'path'])
    .where('accounts.id', '=', userId)
    .where(accountsIn(scope))
    .executeTakeFirst()
  if (account === undefined) throw new Refusal('notFound')
  return { ...scope, path: account.path }
}

async function countDevices(db: Db, scope: Scope, terminalIDs: string[] | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(devicesIn(scope))
    .where(namedBy(terminalIDs))
    .executeTakeFirstOrThrow()
  return count
}

// An array rather than a list of values: it may be empty, and one statement serves any number of names.
function namedBy(terminalIDs: string[] | undefined) {
  if (terminalIDs === undefined) return sql<boolean>`true`
  return sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`
}

function toLocation(row: LocationRow, scope: Scope, now: number): ListedLocation {
  const { car_number: carNumber, nickname, terminal_id: terminalID } = row
  const state = toLiveState(row, now)
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
    // What it speaks; until it has spoken, what its type is expected to.
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
