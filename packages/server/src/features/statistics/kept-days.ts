import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { type LocalDay, startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import type pg from 'pg'
import { episodeLock } from '../episodes/processing/process-track.ts'
import { daySumRules } from '../episodes/storage/day-sums.ts'
import { keepDaysSql } from './device-days-sql.ts'

/** Days of a device that follow on one another, by their numbers from 1. */
export interface DayRun {
  device: number
  first: number
  last: number
}

/** Devices a transaction; their tracks are not processed meanwhile. */
const devicesAtOnce = 50
/** Longer than this nobody waits: what is left is cut for this question alone. */
const maxMs = 5_000

/**
 * The days of devices that are to be cut from their episodes, since the owner's days are others and nobody requested these
 * before. Finished ones are stored now: reading them costs a tenth. They hold as those of the owner do, since whoever
 * changes episodes removes all days that they reach into (`replaceDaySums`).
 */
export async function findDaysToCut(
  pool: pg.Pool,
  devices: readonly number[],
  days: readonly LocalDay[],
  signal: AbortSignal,
): Promise<DayRun[]> {
  if (devices.length === 0 || days.length === 0) return []
  const found = await findStoredDays(pool, devices, days)
  const toKeep = found.filter((device) => device.finished.length > 0)
  if (toKeep.length === 0) return found.flatMap(({ missing }) => missing)
  const begin = performance.now()
  for (let from = 0; from < toKeep.length; from += devicesAtOnce) {
    if (signal.aborted || performance.now() - begin > maxMs) break
    await keepDays(pool, toKeep.slice(from, from + devicesAtOnce), days)
  }
  return (await findStoredDays(pool, devices, days)).flatMap(({ missing }) => missing)
}

interface StoredDays {
  id: number
  missing: DayRun[]
  /** Of the missing ones, those that the next report does not change. */
  finished: DayRun[]
}

async function findStoredDays(
  pool: pg.Pool,
  devices: readonly number[],
  days: readonly LocalDay[],
): Promise<StoredDays[]> {
  const first = (kind: number) =>
    `(select min(from_time) from track_episodes e where e.device_id = p.device_id and e.kind = ${kind})`
  const { rows } = await pool.query<{
    id: number
    time_zone: string
    until_time: number | null
    first_time: number | null
    stored: number[]
  }>(
    `select p.device_id as id, p.time_zone, p.until_time,
       least(${first(episodeKinds.trip)}, ${first(episodeKinds.stop)}) as first_time,
       array(select array_position($3::int8[], s.from_time)
         from day_sums s where s.device_id = p.device_id and s.from_time between $2 and $4
           and s.to_time = ($5::int8[])[array_position($3::int8[], s.from_time)]) as stored
     from episode_progress p where p.device_id = any($1::int4[])`,
    [devices, days[0]!.from, days.map(({ from }) => from), days.at(-1)!.from, days.map(({ to }) => to)],
  )
  return rows.map(({ id, time_zone, until_time, first_time, stored }) => {
    const isStored = new Set(stored)
    const missing = days.flatMap((_, index) => (isStored.has(index + 1) ? [] : index + 1))
    // A report changes days from the beginning of its own day on, in the owner's zone.
    const until = until_time === null ? 0 : startOfLocalDay(until_time, time_zone)
    const finished = missing.filter((n) => {
      const { to } = days[n - 1]!
      return to <= until && to > (first_time ?? Infinity)
    })
    return { id, missing: runsOf(id, missing), finished: runsOf(id, finished) }
  })
}

function runsOf(device: number, numbers: readonly number[]): DayRun[] {
  const runs: DayRun[] = []
  for (const n of numbers) {
    const run = runs.at(-1)
    if (run?.last === n - 1) run.last = n
    else runs.push({ device, first: n, last: n })
  }
  return runs
}

/** Those whose tracks are being processed, or that are being deleted, are left out. */
async function keepDays(
  pool: pg.Pool,
  devices: readonly StoredDays[],
  days: readonly LocalDay[],
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(
      `select id from devices where id = any($2::int4[]) and pg_try_advisory_xact_lock($1, id)
       for key share skip locked`,
      [episodeLock, devices.map(({ id }) => id)],
    )
    const locked = new Set(rows.map(({ id }) => id))
    const runs = devices.flatMap(({ id, finished }) => (locked.has(id) ? finished : []))
    // A statement of its own, which sees what was committed before the locks were taken.
    await client.query(keepDaysSql(), [
      daySumRules,
      runs.map(({ device }) => device),
      days.map(({ from }) => from),
      days.map(({ to }) => to),
      runs.map(({ first }) => first),
      runs.map(({ last }) => last),
    ])
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
