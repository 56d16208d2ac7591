import type { ReportSummary } from '@trackway/core/reports/summary.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/**
 * The queue of files to be made: rows of `exports`. Several processes may take from it. A worker says that it
 * lives twice a second; one that does not for `deadAfterMs` has lost its file to whoever takes it next.
 */

export type ExportRow = Selectable<Tables['exports']>
/** One run of an export: what it writes counts only as long as the row still says that it runs. */
export type Run = Pick<ExportRow, 'id' | 'run'>

/** A file that is finished, failed or cancelled is there for so long. */
export const keptMs = 7 * 86_400_000
const deadAfterMs = 20_000
/** A file whose making ended without a word so often is not tried again: it may be what ends it. */
const maxInterruptions = 3
/** Any number that nothing else of ours locks. */
const queueLock = 7_203_068

/**
 * The next one to make, now running. Accounts take turns: first who has nothing running, of those who was
 * served longest ago, and of one account the oldest; so that a tenth file waits for everybody's first.
 */
export async function takeNext(db: Db, now: number): Promise<ExportRow | null> {
  return await db.transaction().execute(async (tx) => {
    // Two workers that looked at once would both see that an account has nothing running.
    await sql`select pg_advisory_xact_lock(${queueLock})`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      select id from exports q where state = 'queued' order by
        (select count(*) from exports r where r.account_id = q.account_id and r.state = 'running'),
        (select max(start_time) from exports s where s.account_id = q.account_id) nulls first, id
      limit 1`.execute(tx)
    if (rows[0] === undefined) return null
    return await tx
      .updateTable('exports')
      .set(({ eb }) => ({
        state: 'running',
        run: eb('run', '+', 1),
        start_time: now,
        beat_time: now,
        rows_done: 0,
        rows_total: null,
      }))
      .where('id', '=', rows[0].id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** @returns false when it is no longer to be made: cancelled, removed, or taken by another */
export async function beat(
  db: Db,
  { id, run }: Run,
  { rowsDone, rowsTotal }: { rowsDone: number; rowsTotal: number | null },
  now: number,
): Promise<boolean> {
  return await change(db, { id, run }, { beat_time: now, rows_done: rowsDone, rows_total: rowsTotal })
}

export interface Made {
  bytes: number
  chunks: number
  fileName: string
  summary: ReportSummary
}

export async function finish(db: Db, run: Run, made: Made, now: number): Promise<boolean> {
  return await change(db, run, {
    state: 'done',
    bytes: made.bytes,
    chunks: made.chunks,
    file_name: made.fileName,
    summary: JSON.stringify(made.summary),
    rows_done: made.summary.rows,
    rows_total: made.summary.rows,
    interruptions: 0,
    finish_time: now,
    expire_time: now + keptMs,
  })
}

/** @param failure key under `reports.failure` */
export async function fail(db: Db, run: Run, failure: string, now: number): Promise<boolean> {
  return await change(db, run, { state: 'failed', failure, finish_time: now, expire_time: now + keptMs })
}

/** A run that ended through no fault of its own: the next free worker begins it anew. */
export async function putBack(db: Db, run: Run): Promise<boolean> {
  return await change(db, run, { state: 'queued', beat_time: null })
}

/** Puts back what no worker lives for; what was interrupted too often fails. */
export async function recover(db: Db, now: number): Promise<void> {
  await sql`
    update exports set
      interruptions = interruptions + 1, beat_time = null,
      state = case when interruptions + 1 < ${maxInterruptions} then 'queued' else 'failed' end,
      failure = case when interruptions + 1 < ${maxInterruptions} then null else 'interrupted' end,
      finish_time = case when interruptions + 1 < ${maxInterruptions} then null else ${now}::bigint end,
      expire_time = case when interruptions + 1 < ${maxInterruptions} then null else ${now + keptMs}::bigint end
    where state = 'running' and beat_time < ${now - deadAfterMs}`.execute(db)
}

/** Removes files past their time, and what lost runs had written. */
export async function clean(db: Db, now: number): Promise<void> {
  await db.deleteFrom('exports').where('expire_time', '<=', now).execute()
  await sql`
    delete from export_chunks c using exports e
    where e.id = c.export_id and (e.run <> c.run or e.state not in ('running', 'done'))`.execute(db)
}

async function change(db: Db, { id, run }: Run, values: Updateable<Tables['exports']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set(values)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
