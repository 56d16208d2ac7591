import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@trackway/server/platform/database/database.ts'
import { migrate } from '@trackway/server/platform/database/migrate.ts'
import {
  prepareDataDir,
  startEmbeddedPostgres,
} from '@trackway/server/platform/embedded-postgres/embedded-postgres.ts'
import { imeiOf } from './load-frames.ts'

export interface BenchDatabase extends Database {
  url: string
  /** Process id of the database server. */
  pid: number
  drop(): Promise<void>
}

/** A fresh database with the settings of the product, durable, and so many registered devices. */
export async function openBenchDatabase(devices: number): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trackway-bench-'))
  await prepareDataDir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0 })
  const database = openDatabase(postgres.url, 4)
  await migrate(database.pool)
  await database.pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     values (1, null, '/1/', 'bench', '', 1, 0)`,
  )
  await database.pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, create_time)
     select unnest($1::text[]), 1, 13, 0`,
    [Array.from({ length: devices }, (_, index) => imeiOf(index))],
  )
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return {
    ...database,
    url: postgres.url,
    pid: Number(pid),
    drop: async () => {
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
