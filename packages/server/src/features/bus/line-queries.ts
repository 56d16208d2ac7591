import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@trackway/core/api/call.ts'
import {
  type BusLine,
  type BusLineRow,
  type BusStop,
  type busCalls,
  busLimits,
  faultOfLine,
} from '@trackway/core/features/bus/calls.ts'
import { lineGeometry } from '@trackway/core/features/bus/line-geometry.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { accountsIn, devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { type LineRow, placesOf } from './compiled-line.ts'
import { storedNewState } from './stored-state.ts'

type NewLine = z.output<(typeof busCalls)['add']['input']>
type LineQuery = z.output<(typeof busCalls)['list']['input']>

const sortColumns = { name: sql`lower(bus_lines.name)`, lengthM: sql`length_m`, changeTime: sql`change_time` }

/** A page of the lines of an account and, on request, of those below it. */
export async function findLines(db: Db, scope: Scope, query: LineQuery): Promise<Page<BusLineRow>> {
  const { userId, withSubAccounts, search, direction, terminalID, pageNum, pageSize } = query
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  const found = db
    .selectFrom('bus_lines')
    .innerJoin('accounts', 'accounts.id', 'bus_lines.account_id')
    .$if(withSubAccounts, (query) => query.where(accountsIn(owner)))
    .$if(!withSubAccounts, (query) => query.where('bus_lines.account_id', '=', owner.id))
    .$if(direction !== undefined, (query) => query.where('direction', '=', direction!))
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`bus_lines.search_text like lower(${likePattern(search ?? '')})`),
    )
    .$if(terminalID !== undefined, (query) =>
      query.where(sql<boolean>`exists (select from bus_line_devices of_line
        join devices on devices.id = of_line.device_id
        where of_line.line_id = bus_lines.id and devices.terminal_id = ${terminalID ?? ''})`),
    )
    .select(['bus_lines.id', 'bus_lines.account_id as userId', 'accounts.username', 'bus_lines.name'])
    .select(['direction', 'colour', 'length_m as lengthM', 'departures', 'change_time as changeTime'])
    .select([
      sql<number>`jsonb_array_length(stops)`.as('stops'),
      sql<string | null>`stops -> 0 ->> 'name'`.as('firstStop'),
      sql<string | null>`stops -> -1 ->> 'name'`.as('lastStop'),
      sql<number>`(select count(*)::int4 from bus_line_devices v where v.line_id = bus_lines.id)`.as(
        'vehicles',
      ),
      sql<number>`(select count(*)::int4 from bus_progress p join device_states s on s.device_id = p.device_id
        where p.line_id = bus_lines.id and s.is_connected)`.as('driving'),
    ])
    .orderBy(sortColumns[query.sort], query.isDescending ? 'desc' : 'asc')
    .orderBy('bus_lines.direction')
    .orderBy('bus_lines.id')
  return readPage(found, { pageNum, pageSize })
}

