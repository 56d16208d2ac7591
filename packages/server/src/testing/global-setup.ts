import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { prepareDataDir, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the migrated database that every test database is a copy of. */
    templateUrl: string
  }
}

/** One PostgreSQL for all test files; each file works on its own copy of a migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const close = openRunFolder()
  const dataDir = await mkdtemp(join(tmpdir(), 'database-'))
  await prepareDataDir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0, isThrowaway: true })
  const database = openDatabase(postgres.url, 4)
  await migrate(database.pool)
  // A template must have no other connections while it is copied.
  await database.close()
  project.provide('templateUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await close()
  }
}
