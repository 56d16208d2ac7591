import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldDeliveries } from './deliveries.ts'
import { AgpsFailed, fetchSource } from './fetch-source.ts'
import { type KeptData, keepData } from './keep-data.ts'
import { type SourceRow, toFetched } from './sources.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Data is renewed when half of its time is over, within these bounds. */
const renewal = { least: 30 * minuteMs, most: 24 * hourMs }
/** After failures, doubled each time. What is forbidden is not allowed soon. */
const backoff = { first: 2 * minuteMs, forbidden: 2 * hourMs, most: 6 * hourMs }
const perTurn = 20

/** Fetches the sources whose time has come, each minute, in one process; deletes what is old of the log. */
export function startAgps({
  database: { db },
  log,
}: Pick<Platform, 'database' | 'log'>): () => Promise<void> {
  return startRecurringJob({
    name: 'agps',
    cron: '* * * * *',
    db,
    log,
    work: async (now) => {
      const failed = await refreshDue(db, now)
      for (const { id, failure } of failed) log.warn({ sourceId: id, failure }, 'no A-GPS data came')
      await deleteOldDeliveries(db, now)
    },
  })
}

/** Fetches what is due. @returns the sources that failed */
export async function refreshDue(db: Db, now: number): Promise<{ id: number; failure: string }[]> {
  const { rows } = await sql<SourceRow>`
    select * from agps_sources where due_time <= ${now} and is_on order by due_time limit ${perTurn}`.execute(
    db,
  )
  const failed: { id: number; failure: string }[] = []
  for (const source of rows) {
    try {
      await refreshSource(db, source, now)
    } catch (error) {
      if (!(error instanceof AgpsFailed)) throw error
      failed.push({ id: source.id, failure: error.failure })
    }
  }
  return failed
}

/**
 * Fetches the data of a source, and notes what became of it and when it is fetched again.
 * @throws {AgpsFailed}
 */
export async function refreshSource(db: Db, source: SourceRow, now: number): Promise<KeptData> {
  try {
    const bytes = await fetchSource(toFetched(source), null)
    const kept = await keepData(db, { sourceId: source.id, deviceId: null }, bytes, now)
    await noteKept(db, source, kept, now)
    return kept
  } catch (error) {
    if (error instanceof AgpsFailed) await noteFailed(db, source, error, now)
    throw error
  }
}

export async function noteKept(db: Db, source: SourceRow, kept: KeptData, now: number): Promise<void> {
  const half = (kept.validUntil - now) / 2
  const wait = Math.min(renewal.most, Math.max(renewal.least, half))
  const dueTime = source.due_time === null ? null : Math.round(now + wait)
  await sql`update agps_sources set failures = 0, failure = null, failure_time = null, due_time = ${dueTime}
    where id = ${source.id}`.execute(db)
}

export async function noteFailed(
  db: Db,
  source: SourceRow,
  { failure, retryAfterMs }: AgpsFailed,
  now: number,
): Promise<void> {
  const first = failure === 'forbidden' ? backoff.forbidden : backoff.first
  const wait = Math.min(backoff.most, Math.max(first * 2 ** Math.min(source.failures, 10), retryAfterMs ?? 0))
  const dueTime = source.due_time === null ? null : now + wait
  await sql`update agps_sources set failures = least(failures + 1, 100), failure = ${failure}, failure_time = ${now},
    due_time = ${dueTime} where id = ${source.id}`.execute(db)
}
