import { knownSchema, readSchemaVersion } from '../platform/database/schema-version.ts'
import { startIntervalJob } from '../platform/jobs/interval-job.ts'
import type { FoundDatabase } from './find-database.ts'

const checkMs = 2_000

/**
 * Notices that a newer version has changed the tables so that this one cannot work with them. Until then whatever the
 * database refuses waits, and devices keep it.
 * @returns how to stop
 */
export function watchSchema({ database }: FoundDatabase, onOutdated: () => void): () => Promise<void> {
  let isReported = false
  return startIntervalJob(checkMs, async () => {
    if (isReported) return
    // A database that does not answer is noticed and reported by everything else.
    const version = await readSchemaVersion(database.pool).catch(() => null)
    isReported = version !== null && version.floor > knownSchema
    if (isReported) onOutdated()
  })
}
