import { untrustedBits } from '@trackway/core/codes/states.ts'
import {
  advanceOnLines,
  type BusFix,
  type BusState,
  type CompiledLine,
  newBusState,
  type StopPassage,
} from '@trackway/core/features/bus/progress.ts'
import type pg from 'pg'
import type { Platform } from '../../platform/platform.ts'
import { compileLine, type LineRow } from './compiled-line.ts'
import { linesOfDevices } from './line-queries.ts'
import { busStateForm } from './stored-state.ts'

/** Lines that stay compiled. */
const maxLines = 2_000
/** Vehicles processed in one transaction, and fixes of each. */
const maxVehicles = 200
const maxFixes = 300
/** For a vehicle that is new on a line, so much of its track is processed. */
const firstMs = 24 * 3_600_000
/** Any number: the process that holds this lock tracks the vehicles of all lines. */
const lockKey = 8_244_001

interface DueRow {
  device_id: number
  /** Of its newest fix. */
  until_time: number
  /** Fixes up to this one were processed; null: none yet. */
  fix_time: number | null
  state: unknown
}

interface Vehicle {
  deviceId: number
  fixes: readonly BusFix[]
  lines: readonly CompiledLine[]
}

/** Lines as they were compiled last, by id. */
export type LineCache = Map<number, { changeTime: number; timeZone: string; line: CompiledLine }>

/**
 * Takes the vehicles of bus lines further along them, as far as their fixes go, and stores which stops they passed. One
 * process at a time does it.
 * @param cache kept from call to call
 * @returns true where more is to be done at once
 */
export function trackBuses(database: Platform['database'], cache: LineCache, now: number): Promise<boolean> {
  return aloneWithBuses(database, (client) => trackDue(client, database, cache, now))
}

/** Does a piece of work in a transaction, unless another process works on vehicles of lines: then there is no more. */
export async function aloneWithBuses(
  { pool }: Platform['database'],
  work: (client: pg.PoolClient) => Promise<boolean>,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isMine"',
      [lockKey],
    )
    const hasMore = rows[0]!.isMine && (await work(client))
    await client.query('commit')
    return hasMore
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function trackDue(
  client: pg.PoolClient,
  { db }: Platform['database'],
  cache: LineCache,
  now: number,
): Promise<boolean> {
  // What is stored refers to the vehicles. A deletion locks their rows first, and then all that refers to them.
  const { rows: due } = await client.query<DueRow>(
    `select v.device_id, s.fix_time as until_time, p.fix_time, p.state
     from (select distinct device_id from bus_line_devices) v
     join device_states s on s.device_id = v.device_id
     left join bus_progress p on p.device_id = v.device_id
     join devices d on d.id = v.device_id
     where s.fix_time > coalesce(p.fix_time, 0) order by s.fix_time limit $1 for key share of d skip locked`,
    [maxVehicles],
  )
  if (due.length === 0) return false
  const fixes = await readFixes(client, due, now)
  const lines = await compiledLinesOf(
    db,
    due.map(({ device_id }) => device_id),
    cache,
  )
  const taken = await departuresTaken(client, lines)

  const passages: object[] = []
  const progress = due.map(({ device_id: deviceId, until_time, state }) => {
    const vehicle = { deviceId, fixes: fixes.get(deviceId) ?? [], lines: lines.get(deviceId) ?? [] }
    const after = advance(vehicle, busStateForm.read(state) ?? newBusState, (lineId) =>
      departuresOf(taken, lineId, deviceId),
    )
    taken.set(deviceId, after.driven)
    passages.push(...after.passages)
    // What is newer than the last one that was read is read the next time.
    const isAll = vehicle.fixes.length < maxFixes
    const fixTime = isAll ? until_time : vehicle.fixes.at(-1)!.time
    return progressRow(deviceId, fixTime, after)
  })
  await storeProgress(client, progress)
  await storePassages(client, passages)
  return due.length === maxVehicles || [...fixes.values()].some((own) => own.length === maxFixes)
}

/** One vehicle through its fixes. */
export function advance(
  { deviceId, fixes, lines }: Vehicle,
  before: BusState,
  ofOthers: (lineId: number) => ReadonlySet<number>,
) {
  let state = before
  const passages: ReturnType<typeof toRow>[] = []
  for (const fix of fixes) {
    const step = advanceOnLines(state, fix, lines, ofOthers)
    state = step.state
    passages.push(...step.passages.map((passage) => toRow(passage, deviceId, lines)))
  }
  return { state, passages, driven: state.traces.find(({ lineId }) => lineId === state.lineId) ?? null }
}

