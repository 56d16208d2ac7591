import type pg from 'pg'

const dayMs = 86_400_000
/** Raw frames are kept this long (PRODUCT 5: the log reaches back seven days). */
export const rawFrameDays = 7
/** Held while tables are made or dropped, so that processes do not deadlock over it. */
export const partitionLock = 7_203_003

type Query = Pick<pg.Pool, 'query'>
type PartitionedTable = 'positions' | 'raw_frames'

/**
 * Makes the partitions of these UTC days (counted from 1970) where they are missing:
 * `positions_20260131` holds the fixes of 31 January 2026. Positions of a day that is packed already are
 * marked as they are stored (`005-track-days.sql`), so that they are packed too.
 *
 * A table made as a partition locks the parent against everybody: a reader with a long transaction would hold it
 * up, and all who store behind it. Made by itself and attached, it waits for nobody and nobody for it.
 */
export async function createPartitions(
  pool: Query,
  table: PartitionedTable,
  days: Iterable<number>,
): Promise<void> {
  for (const day of days) {
    const name = partitionName(table, day)
    await pool.query(`do $$ begin
      perform pg_advisory_xact_lock(${partitionLock});
      if to_regclass('${name}') is null then
        create table ${name} (like ${table} including all);
        ${table === 'positions' ? `if exists (select from packed_days where day = ${day}) then ${markTrackDirty(name)}; end if;` : ''}
        alter table ${table} attach partition ${name} for values from (${day * dayMs}) to (${(day + 1) * dayMs});
      end if;
    end $$`)
  }
}

/** Drops the days of raw frames that ended more than seven days before `now`. @returns their tables */
export async function dropOldRawFrames(pool: Query, now: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'raw_frames'::regclass order by 1`,
  )
  const oldest = partitionName('raw_frames', Math.floor(now / dayMs) - rawFrameDays)
  const old = rows.map(({ name }) => name).filter((name) => name < oldest)
  for (const name of old) await pool.query(`drop table if exists ${name}`)
  return old
}

/** SQL that has every position stored in this partition from now on mark its device and day. */
export function markTrackDirty(name: string): string {
  return `create or replace trigger mark_track_dirty after insert on ${name}
    for each row execute function mark_track_dirty()`
}

export function partitionName(table: PartitionedTable, day: number): string {
  return `${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}
