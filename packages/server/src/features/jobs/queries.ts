import type { Job } from '@trackway/core/features/jobs/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Paging, readPage } from '../../platform/database/read-page.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { keptMs } from '../../platform/jobs/job-queue.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'

interface JobQuery extends Paging {
  state?: Job['state'] | undefined
  search?: string | undefined
}

/** Work of the accounts at and below the caller, and of the platform. */
const seenBy = ({ path }: Pick<Scope, 'path'>) => sql<boolean>`(
  jobs.account_id is null or jobs.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)}))`

export async function findJobs(db: Db, scope: Scope, { pageNum, pageSize, state, search }: JobQuery) {
  const pattern = likePattern(search ?? '')
  const found = db
    .selectFrom('jobs')
    .leftJoin('accounts', 'accounts.id', 'jobs.account_id')
    .where(seenBy(scope))
    .$if(state !== undefined, (query) => query.where('jobs.state', '=', state!))
    .$if(Boolean(search), (query) =>
      query.where((eb) => eb.or([eb('queue', 'ilike', pattern), eb('accounts.username', 'ilike', pattern)])),
    )
    .select(['jobs.id', 'queue', 'accounts.username', 'jobs.state', 'done', 'jobs.total', 'run', 'failure'])
    .select(['jobs.create_time as createTime', 'start_time as startTime', 'finish_time as finishTime'])
    .orderBy('jobs.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}

/** @throws {Refusal} `notFound`, also for one that is over */
export async function cancelJob(db: Db, scope: Scope, id: number, now: number) {
  return await db
    .updateTable('jobs')
    .set({ state: 'cancelled', finish_time: now, expire_time: now + keptMs })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .where(seenBy(scope))
    .returning(['queue', 'account_id'])
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/**
 * Begins anew what failed or was cancelled; of a batch, the steps that failed or were not begun. Those whose outcome
 * is unknown may have been executed, and stay.
 * @throws {Refusal} `notFound`
 */
export async function retryJob(trx: Db, scope: Scope, id: number, now: number) {
  const job = await trx
    .updateTable('jobs')
    .set({ state: 'queued', failure: null, interruptions: 0, finish_time: null, expire_time: null })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .where(seenBy(scope))
    .returning(['queue', 'account_id'])
    .executeTakeFirstOrThrow(refusal('notFound'))
  await trx
    .updateTable('job_steps')
    .set({ state: 'waiting', tries: 0, failure: null, due_time: now, change_time: now })
    .where('job_id', '=', id)
    .where('state', '=', 'failed')
    .execute()
  return job
}
