import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const dayMs = 86_400_000
const shownDays = 30
const shownTables = 12

/** What PostgreSQL knows of its sizes without looking at rows. */
export async function databaseSize(db: Db, now: number) {
  const { rows } = await sql<{ bytes: number; version: string; migrations: number }>`
    select pg_database_size(current_database()) as bytes, current_setting('server_version') as version,
      (select count(*)::int from migrations) as migrations`.execute(db)
  // Partitions count to their table, and indexes and long values to theirs.
  const tables = await sql<{ name: string; bytes: number }>`
    with parts as (
      select coalesce(i.inhparent, c.oid) as root, c.relpages + coalesce(t.relpages, 0) + coalesce(
        (select sum(x.relpages) from pg_index n join pg_class x on x.oid = n.indexrelid where n.indrelid = c.oid), 0) as pages
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class t on t.oid = c.reltoastrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace)
    select r.relname as name, (sum(pages) * current_setting('block_size')::int)::float8 as bytes
    from parts join pg_class r on r.oid = parts.root group by 1 order by 2 desc limit ${shownTables}`.execute(
    db,
  )
  const days = await db
    .selectFrom('storage_samples')
    .select(['day', 'bytes'])
    .where('day', '>', Math.floor(now / dayMs) - shownDays)
    .orderBy('day')
    .execute()
  return { ...rows[0]!, tables: tables.rows, days }
}

/** Growth a day, and when the disk is full at it. */
export function forecast(
  days: readonly { day: number; bytes: number }[],
  freeBytes: number | null,
  now: number,
): { bytesPerDay: number | null; fullTime: number | null } {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first.day === last.day) return { bytesPerDay: null, fullTime: null }
  const bytesPerDay = (last.bytes - first.bytes) / (last.day - first.day)
  const isFilling = freeBytes !== null && bytesPerDay > 0
  return { bytesPerDay, fullTime: isFilling ? Math.round(now + (freeBytes / bytesPerDay) * dayMs) : null }
}

export async function jobCounts(db: Db, now: number) {
  const { rows } = await sql<{ waiting: number; running: number; failed: number }>`
    select count(*) filter (where state = 'queued')::int as waiting,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'failed' and finish_time > ${now - dayMs})::int as failed
    from jobs`.execute(db)
  return rows[0]!
}