/** A row of `bus_progress`. */
export function progressRow(
  deviceId: number,
  fixTime: number,
  { state, driven }: Omit<ReturnType<typeof advance>, 'passages'>,
) {
  const departTime = driven?.departTime ?? null
  const stored = busStateForm.write(state)
  return {
    device_id: deviceId,
    line_id: state.lineId,
    depart_time: departTime,
    fix_time: fixTime,
    state: stored,
  }
}

export async function storeProgress(client: pg.PoolClient, rows: readonly object[]): Promise<void> {
  await client.query(
    `insert into bus_progress select * from json_populate_recordset(null::bus_progress, $1)
     on conflict (device_id) do update set line_id = excluded.line_id, depart_time = excluded.depart_time,
       fix_time = excluded.fix_time, state = excluded.state`,
    [JSON.stringify(rows)],
  )
}

export async function storePassages(client: pg.PoolClient, rows: readonly object[]): Promise<void> {
  await client.query(
    `insert into bus_passages select * from json_populate_recordset(null::bus_passages, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

function toRow(passage: StopPassage, deviceId: number, lines: readonly CompiledLine[]) {
  const { lineId, stop, arriveTime, leaveTime, scheduledTime } = passage
  const { id, name } = lines.find((line) => line.lineId === lineId)!.stops[stop]!
  return {
    // One of both is known of every stop.
    line_id: lineId,
    pass_time: (leaveTime ?? arriveTime)!,
    device_id: deviceId,
    stop_id: id,
    stop_name: name,
    arrive_time: arriveTime,
    leave_time: leaveTime,
    scheduled_time: scheduledTime,
  }
}

async function readFixes(
  client: pg.PoolClient,
  due: readonly DueRow[],
  now: number,
): Promise<Map<number, BusFix[]>> {
  const { rows } = await client.query<BusFix & { device_id: number }>(
    `select d.device_id, p.*
     from unnest($1::int4[], $2::int8[], $3::int8[]) as d (device_id, from_time, until_time)
     cross join lateral (
       select fix_time as time, latitude_e7 / 1e7 as lat, longitude_e7 / 1e7 as lon from positions p
       where p.device_id = d.device_id and p.fix_time > d.from_time and p.fix_time <= d.until_time
         and p.latitude_e7 is not null and p.quality & $4 = 0
       order by p.fix_time limit $5) p
     order by d.device_id, p.time`,
    [
      due.map(({ device_id }) => device_id),
      due.map(({ fix_time }) => fix_time ?? now - firstMs),
      due.map(({ until_time }) => until_time),
      untrustedBits,
      maxFixes,
    ],
  )
  const fixes = new Map<number, BusFix[]>()
  for (const { device_id, time, lat, lon } of rows) {
    const own = fixes.get(device_id) ?? []
    own.push({ time, lat, lon })
    fixes.set(device_id, own)
  }
  return fixes
}

/** The lines of vehicles, by their ids. */
export async function compiledLinesOf(
  db: Platform['database']['db'],
  deviceIds: readonly number[],
  cache: LineCache,
): Promise<Map<number, CompiledLine[]>> {
  const lines = new Map<number, CompiledLine[]>()
  for (const row of await linesOfDevices(db, deviceIds))
    lines.set(row.device_id, [...(lines.get(row.device_id) ?? []), compiled(cache, row)])
  return lines
}

function compiled(cache: LineCache, row: LineRow & { time_zone: string }): CompiledLine {
  const known = cache.get(row.id)
  if (known?.changeTime === row.change_time && known.timeZone === row.time_zone) return known.line
  if (cache.size >= maxLines) cache.clear()
  const line = compileLine(row, row.time_zone)
  cache.set(row.id, { changeTime: row.change_time, timeZone: row.time_zone, line })
  return line
}

/** Which drive of which line each vehicle is on. */
type DriveByDevice = Map<number, { lineId: number; departTime: number | null } | null>

async function departuresTaken(
  client: pg.PoolClient,
  lines: ReadonlyMap<number, readonly CompiledLine[]>,
): Promise<DriveByDevice> {
  const lineIds = new Set([...lines.values()].flatMap((own) => own.map(({ lineId }) => lineId)))
  const { rows } = await client.query<{ device_id: number; lineId: number; departTime: number }>(
    `select device_id, line_id as "lineId", depart_time as "departTime" from bus_progress
     where line_id = any($1::int4[]) and depart_time is not null`,
    [[...lineIds]],
  )
  return new Map(rows.map((row) => [row.device_id, row]))
}

function departuresOf(taken: DriveByDevice, lineId: number, except: number): Set<number> {
  const departures = new Set<number>()
  for (const [deviceId, on] of taken)
    if (deviceId !== except && on?.lineId === lineId && on.departTime !== null) departures.add(on.departTime)
  return departures
}
