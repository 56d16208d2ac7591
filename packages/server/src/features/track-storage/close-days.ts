import type pg from 'pg'
import { markTrackDirty, partitionLock, partitionName } from '../../ingest/partitions.ts'

const dayMs = 86_400_000
/** Ingest queues after a process that waits for these locks: rather try again in the next round. */
const lockTimeoutMs = 100
const lockNotAvailable = '55P03'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Enters days that ended `graceMs` ago, or earlier, for packing: from then on each position stored in them
 * marks its device, and the devices that have positions already are marked here.
 */
export async function closeDays(client: Client, now: number, graceMs: number): Promise<void> {
  const { rows } = await client.query<{ day: number }>('select day from packed_days')
  const closed = new Set(rows.map((row) => row.day))
  for (const day of await daysInRows(client)) {
    if (!closed.has(day) && (day + 1) * dayMs + graceMs <= now) await closeDay(client, day)
  }
  await closeDefaultDays(client, Math.floor((now - graceMs) / dayMs))
  const unlisted = await client.query<{ day: number }>(
    'select day from packed_days where not is_listed order by day desc',
  )
  for (const { day } of unlisted.rows) await listDevices(client, day)
}

function closeDay(client: Client, day: number): Promise<boolean> {
  return underLock(client, async () => {
    const name = partitionName('positions', day)
    if (!(await exists(client, name))) return
    // Waits for transactions that store positions of this day; later ones have the trigger.
    await client.query(markTrackDirty(name))
    await client.query('insert into packed_days (day) values ($1)', [day])
  })
}

/** Enters the days before `endDay` that have positions in the default partition, and marks their devices. */
async function closeDefaultDays(client: Client, endDay: number): Promise<void> {
  const before = 'fix_time < $1::int8 * 86400000'
  const { rows } = await client.query(
    `select from positions_default where ${before}
     and not exists (select from packed_days where day = fix_time / 86400000) limit 1`,
    [endDay],
  )
  if (rows.length === 0) return
  await underLock(client, async () => {
    // Nobody is storing here now, and those who come later find the day entered.
    await client.query('lock table positions_default in share row exclusive mode')
    await client.query(
      `with found as (select distinct (fix_time / 86400000)::int4 as day, device_id from positions_default where ${before}),
       entered as (
         insert into packed_days (day, is_listed) select distinct day, true from found on conflict do nothing
       )
       insert into track_dirty (day, device_id) select day, device_id from found on conflict do nothing`,
      [endDay],
    )
  })
}

/** One probe of the key for each device, so it takes the same time for one fix a day as for one a second. */
async function listDevices(client: Client, day: number): Promise<void> {
  const name = partitionName('positions', day)
  if (!(await exists(client, name))) {
    await client.query('update packed_days set is_listed = true where day = $1', [day])
    return
  }
  await client.query(
    `with recursive found as (
       (select device_id from ${name} order by device_id limit 1)
       union all
       select (select device_id from ${name} where device_id > found.device_id order by device_id limit 1)
       from found where found.device_id is not null
     ), marked as (
       insert into track_dirty (day, device_id)
       select $1, device_id from found where device_id is not null on conflict do nothing
     )
     update packed_days set is_listed = true where day = $1`,
    [day],
  )
}

/**
 * Drops the rows of days of which everything is packed, and nothing was for `quietMs`: late fixes come in
 * gusts, and each drop makes the first of the next gust wait for a new table.
 * @returns the days dropped
 */
export async function dropPackedDays(client: Client, now: number, quietMs: number): Promise<number[]> {
  const { rows } = await client.query<{ day: number }>(
    `select day from packed_days d
     where is_listed and packed_time <= $1 and not exists (select from track_dirty t where t.day = d.day)`,
    [now - quietMs],
  )
  const packed = new Set(rows.map((row) => row.day))
  const dropped: number[] = []
  for (const day of await daysInRows(client)) {
    if (packed.has(day) && (await dropRows(client, day, 'ifPacked'))) dropped.push(day)
  }
  return dropped
}

/** Drops rows from before a day, packed or not: no account keeps tracks for that long. */
export async function dropOldDays(client: Client, oldestDay: number): Promise<void> {
  for (const day of await daysInRows(client)) if (day < oldestDay) await dropRows(client, day, 'always')
  await client.query('delete from positions_default where fix_time < $1', [oldestDay * dayMs])
}

/** @returns false where the day is in use, or has something that is not packed: another time */
function dropRows(client: Client, day: number, when: 'ifPacked' | 'always'): Promise<boolean> {
  return underLock(client, async () => {
    // Dropping takes this lock anyway. With it nobody is storing, so that what is marked now is all there is.
    await client.query('lock table only positions in access exclusive mode')
    if (when === 'ifPacked') {
      const { rows } = await client.query('select from track_dirty where day = $1 limit 1', [day])
      if (rows.length > 0) return 'rollback'
    } else await client.query('delete from track_dirty where day = $1', [day])
    await client.query(`drop table if exists ${partitionName('positions', day)}`)
    return
  })
}

/** Runs work in a transaction under the lock for making and dropping days. @returns whether it was committed */
async function underLock(client: Client, work: () => Promise<'rollback' | undefined>): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(`select pg_advisory_xact_lock(${partitionLock})`)
    if ((await work()) === 'rollback') {
      await client.query('rollback')
      return false
    }
    await client.query('commit')
    return true
  } catch (error) {
    // If the connection is gone, so is the transaction.
    await client.query('rollback').catch(() => {})
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}

/** Days that have a partition of `positions`, the newest first. */
async function daysInRows(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'positions'::regclass and c.relname ~ '^positions_\\d{8}$' order by 1 desc`,
  )
  return rows.map(({ name }) => {
    const [, year, month, date] = /(\d{4})(\d{2})(\d{2})$/.exec(name)!
    return Date.UTC(Number(year), Number(month) - 1, Number(date)) / dayMs
  })
}

async function exists(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    name,
  ])
  return rows[0]!.found
}
