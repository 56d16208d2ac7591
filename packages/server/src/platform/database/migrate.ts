import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

/** Any number that nothing else of ours locks. */
const lockKey = 808_061
const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/**
 * Brings the database to the state of `migrations/`, each file in a transaction of its own, in order, under a
 * lock, so that several processes may start at once.
 * @returns the names of the files applied now
 * @throws {StartError} if the database was migrated by a newer version, or by other files of the same names
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, digest text not null, time bigint not null)',
    )
    const { rows } = await client.query<Applied>('select name, digest from migrations')
    refuseNewer(rows, files)
    const missing: string[] = []
    for (const name of files) {
      const sql = await readFile(join(folder, name), 'utf8')
      const before = rows.find((row) => row.name === name)
      if (!before) missing.push(name)
      if (!before) await apply(client, name, sql)
      else if (before.digest !== digestOf(sql)) throw otherwiseMade(name)
    }
    return missing
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}

interface Applied {
  name: string
  digest: string
}

function refuseNewer(applied: readonly Applied[], files: readonly string[]): void {
  const newest = applied
    .map(({ name }) => name)
    .filter((name) => !files.includes(name))
    .sort()
    .at(-1)
  if (newest === undefined) return
  throw new StartError(
    `The database was last used by a newer Trackway (it has ${newest}, which this version does not know): start that version, or restore an older backup.`,
  )
}

/** Files are never edited once released: tables made from another text do not fit the code. */
function otherwiseMade(name: string): StartError {
  return new StartError(
    `The database was made by another build of Trackway, whose ${name} was not the one of this version: start that build, or use an empty database.`,
  )
}

/** Of the text itself: a checkout may end its lines differently. */
function digestOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}

async function apply(client: pg.PoolClient, name: string, sql: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations values ($1, $2, $3)', [name, digestOf(sql), Date.now()])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
