import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'

/** Any number that nothing else of ours locks. */
const lockKey = 808_060
/** The connection of a process just killed is noticed within this. */
const patienceMs = 3_000

/**
 * Claims the embedded database for this process: two servers on one data folder would each believe the
 * devices theirs. A lock inside the database ends with the process that holds it, however that ends.
 * @throws {StartError} while another process holds it
 */
export async function claimDataFolder(url: string, dataDir: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      lockKey,
    ])
    if (rows[0]?.held) return { release: () => client.end().catch(() => {}) }
    if (Date.now() > until) break
    await sleep(100)
  }
  await client.end()
  throw new StartError(
    `Another Trackway is running on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  )
}
