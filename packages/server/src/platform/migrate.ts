import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from './start-error.ts'

/** Any number that nothing else of ours locks. */
const lockKey = 808_061
const folder = join(import.meta.dirname, '..', '..', 'migrations')

/**
 * Brings the database to the state of `migrations/`, each file in a transaction of its own, in order, under a
 * lock, so that several processes may start at once.
 * @returns the names of the files applied now
 * @throws {StartError} if the database has been migrated by a newer version
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query('create table if not exists migrations (name text primary key, time bigint not null)')
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    refuseNewer(applied, files)
    const missing = files.filter((name) => !applied.has(name))
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}

function refuseNewer(applied: Set<string>, files: string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new StartError(
    `The database was last used by a newer Trackway (it has ${unknown.sort().at(-1)}, which this version does not know): start that version, or restore an older backup.`,
  )
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(join(folder, name), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations values ($1, $2)', [name, Date.now()])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
