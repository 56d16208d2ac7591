import { Worker } from 'node:worker_threads'
import type { Database, Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { putBack, type Run, recover, removeExpired } from '../../platform/jobs/job-queue.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import type { Config } from '../../platform/settings/config.ts'
import { exportQueue, removeLostChunks } from './export-jobs.ts'

/** Files made at once by this process: a second thread, so that a short one need not wait for a long one. */
const maxThreads = 2
const lookMs = 1_000
/** A file that needs more ends its thread, not the process. */
const maxOldGenerationSizeMb = 768

/** What a thread is given. */
export interface ExportWork {
  databaseUrl: string
  logLevel: Config['logLevel']
  addresses: Config['addresses']
}

/**
 * Makes the files that are queued, in threads that come with the work and go with it. Files whose process was
 * killed are taken up again, and old ones removed.
 * @returns how to stop; what is being made is begun anew by whoever is there next
 */
export function startExports(
  work: ExportWork,
  { database, log }: { database: Database; log: Log },
): () => Promise<void> {
  /** What each thread makes just now. */
  const threads = new Map<Worker, Run | null>()
  let wasWaiting = false
  const stopLooking = startIntervalJob(lookMs, () =>
    look().catch((error) => log.warn({ err: error }, 'the queue was not looked at')),
  )
  const stopUpkeep = startRecurringJob({
    ...{ name: 'exports-upkeep', cron: '* * * * *', db: database.db, log },
    work: async (now) => {
      await removeExpired(database.db, now)
      await removeLostChunks(database.db)
    },
  })
  return async () => {
    await stopUpkeep()
    await stopLooking()
    const underWay = [...threads.values()].filter((run) => run !== null)
    await Promise.all([...threads.keys()].map((thread) => thread.terminate()))
    for (const run of underWay) await putBack(database.db, run)
  }

  async function look(): Promise<void> {
    await recover(database.db, exportQueue, Date.now())
    const isWaiting = await isAnyQueued(database.db)
    // Threads that are there look twice as often: what still waits has found them all at work.
    if (isWaiting && (threads.size === 0 || wasWaiting) && threads.size < maxThreads) startThread()
    wasWaiting = isWaiting
  }

  function startThread(): void {
    const thread = new Worker(new URL('export-thread.ts', import.meta.url), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb },
    })
    threads.set(thread, null)
    thread.on('message', (run: Run | null) => threads.set(thread, run))
    thread.on('error', (error) => log.error({ err: error }, 'an export thread failed'))
    thread.once('exit', () => threads.delete(thread))
  }
}

async function isAnyQueued(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('queue', '=', exportQueue)
    .where('state', '=', 'queued')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
