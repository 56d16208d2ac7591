import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { type Migration, renumbered } from './renumbered.ts'

/** Any number that nothing else of ours locks. */
const lockKey = 808_061
const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/**
 * Brings the database to the state of `migrations/`: all files that are missing, in order, in one transaction, so
 * that one that fails leaves the version before able to start; under a lock, so that several processes may start
 * at once.
 * @param before is run before a database that was in use is changed, with the name of the first missing file
 * @returns the names of the files applied now
 * @throws {StartError} if the database was migrated by a newer version, or by other files of the same names
 */
export async function migrate(
  pool: pg.Pool,
  { from = folder, before }: { from?: string; before?: (first: string) => Promise<unknown> } = {},
): Promise<string[]> {
  const files = await filesIn(from)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(createList)
    const applied = await renumber(client, files)
    const missing = missingOf(applied, files)
    const [first] = missing
    if (first === undefined) return []
    if (applied.length > 0) await before?.(first.name)
    await client.query('begin')
    for (const file of missing) await apply(client, file)
    await client.query('commit')
    return missing.map(({ name }) => name)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}

/** Applies these files and no others, in the caller's transaction. @throws {StartError} where this version has not all */
export async function applyMigrations(client: Client, wanted: readonly Migration[]): Promise<void> {
  const files = await filesIn(folder)
  const missing = missingOf(renumbered(wanted, files), files).map(({ name }) => name)
  await client.query(createList)
  for (const file of files) if (!missing.includes(file.name)) await apply(client, file)
}

/** Files that a database was made from, in their order. */
export async function appliedMigrations(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select name, digest from migrations order by name')
  return rows
}

async function renumber(client: Client, files: readonly File[]): Promise<Migration[]> {
  const applied = await appliedMigrations(client)
  const now = renumbered(applied, files)
  for (const [at, { name, digest }] of now.entries()) {
    const { name: oldName } = applied[at]!
    if (name !== oldName)
      await client.query('update migrations set name = $1, digest = $2 where name = $3', [
        name,
        digest,
        oldName,
      ])
  }
  return now
}

type Client = Pick<pg.ClientBase, 'query'>

interface File extends Migration {
  sql: string
}

const createList =
  'create table if not exists migrations (name text primary key, digest text not null, time bigint not null)'

async function filesIn(path: string): Promise<File[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
  return names.map((name, at) => ({ name, sql: texts[at]!, digest: digestOf(texts[at]!) }))
}

function missingOf(applied: readonly Migration[], files: readonly File[]): File[] {
  refuseNewer(applied, files)
  return files.filter(({ name, digest }) => {
    const before = applied.find((row) => row.name === name)
    if (before && before.digest !== digest) throw otherwiseMade(name)
    return !before
  })
}

function refuseNewer(applied: readonly Migration[], files: readonly Migration[]): void {
  const newest = applied
    .map(({ name }) => name)
    .filter((name) => !files.some((file) => file.name === name))
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

async function apply(client: Client, { name, sql, digest }: File): Promise<void> {
  try {
    await client.query(sql)
    await client.query('insert into migrations values ($1, $2, $3)', [name, digest, Date.now()])
  } catch (error) {
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
