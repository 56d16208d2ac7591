import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/**
 * The queue of work that outlives a process: rows of `jobs`, from which all processes take. A worker confirms again
 * and again that it lives; one that does not for `deadAfterMs` has lost its job to whoever takes it next.
 *
 * It is SQL of our own because pg-boss 12 and graphile-worker 0.18 have no turns by account, keep their jobs in a
 * schema that our tables cannot refer to (a job is added, cancelled and removed in one transaction with the rows it
 * is about), and know neither steps in an order by device nor an outcome that is unknown.
 */

export type JobRow = Selectable<Tables['jobs']>
/** One run of a job: what it writes counts only as long as the row is still marked as running by it. */
export type Run = Pick<JobRow, 'id' | 'run'>

/** Finished, failed and cancelled jobs are kept for this time. */
export const keptMs = 7 * 86_400_000
const deadAfterMs = 20_000
/** A job that was interrupted this often is not tried again: it may be what ends its process. */
const maxInterruptions = 3
/** First key of the locks that let one worker at a time look into a queue; the second is the queue's name. */
const queueLocks = 7_203_068

export interface NewJob {
  queue: string
  accountId: number | null
  /** Of one key there is one. */
  key?: string | null
  expireTime?: number
}

/** @returns its id; null when there is one of this key */
export async function addJob(
  db: Db,
  { queue, accountId, key, expireTime }: NewJob,
  now: number,
): Promise<number | null> {
  const row = await db
    .insertInto('jobs')
    .values({
      queue,
      account_id: accountId,
      key: key ?? null,
      expire_time: expireTime ?? null,
      create_time: now,
    })
    .onConflict((conflict) => conflict.columns(['queue', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * The next job of a queue, now running. Accounts take turns: first who has nothing running, of those who was
 * served longest ago, and of one account the oldest; so that a tenth job waits for everybody's first. Demo accounts,
 * which anybody may use, have one running job of the queue between them.
 */
export async function takeNext(db: Db, queue: string, now: number): Promise<JobRow | null> {
  return await db.transaction().execute(async (tx) => {
    // Two workers that looked at once would both see that an account has nothing running.
    await lockQueue(tx, queue)
    const { rows } = await sql<{ id: number }>`
      select id from jobs q where queue = ${queue} and state = 'queued'
        and not (account_id in (select id from accounts where is_demo) and exists (
          select from jobs d join accounts a on a.id = d.account_id
          where d.queue = q.queue and d.state = 'running' and a.is_demo))
      order by
        (select count(*) from jobs r
          where r.queue = q.queue and r.account_id = q.account_id and r.state = 'running'),
        (select max(start_time) from jobs s where s.queue = q.queue and s.account_id = q.account_id) nulls first, id
      limit 1`.execute(tx)
    if (rows[0] === undefined) return null
    return await tx
      .updateTable('jobs')
      .set(({ eb }) => ({
        state: 'running',
        run: eb('run', '+', 1),
        start_time: now,
        beat_time: now,
        done: 0,
        total: null,
      }))
      .where('id', '=', rows[0].id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

export async function lockQueue(tx: Db, queue: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${queueLocks}, hashtext(${queue}))`.execute(tx)
}

export interface Progress {
  done: number
  total: number | null
}

/** @returns false when it is no longer wanted: cancelled, removed, or taken by another */
export async function beat(db: Db, run: Run, progress: Progress, now: number): Promise<boolean> {
  return await change(db, run, { beat_time: now, ...progress })
}

export async function finishJob(db: Db, run: Run, count: number, now: number): Promise<boolean> {
  return await change(db, run, {
    state: 'done',
    done: count,
    total: count,
    interruptions: 0,
    finish_time: now,
    expire_time: now + keptMs,
  })
}

export async function failJob(db: Db, run: Run, failure: string, now: number): Promise<boolean> {
  return await change(db, run, { state: 'failed', failure, finish_time: now, expire_time: now + keptMs })
}

/** A run that ended through no fault of its own: the next free worker begins it anew. */
export async function putBack(db: Db, run: Run): Promise<boolean> {
  return await change(db, run, { state: 'queued', beat_time: null })
}

/** Cancels one that is not finished, of which the row stays. @returns false when there is none */
export async function cancelJob(
  db: Db,
  queue: string,
  accountId: number,
  id: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ state: 'cancelled', finish_time: now, expire_time: now + keptMs })
    .where('id', '=', id)
    .where('queue', '=', queue)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Puts back what no worker lives for; what was interrupted too often fails with `interrupted`. */
export async function recover(db: Db, queue: string, now: number): Promise<void> {
  const lost = sql`queue = ${queue} and state = 'running' and beat_time < ${now - deadAfterMs}`
  await sql`
    update jobs set state = 'failed', failure = 'interrupted', beat_time = null, finish_time = ${now},
      expire_time = ${now + keptMs}
    where ${lost} and interruptions + 1 >= ${maxInterruptions}`.execute(db)
  await sql`
    update jobs set state = 'queued', interruptions = interruptions + 1, beat_time = null
    where ${lost}`.execute(db)
}

/** Removes jobs past their time, and with them what hangs on them. */
export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('jobs').where('expire_time', '<=', now).execute()
}

async function change(db: Db, { id, run }: Run, values: Updateable<Tables['jobs']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(values)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
