import { type Selectable, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { lockQueue } from './job-queue.ts'

/** Batches: a job of many steps, one for each target, each executed once over all processes, also when one is killed. */

export type StepRow = Selectable<Tables['job_steps']>
export type StepOutcome =
  | { state: 'done' }
  | { state: 'failed'; failure: string }
  | { state: 'waiting'; dueTime: number }

/** Gives a job a step for each target. */
export async function addSteps(
  db: Db,
  jobId: number,
  targets: readonly string[],
  now: number,
): Promise<void> {
  await db
    .insertInto('job_steps')
    .values(targets.map((target) => ({ job_id: jobId, target, step: 1, due_time: now, change_time: now })))
    .execute()
  await db.updateTable('jobs').set({ total: targets.length }).where('id', '=', jobId).execute()
}

/**
 * The next step of a queue, now running. Accounts take turns step by step.
 */
export async function takeStep(db: Db, queue: string, now: number): Promise<StepRow | null> {
  return await db.transaction().execute(async (tx) => {
    await lockQueue(tx, queue)
    const { rows } = await sql<StepRow>`
      update job_steps set state = 'running', tries = job_steps.tries + 1, change_time = ${now}
      from (
        select s.job_id, s.target, s.step
        from jobs j join job_steps s on s.job_id = j.id left join jobs before on before.id = j.after_id
        where j.queue = ${queue} and j.state in ('queued', 'running')
          and (j.after_id is null or before.state = 'done')
          and s.state = 'waiting' and s.due_time <= ${now}
        order by
          (select max(start_time) from jobs o where o.queue = j.queue and o.account_id = j.account_id) nulls first,
          s.due_time, s.job_id, s.target
        limit 1
      ) next
      where job_steps.job_id = next.job_id and job_steps.target = next.target and job_steps.step = next.step
      returning job_steps.*`.execute(tx)
    const step = rows[0]
    if (step === undefined) return null
    await sql`
      update jobs set state = 'running', start_time = ${now} where id = ${step.job_id}`.execute(tx)
    return step
  })
}

/**
 * Writes down what became of a step, and ends the batch with its last one.
 * @returns false when it was no longer this worker's: it counts as unknown, or the batch is gone
 */
export async function settleStep(db: Db, step: StepRow, outcome: StepOutcome, now: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // Who settles the last step must see all others settled.
    await sql`select from jobs where id = ${step.job_id} for update`.execute(tx)
    const { numUpdatedRows } = await tx
      .updateTable('job_steps')
      .set({
        state: outcome.state,
        change_time: now,
        ...(outcome.state === 'failed' ? { failure: outcome.failure } : {}),
        ...(outcome.state === 'waiting' ? { due_time: outcome.dueTime } : {}),
      })
      .where('job_id', '=', step.job_id)
      .where('target', '=', step.target)
      .where('step', '=', step.step)
      .where('tries', '=', step.tries)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    if (outcome.state !== 'waiting') await closeBatches(tx, [step.job_id], now)
    return true
  })
}

/** When to try a step again; null: it is not tried any more. */
export function retryTime(step: StepRow, backoffMs: readonly number[], now: number): number | null {
  const waitMs = backoffMs[step.tries - 1]
  return waitMs === undefined ? null : now + waitMs
}

/**
 * Settles what nobody works on any more: steps whose process died become unknown; batches whose job before them came to
 * nothing fail.
 * @param deadAfterMs no step takes so long
 * @returns the batches concerned, each with its failure
 */
export async function recoverSteps(
  db: Db,
  queue: string,
  deadAfterMs: number,
  now: number,
): Promise<{ jobId: number; failure: string }[]> {
  return await db.transaction().execute(async (tx) => {
    await lockQueue(tx, queue)
    const dead = await sql<{ jobId: number; failure: string }>`
      update job_steps s set state = 'unknown', change_time = ${now}
      from jobs j
      where j.id = s.job_id and j.queue = ${queue} and s.state = 'running' and s.change_time < ${now - deadAfterMs}
      returning s.job_id as "jobId", 'unknown' as failure`.execute(tx)
    const orphans = await sql<{ jobId: number; failure: string }>`
      update job_steps s set state = 'failed', failure = coalesce(before.failure, 'cancelled'), change_time = ${now}
      from jobs j left join jobs before on before.id = j.after_id
      where j.id = s.job_id and j.queue = ${queue} and s.state = 'waiting' and j.after_id is not null
        and (before.id is null or before.state in ('failed', 'cancelled'))
      returning s.job_id as "jobId", s.failure`.execute(tx)
    const settled = [...dead.rows, ...orphans.rows]
    await closeBatches(
      tx,
      settled.map(({ jobId }) => jobId),
      now,
    )
    return settled
  })
}

/** Counts what is settled, and ends batches of which nothing is left. */
async function closeBatches(tx: Db, jobIds: readonly number[], now: number): Promise<void> {
  await sql`
    update jobs j set done = t.settled,
      state = case when t.settled < j.total or j.state = 'cancelled' then j.state else 'done' end,
      finish_time = case when t.settled < j.total then null else ${now}::bigint end
    from (
      select job_id, count(*) filter (where state not in ('waiting', 'running')) as settled
      from job_steps where job_id in (
        select id from jobs where id = any(${jobIds}::int[]) order by id for no key update)
      group by job_id) t
    where j.id = t.job_id`.execute(tx)
}
