import { type Database, openDatabase } from '../platform/database/database.ts'
import { claimDataFolder } from '../platform/embedded-postgres/data-folder.ts'
import { prepareDataDir, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import type { Config } from '../platform/settings/config.ts'
import { StartError } from '../platform/start-error.ts'
import type { StopStack } from './stop-stack.ts'

/** PostgreSQL 15, as `server_version_num` writes it. */
const oldestVersion = 150_000

export interface FoundDatabase {
  database: Database
  url: string
  /** What is printed of it. */
  where: string
}

/**
 * Opens the operator's own PostgreSQL, or starts the embedded one, whose data folder then is this process's alone.
 * @throws {StartError} when it does not answer, or is older than PostgreSQL 15
 */
export async function findDatabase(config: Config, stops: StopStack): Promise<FoundDatabase> {
  const { url, where } = config.database.url
    ? { url: config.database.url, where: nameOf(config.database.url) }
    : await startEmbedded(config, stops)
  const database = openDatabase(url, config.database.poolSize)
  await stops.add(() => database.close())
  await assertAnswers(database, where)
  return { database, url, where }
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function startEmbedded(config: Config, stops: StopStack): Promise<{ url: string; where: string }> {
  const { dataDir } = config
  await prepareDataDir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, port: config.database.embeddedPort })
  const claim = await claimDataFolder(postgres.url, dataDir)
  await stops.add(() => postgres.stop())
  await stops.add(() => claim.release())
  return { url: postgres.url, where: `embedded PostgreSQL in ${dataDir}` }
}

async function assertAnswers(database: Database, where: string): Promise<void> {
  try {
    const { rows } = await database.pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    )
    if ((rows[0]?.version ?? 0) >= oldestVersion) return
  } catch (error) {
    throw new StartError(
      `The database ${where} cannot be reached: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
      { cause: error },
    )
  }
  throw new StartError(
    `The database ${where} is older than PostgreSQL 15, the oldest that Trackway works with.`,
  )
}
