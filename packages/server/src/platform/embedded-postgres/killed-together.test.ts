import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, prepareDataDir, startEmbeddedPostgres } from './embedded-postgres.ts'

/** PostgreSQL was killed together with the server, as by a machine that runs out of memory or a container that ends. */
let dataDir: string
let postgres: EmbeddedPostgres | undefined
const lockFile = () => join(dataDir, 'postgres', 'postmaster.pid')

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
  await prepareDataDir(dataDir)
})
afterAll(async () => {
  await postgres?.stop()
  await rm(dataDir, { recursive: true })
})

const start = () => startEmbeddedPostgres({ dataDir, port: 0 })

async function rowsOf({ url }: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

test('starts while processes of the killed server still end', async () => {
  postgres = await start()
  await rowsOf(postgres, 'create table kept as select 1 as n')
  // A session that is busy does not notice at once that its server is gone.
  const busy = new pg.Client({ connectionString: postgres.url })
  busy.on('error', () => {})
  await busy.connect()
  const counting = busy.query('select count(*) from generate_series(1, 30000000)').catch(() => {})
  process.kill(Number((await readFile(lockFile(), 'utf8')).split('\n')[0]), 'SIGKILL')
  // Nobody watches over it any more either.
  await postgres.stop()
  postgres = await start()
  expect(await rowsOf(postgres, 'select n from kept')).toEqual([{ n: 1 }])
  await counting
})

test('starts where the process id of the killed server belongs to another program now', async () => {
  await postgres!.stop()
  const other = execFileSync('sh', ['-c', 'sleep 60 >/dev/null 2>&1 & echo $!'], { encoding: 'utf8' }).trim()
  try {
    const lines = [other, join(dataDir, 'postgres'), '0', '5432', '', '127.0.0.1', '', 'ready']
    await writeFile(lockFile(), lines.join('\n'))
    postgres = await start()
    expect(await rowsOf(postgres, 'select n from kept')).toEqual([{ n: 1 }])
  } finally {
    process.kill(Number(other))
  }
})
