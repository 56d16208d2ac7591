import type pg from 'pg'
import { isClockAhead } from '../platform/database/clock-check.ts'

const dayMs = 86_400_000
/** Raw frames are kept this long: the log reaches back seven days. */
export const rawFrameDays = 7
/** Held while tables are made or dropped, so that processes do not deadlock over it. */
export const partitionLock = 7_203_003
/** Others queue up after whoever waits for a lock: nobody waits longer than this. */
const lockTimeoutMs = 200

type Query = Pick<pg.Pool, 'query'>

/** The tables in partitions: by which column, and for how long each. */
const partitioned = {
  positions: { column: 'fix_time', span: 'day' },
  raw_frames: { column: 'server_time', span: 'day' },
  alarms: { column: 'fix_time', span: 'month' },
} as const
type PartitionedTable = keyof typeof partitioned
export const partitionedTables = Object.keys(partitioned) as PartitionedTable[]

/**
 * Makes the partitions that hold these UTC days (counted from 1970) where they are missing:
 * `positions_20260131` the fixes of 31 January 2026, `alarms_202601` the alarms of the month. Rows of such a day that lie in the default partition
 * move over. Positions of a day that is packed already are marked as they are stored (`0005-tracks.sql`), so
 * that they are packed too.
 *
 * The partition is attached, not created as one, which would lock the parent against everybody. Attaching it
 * locks the default partition alone.
 * @throws where somebody reads the default partition for longer than the time-out; nothing is made then
 */
export async function createPartitions(
  pool: Query,
  table: PartitionedTable,
  days: Iterable<number>,
): Promise<void> {
  for (const day of days) {
    const name = partitionName(table, day)
    const { column, span } = partitioned[table]
    const [from, to] = span === 'day' ? [day * dayMs, (day + 1) * dayMs] : monthOf(day)
    await pool.query(`do $$ begin
      perform pg_advisory_xact_lock(${partitionLock});
      if to_regclass('${name}') is null then
        perform set_config('lock_timeout', '${lockTimeoutMs}', true);
        create table ${name} (like ${table} including all);
        lock table ${table}_default in access exclusive mode;
        with moved as (
          delete from ${table}_default where ${column} >= ${from} and ${column} < ${to} returning *
        )
        insert into ${name} select * from moved;
        ${table === 'positions' ? `if exists (select from packed_days where day = ${day}) then ${markTrackDirty(name)}; end if;` : ''}
        alter table ${table} attach partition ${name} for values from (${from}) to (${to});
      end if;
    end $$`)
  }
}

/** Frames of devices that are logged permanently are kept this long. */
const keptFrameDays = 365
const keptColumns = 'connection_id, device_id, server_time, until_time, frames, wire'
/** SQL that copies rows of devices that are logged permanently. */
const keepFrames = (source: string) => `insert into kept_frames (${keptColumns})
  select f.connection_id, f.device_id, f.server_time, f.until_time, f.frames, c.wire
  from permanent_logs l join ${source} f on f.device_id = l.device_id
    left join connections c on c.id = f.connection_id`

/**
 * Drops the days of raw frames that ended more than seven days before `now`; frames of devices that are logged
 * permanently are kept elsewhere. @returns their tables
 */
export async function dropOldRawFrames(pool: Query, now: number): Promise<string[]> {
  if (await isClockAhead(pool, now)) return []
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'raw_frames'::regclass and c.relname <> 'raw_frames_default' order by 1`,
  )
  const oldestDay = Math.floor(now / dayMs) - rawFrameDays
  const oldest = partitionName('raw_frames', oldestDay)
  const old = rows.map(({ name }) => name).filter((name) => name < oldest)
  // A backup reads for minutes; what cannot be dropped now is dropped the next time.
  for (const name of old)
    await pool.query(`do $$ begin
      perform pg_advisory_xact_lock(${partitionLock});
      perform set_config('lock_timeout', '${lockTimeoutMs}', true);
      if to_regclass('${name}') is not null then
        ${keepFrames(name)};
        drop table ${name};
      end if;
    end $$`)
  await pool.query(
    `with old as (delete from raw_frames_default where server_time < $1 returning *) ${keepFrames('old')}`,
    [oldestDay * dayMs],
  )
  await pool.query(
    `delete from kept_frames where device_id in (select device_id from permanent_logs) and server_time < $1`,
    [(oldestDay + rawFrameDays - keptFrameDays) * dayMs],
  )
  return old
}

/** SQL that has every position stored in this partition from now on mark its device and day. */
export function markTrackDirty(name: string): string {
  return `create or replace trigger mark_track_dirty after insert on ${name}
    for each row execute function mark_track_dirty()`
}

export function partitionName(table: PartitionedTable, day: number): string {
  const length = partitioned[table].span === 'day' ? 10 : 7
  return `${table}_${new Date(day * dayMs).toISOString().slice(0, length).replaceAll('-', '')}`
}

/** First instants of the month of a day and of the next one. */
function monthOf(day: number): [number, number] {
  const date = new Date(day * dayMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return [Date.UTC(year, month), Date.UTC(year, month + 1)]
}