/** A line within the scope, with the account that it belongs to. @throws {Refusal} `notFound`, also for a stranger's */
export async function findLine(
  db: Db,
  scope: Pick<Scope, 'path'>,
  id: number,
): Promise<LineRow & { username: string; time_zone: string; path: string }> {
  return await db
    .selectFrom('bus_lines')
    .innerJoin('accounts', 'accounts.id', 'bus_lines.account_id')
    .selectAll('bus_lines')
    .select(['accounts.username', 'accounts.time_zone', 'accounts.path'])
    .where('bus_lines.id', '=', id)
    .where(accountsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
}

export async function readLine(db: Db, scope: Scope, id: number): Promise<BusLine> {
  const row = await findLine(db, scope, id)
  const vehicles = await db
    .selectFrom('bus_line_devices')
    .innerJoin('devices', 'devices.id', 'bus_line_devices.device_id')
    .select('devices.terminal_id')
    .where('line_id', '=', id)
    .where(devicesIn({ ...scope, path: row.path, accountId: row.account_id }))
    .orderBy('devices.terminal_id')
    .execute()
  return {
    id,
    userId: row.account_id,
    username: row.username,
    timeZone: row.time_zone,
    name: row.name,
    direction: row.direction,
    colour: row.colour,
    timetable: row.timetable,
    shape: placesOf(row),
    stops: row.stops,
    lengthM: row.length_m,
    offRouteM: row.off_route_m,
    offRoutePoints: row.off_route_points,
    offRouteS: row.off_route_s,
    terminalIDs: vehicles.map(({ terminal_id }) => terminal_id),
    createTime: row.create_time,
    changeTime: row.change_time,
  }
}

/**
 * Adds lines to an account, in the transaction of the caller.
 * @returns their ids and the devices that are theirs now
 * @throws {Refusal} `notFound` for a stranger's account or vehicle; `tooManyBusLines`
 */
export async function insertLines(
  trx: Db,
  scope: Scope,
  userId: number | undefined,
  lines: readonly Omit<NewLine, 'userId'>[],
  now: number,
): Promise<{ ids: number[]; deviceIds: number[] }> {
  const owner = await findAccountRow(trx, scope, userId ?? scope.accountId)
  await ensureRoom(trx, 'bus_lines', owner.id, busLimits.linesOfAccount, 'tooManyBusLines', lines.length)
  const rows = await trx
    .insertInto('bus_lines')
    .values(
      lines.map((line) => ({
        // What another line calls its stops means nothing here.
        ...toColumns({ ...line, stops: line.stops.map(({ id: _, ...stop }) => stop) }, 1),
        account_id: owner.id,
        create_time: now,
        change_time: now,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const deviceIds: number[] = []
  for (const [i, { terminalIDs }] of lines.entries())
    deviceIds.push(
      ...(await setVehicles(trx, { ...scope, path: owner.path, accountId: owner.id }, ids[i]!, terminalIDs)),
    )
  return { ids, deviceIds }
}

/**
 * Changes a line; what is left out stays.
 * @returns the devices that it was or is now about
 * @throws {Refusal} `notFound`; `invalidInput` where the whole is wrong
 */
export async function updateLine(
  trx: Db,
  scope: Scope,
  { id, ...given }: InputOf<(typeof busCalls)['edit']>,
  now: number,
): Promise<number[]> {
  const { path } = await findLine(trx, scope, id)
  const row = await trx
    .selectFrom('bus_lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(refusal('notFound'))
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const line = {
    name: row.name,
    direction: row.direction,
    colour: row.colour,
    timetable: row.timetable,
    shape: placesOf(row),
    stops: row.stops.map(({ alongM: _, ...stop }) => stop),
    offRouteM: row.off_route_m,
    offRoutePoints: row.off_route_points,
    offRouteS: row.off_route_s,
    ...(changed as Partial<NewLine>),
    terminalIDs: given.terminalIDs ?? [],
  }
  const found = faultOfLine(line)
  if (found)
    throw new Refusal('invalidInput', { issues: [{ path: found.path.join('.'), reason: found.fault }] })
  const known = new Set(row.stops.map((stop) => stop.id))
  const strange = line.stops.findIndex((stop) => stop.id !== undefined && !known.has(stop.id))
  if (strange >= 0)
    throw new Refusal('invalidInput', { issues: [{ path: `stops.${strange}.id`, reason: 'unknown' }] })
  const before = await vehiclesOf(trx, [id])
  const { stops, shape, ...columns } = toColumns(line, row.next_stop_id)
  await trx
    .updateTable('bus_lines')
    .set({ ...columns, stops, shape, change_time: Math.max(now, row.change_time + 1) })
    .where('id', '=', id)
    .execute()
  // Metres along another way mean nothing: its vehicles are looked for anew.
  const is = (text: string, known: unknown) => isDeepStrictEqual(JSON.parse(text), known)
  if (!is(shape, row.shape) || !is(stops, row.stops)) await forgetProgress(trx, before)
  if (given.terminalIDs === undefined) return before
  const after = await setVehicles(trx, { ...scope, path, accountId: row.account_id }, id, given.terminalIDs)
  return [...before, ...after]
}

/** Deletes a line. @returns the devices that were its own @throws {Refusal} `notFound` */
export async function deleteLine(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ name: string; accountId: number; deviceIds: number[] }> {
  const { name, account_id: accountId } = await findLine(db, scope, id)
  const deviceIds = await vehiclesOf(db, [id])
  await db.deleteFrom('bus_lines').where('id', '=', id).execute()
  return { name, accountId, deviceIds }
}

async function vehiclesOf(db: Db, lineIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('bus_line_devices')
    .select('device_id')
    .where('line_id', 'in', lineIds)
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** @param owner the scope cut down to the line's account: its vehicles belong to it, or to accounts below */
async function setVehicles(
  trx: Db,
  owner: Scope,
  lineId: number,
  terminalIDs: readonly string[],
): Promise<number[]> {
  const uniqueIds = [...new Set(terminalIDs)]
  await trx.deleteFrom('bus_line_devices').where('line_id', '=', lineId).execute()
  if (uniqueIds.length === 0) {
    await dropProgress(trx, lineId)
    return []
  }
  const rows = await trx
    .insertInto('bus_line_devices')
    .columns(['line_id', 'device_id'])
    .expression((eb) =>
      eb
        .selectFrom('devices')
        .select([sql<number>`${lineId}::int4`.as('line_id'), 'devices.id'])
        .where(sql<boolean>`devices.terminal_id = any(${uniqueIds}::text[])`)
        .where(devicesIn(owner)),
    )
    .returning('device_id')
    .execute()
  if (rows.length < uniqueIds.length) throw new Refusal('notFound')
  await dropProgress(trx, lineId)
  return rows.map(({ device_id }) => device_id)
}

/** Removes the progress of vehicles that are no longer assigned to the line. */
async function dropProgress(trx: Db, lineId: number): Promise<void> {
  await sql`update bus_progress p set line_id = null, depart_time = null, state = ${storedNewState}
    where line_id = ${lineId} and not exists (
      select from bus_line_devices v where v.line_id = p.line_id and v.device_id = p.device_id)`.execute(trx)
}

async function forgetProgress(trx: Db, deviceIds: readonly number[]): Promise<void> {
  await sql`update bus_progress set line_id = null, depart_time = null, state = ${storedNewState}
    where device_id = any(${deviceIds}::int4[])`.execute(trx)
}

function toColumns(line: Omit<NewLine, 'userId' | 'terminalIDs'>, nextId: number) {
  const { stops, timetable } = line
  const shape = line.shape.length > 0 ? line.shape : stops
  const geometry = lineGeometry(shape, stops)
  let next = nextId
  const placed = stops.map(
    ({ id, ...stop }, i): BusStop => ({
      id: id ?? next++,
      ...stop,
      alongM: Math.round(geometry.stopsM[i]! * 10) / 10,
    }),
  )
  return {
    name: line.name,
    direction: line.direction,
    colour: line.colour.toLowerCase(),
    shape: JSON.stringify(shape.map(({ lat, lon }) => [lat, lon])),
    length_m: Math.round(geometry.lengthM * 10) / 10,
    stops: JSON.stringify(placed),
    next_stop_id: next,
    timetable: JSON.stringify(timetable),
    departures: timetable.reduce((sum, { departures }) => sum + departures.length, 0),
    off_route_m: line.offRouteM,
    off_route_points: line.offRoutePoints,
    off_route_s: line.offRouteS,
    search_text: [line.name, ...stops.map(({ name }) => name)].join('\n').toLowerCase(),
  }
}

/** The lines of devices, as long as these belong to the account of the line or to one below it. */
export async function linesOfDevices(
  db: Db,
  deviceIds: readonly number[],
): Promise<(LineRow & { device_id: number; time_zone: string })[]> {
  return await db
    .selectFrom('bus_line_devices as v')
    .innerJoin('bus_lines', 'bus_lines.id', 'v.line_id')
    .innerJoin('accounts', 'accounts.id', 'bus_lines.account_id')
    .innerJoin('devices', 'devices.id', 'v.device_id')
    .innerJoin('accounts as owners', 'owners.id', 'devices.account_id')
    .selectAll('bus_lines')
    .select(['v.device_id', 'accounts.time_zone'])
    .where(sql<boolean>`v.device_id = any(${deviceIds}::int4[])`)
    .where(sql<boolean>`starts_with(owners.path, accounts.path)`)
    .orderBy('bus_lines.id')
    .execute()
}

/** `where(linesIn(owner))` on a query of `bus_lines`. */
export const linesIn = ({ path }: Pick<Scope, 'path'>) =>
  sql<boolean>`bus_lines.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`
