import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { adoptBatches } from './adopt-batches.ts'
import { publishChange } from './delivery/deliver.ts'
import { endOverdue, removeOldCommands } from './delivery/delivery-queries.ts'
import { startPlatformDelivery } from './delivery/platform-delivery.ts'
import { watchUnlocks } from './unlocks.ts'

const everyMs = 2_000
const dayMs = 86_400_000

interface Options extends Platform {
  /** Commands that are over are kept for so many days. 0: for ever. */
  daysKept: number
}

/** Hands commands to the platforms of networks, ends those that waited too long, and locks again what was unlocked for a time. */
export function startCommands(options: Options): () => Promise<void> {
  const stops = [
    startPlatformDelivery(options),
    startIntervalJob(everyMs, async () => {
      try {
        await runCommandMaintenance(options, Date.now())
      } catch (error) {
        options.log.warn({ err: error }, 'commands could not be looked after')
      }
    }),
  ]
  const { database, log, daysKept } = options
  if (daysKept > 0)
    stops.push(
      startRecurringJob({
        name: 'old-commands',
        cron: '* * * * *',
        db: database.db,
        log,
        work: (now) => removeOldCommands(database.db, now - daysKept * dayMs),
      }),
    )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** One turn of it. */
export async function runCommandMaintenance(
  { database, bus }: Pick<Options, 'database' | 'bus'>,
  now: number,
): Promise<void> {
  const deviceIds = await endOverdue(database.db, now)
  publishChange(bus, deviceIds)
  await watchUnlocks(database, bus, now)
  await adoptBatches(database.db, now)
}
