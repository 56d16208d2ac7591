import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import {
  type Migration,
  type MigrationFile,
  migrationNumber,
  migrationsFolder,
  readMigrations,
} from './migration-files.ts'
import { renumbered } from './renumbered.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Any number that nothing else of ours locks. */
const lockKey = 808_061
const lockPollMs = 200
/** A statement that waits for a table keeps all later ones from it: it gives up soon and comes again. */
const lockTimeoutMs = 500
const lockRetryMs = 1_000
const lockTries = 200
const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

/**
 * Brings the database to the state of `migrations/`: all files that are missing, in order, neighbours in one transaction
 * unless their heads say otherwise. One that fails leaves the version before able to start, unless a breaking one was
 * committed before it. All under a lock, so that several processes may start at once.
 * @param before is run before a database that was in use is changed, with the name of the first missing file
 * @returns the names of the files applied now
 * @throws {StartError} if a newer version has migrated the database so that this one cannot use it, if the database was
 *   made by other files, or if other transactions held its tables all the time
 */
export async function migrate(
  pool: pg.Pool,
  { from = migrationsFolder, before }: { from?: string; before?: (first: string) => Promise<unknown> } = {},
): Promise<string[]> {
  const files = await readMigrations(from)
  const client = await pool.connect()
  try {
    await takeLock(client)
    await client.query(createList)
    const applied = await appliedMigrations(client)
    const { missing, newer } = compare(renumbered(applied, files), files)
    await refuseBreaking(client, newer)
    const [first] = missing
    if (first !== undefined && applied.length > 0) await before?.(first.name)
    // The old names stay until the first files are in: a version that knows only those can start until then.
    const rename = () => renumber(client, applied, files)
    const runs = runsOf(missing)
    if (first === undefined || first.way === 'concurrently') await rename()
    for (const [at, run] of runs.entries()) {
      if (run[0]!.way === 'concurrently') await applyConcurrently(client, run[0]!)
      else await applyTogether(client, run, at === 0 ? rename : undefined)
    }
    return missing.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}

/** Applies these files and no others, in the caller's transaction. @throws {StartError} where this version has not all */
export async function applyMigrations(client: Client, expected: readonly Migration[]): Promise<void> {
  const files = await readMigrations(migrationsFolder)
  const { missing, newer } = compare(renumbered(expected, files), files)
  if (newer.length > 0) throw madeByNewer(newer.at(-1)!)
  await client.query(createList)
  for (const file of files.filter((each) => !missing.includes(each))) {
    // In a transaction nothing can be done concurrently, and nobody else uses the tables yet.
    await apply(client, { ...file, sql: file.sql.replaceAll(/\bconcurrently\b/gi, '') })
  }
}

/** Files that a database was made from, in their order. */
export async function appliedMigrations(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select name, digest from migrations order by name')
  return rows
}

async function renumber(
  client: Client,
  applied: readonly Migration[],
  files: readonly MigrationFile[],
): Promise<void> {
  for (const [at, { name, digest }] of renumbered(applied, files).entries()) {
    const { name: oldName, digest: oldDigest } = applied[at]!
    if (name !== oldName || digest !== oldDigest)
      await client.query('update migrations set name = $1, digest = $2 where name = $3', [
        name,
        digest,
        oldName,
      ])
  }
}

const createList =
  'create table if not exists migrations (name text primary key, digest text not null, time bigint not null)'

/** An index that is made concurrently would wait for a process that waits in a statement. */
async function takeLock(client: Client): Promise<void> {
  const isTaken = async () => {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockKey,
    ])
    return rows[0]!.taken
  }
  while (!(await isTaken())) await sleep(lockPollMs)
}

/**
 * What this version has to apply, and what a newer one has applied, by name.
 * @throws {StartError} where that does not lead to the same tables as it does on an empty database
 */
