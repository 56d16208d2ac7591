import { sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { offerTasks } from '../tasks/offer-tasks.ts'
import { wake } from '../tasks/wake.ts'
import { cancelAttempts } from './attempts.ts'
import { removeOldAttempts } from './remove-old-attempts.ts'

interface Context {
  database: { db: Db }
  bus: Bus
  log: Log
}

/** Which devices are checked is read anew so often. */
const watchEveryMs = 1_000
/** Gateways write the frames they hold within this when they are asked to. */
const writtenWithinMs = 200
const sweepEveryMs = 60_000
/** An attempt that its task does not end is cancelled after this. */
const forsakenMs = 120_000

const dayMs = 86_400_000

/**
 * Has devices that are checked looked at as soon as they report, and no others; removes old attempts.
 * @param daysKept 0: none is removed
 * @returns how to stop
 */
export function startQualityChecks(
  { database: { db }, bus, log }: Context,
  daysKept = 0,
): () => Promise<void> {
  let watched: ReadonlySet<number> = new Set()
  const reported = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()

  const wakeReported = async () => {
    const ids = [...reported]
    reported.clear()
    try {
      offerTasks(bus, await wake(db, ids, ['qualityCheck']))
    } catch (error) {
      // They are due within seconds anyhow.
      log.warn({ err: error }, 'devices that are checked could not be woken')
    }
  }
  const onReports = ({ deviceIds }: { deviceIds: Int32Array }) => {
    if (watched.size === 0) return
    const ids = deviceIds.filter((id) => watched.has(id))
    if (ids.length === 0) return
    for (const id of ids) reported.add(id)
    bus.publish('frame.asked', { deviceIds: ids })
    timer ??= setTimeout(() => {
      timer = undefined
      underWay = underWay.then(wakeReported)
    }, writtenWithinMs)
  }
  const readWatched = async () => {
    try {
      watched = await findWatched(db)
    } catch (error) {
      log.warn({ err: error }, 'devices that are checked could not be read')
    }
  }
  const sweep = async () => {
    try {
      await cancelForsaken(db, Date.now())
    } catch (error) {
      log.warn({ err: error }, 'forsaken quality checks could not be ended')
    }
  }
  const stops = [bus.subscribe('device.changed', onReports), bus.subscribe('device.claimed', onReports)]
  const stopWatching = startIntervalJob(watchEveryMs, readWatched)
  const stopSweeping = startIntervalJob(sweepEveryMs, sweep)
  const stopRemoving =
    daysKept > 0
      ? startRecurringJob({
          name: 'old-quality-checks',
          cron: '* * * * *',
          db,
          log,
          work: (now) => removeOldAttempts(db, now - daysKept * dayMs),
        })
      : undefined
  return async () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    await Promise.all([stopWatching(), stopSweeping(), stopRemoving?.(), underWay])
  }
}

async function findWatched(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select device_id as id from quality_results where state = 'open' and device_id is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Ends attempts whose device was deleted, or whose task is gone. */
export async function cancelForsaken(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.id from quality_results r
    where r.state = 'open' and r.deadline_time < ${now - forsakenMs} and not exists (
      select from device_task_items i
      where i.task_id = r.task_id and i.terminal_id = r.terminal_id and i.finish_time is null)`.execute(db)
  await cancelAttempts(
    db,
    rows.map(({ id }) => id),
    now,
  )
}
