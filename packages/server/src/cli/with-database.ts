import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { prepareDataDir, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '../platform/settings/config.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * Works with the database that the environment selects, as the server does, beside a running one or without. An embedded
 * one that was not running is stopped afterwards.
 * @param makesFolder where the data folder may be missing
 * @throws {StartError} where there is no database
 */
export async function withDatabaseUrl<T>(
  work: (url: string) => Promise<T>,
  { makesFolder = false } = {},
): Promise<T> {
  const { database, dataDir } = readConfig(process.env)
  if (database.url) return work(database.url)
  if (makesFolder) await prepareDataDir(dataDir)
  else if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new StartError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start the server first.`,
    )
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0 })
  try {
    return await work(postgres.url)
  } finally {
    if (postgres.isOurs) await postgres.stop()
  }
}

/** The same with connections to it. */
export function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabaseUrl(async (url) => {
    const database = openDatabase(url, 4)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })
}

/** Runs a command: what the operator can mend is said without a stack, and the command fails. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