function compare(
  applied: readonly Migration[],
  files: readonly MigrationFile[],
): { missing: MigrationFile[]; newer: string[] } {
  const known = new Map(files.map((file) => [file.name, file]))
  const newestKnown = migrationNumber(files.at(-1)?.name ?? '0')
  const other = applied.find(({ name, digest }) => {
    const file = known.get(name)
    return file ? file.digest !== digest : migrationNumber(name) <= newestKnown
  })
  if (other) throw madeByOtherBuild(other.name)
  const names = applied.map(({ name }) => name).sort()
  const missing = files.filter(({ name }) => !names.includes(name))
  const last = names.at(-1)
  const late = missing.find(({ name }) => last && migrationNumber(name) <= migrationNumber(last))
  if (late) throw tooLate(late.name, last!)
  return { missing, newer: names.filter((name) => !known.has(name)) }
}

async function refuseBreaking(client: Client, newer: readonly string[]): Promise<void> {
  if (newer.length === 0) return
  const { rows } = await client.query<Migration>(
    'select name from migrations where is_breaking and name = any($1) order by name desc limit 1',
    [newer],
  )
  if (rows[0]) throw madeByNewer(rows[0].name)
}

function madeByNewer(name: string): StartError {
  return new StartError(
    `The database was last used by a newer Trackway (it has ${name}, which this version does not know): start that version, or restore an older backup.`,
  )
}

/** Files are never edited once released: tables made from another text do not fit the code. */
function madeByOtherBuild(name: string): StartError {
  return new StartError(
    `The database was made by another build of Trackway, whose ${name} was not the one of this version: start that build, or use an empty database.`,
  )
}

/** Applied after those that were written later, it may make other tables than on an empty database. */
function tooLate(name: string, last: string): StartError {
  return new StartError(
    `The database has ${last} without ${name}, which comes before it or has the same number: another build of Trackway made it. Start that build, or restore a backup from before ${last}. If you wrote ${name}, give it the next free number.`,
  )
}

/** Neighbours that share a transaction. */
function runsOf(files: readonly MigrationFile[]): MigrationFile[][] {
  const runs: MigrationFile[][] = []
  for (const file of files) {
    const run = runs.at(-1)
    const isTogether = [file, run?.at(-1)].every((each) => each?.way === 'together')
    if (isTogether) run!.push(file)
    else runs.push([file])
  }
  return runs
}

/**
 * @param first is done in the same transaction
 * @throws {StartError} where other transactions hold what it needs all the time
 */
async function applyTogether(
  client: Client,
  files: readonly MigrationFile[],
  first?: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await first?.()
      for (const file of files) await apply(client, file)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isLocked(error)) throw error
      if (tries === lockTries) throw neverFree(error)
    }
    await sleep(lockRetryMs)
  }
}

function isLocked(error: unknown): error is Error {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return code === lockNotAvailable || code === deadlockDetected
}

function neverFree(error: Error): StartError {
  return new StartError(
    `The database could not be upgraded (${error.message}): other transactions held its tables for minutes. Nothing was changed by it; end them, such as a backup by pg_dump, and start again.`,
    { cause: error },
  )
}

/** Waits as long as it must: nothing queues after such a statement. */
async function applyConcurrently(client: Client, file: MigrationFile): Promise<void> {
  try {
    await dropInvalidIndexes(client, file.sql)
    for (const statement of file.sql.split(/;\s*$/m).filter(isStatement)) await client.query(statement)
  } catch (error) {
    throw failed(file, error)
  }
  await enter(client, file)
}

const isStatement = (text: string) => text.replaceAll(/^--.*$/gm, '').trim() !== ''

/** An index whose making failed in its middle is there, unused, and would count as made. */
async function dropInvalidIndexes(client: Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace`,
  )
  const words = new Set(sql.match(/\w+/g))
  for (const { name } of rows)
    if (words.has(name)) await client.query(`drop index concurrently if exists ${name}`)
}

async function apply(client: Client, file: MigrationFile): Promise<void> {
  try {
    await client.query(file.sql)
    await enter(client, file)
  } catch (error) {
    throw failed(file, error)
  }
}

function failed({ name }: MigrationFile, cause: unknown): Error {
  return new Error(`migration ${name} failed`, { cause })
}

async function enter(client: Client, { name, digest, isBreaking }: MigrationFile): Promise<void> {
  await client.query('insert into migrations (name, digest, time) values ($1, $2, $3)', [
    name,
    digest,
    Date.now(),
  ])
  // The first files make a list that has no such column yet.
  if (isBreaking) await client.query('update migrations set is_breaking = true where name = $1', [name])
}
