import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../../start-error.ts'
import { appliedMigrations } from '../migrate.ts'
import { type BackedUpTable, type BackupHeader, block, endOfTable, jsonBlock } from './backup-file.ts'

export type Progress = (line: string) => void

/**
 * Writes all that the database holds to a file, as it was at one instant, while others go on reading and writing.
 * The file has its name only once it is complete.
 * @param path of a file that is not there yet
 * @returns how many rows were written
 * @throws {StartError} where the file is there, or the database holds nothing of ours
 */
export async function backUp(databaseUrl: string, path: string, progress: Progress): Promise<number> {
  if (existsSync(path)) throw new StartError(`${path} is there already: name another file.`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const part = `${path}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
    const header = await beginAtOneInstant(client)
    let rows = 0
    await pipeline(
      Readable.from(
        blocksOf(client, header, (count, line) => {
          rows += count
          progress(line)
        }),
      ),
      createZstdCompress(),
      // Password hashes and tokens are in it.
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    await rename(part, path)
    return rows
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Locks all tables against being dropped, then takes the snapshot that everything is read from. Whoever makes or
 * drops a table meanwhile waits a moment and comes again.
 */
async function beginAtOneInstant(client: pg.Client): Promise<BackupHeader> {
  await client.query("set client_encoding = 'UTF8'; set datestyle = 'ISO'")
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  )
  if (!rows.some(({ name }) => name === 'migrations'))
    throw new StartError('The database holds nothing of Trackway: there is nothing to back up.')
  // The look above has taken a snapshot; the tables are locked before the one that counts.
  await client.query('rollback')
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${rows.map(({ name }) => name).join()} in access share mode`)
  return {
    trackway: 'backup 1',
    time: Date.now(),
    migrations: await appliedMigrations(client),
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
  }
}

/** Tables with rows of their own, those that others refer to before them. */
async function tablesOf(client: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<
    BackedUpTable & { partition: BackedUpTable['partition'] | null; needs: string[] }
  >(`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      (select json_build_object('of', i.inhparent::regclass::text, 'bound', pg_get_expr(c.relpartbound, c.oid))
        from pg_inherits i where i.inhrelid = c.oid) as partition,
      array(select pg_get_triggerdef(oid) from pg_trigger
        where tgrelid = c.oid and not tgisinternal and tgparentid = 0) as triggers,
      array(select confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`)
  const ordered: BackedUpTable[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  for (const { name } of rows) take(name)
  return ordered

  function take(name: string): void {
    const row = waiting.get(name)
    waiting.delete(name)
    if (!row) return
    const { needs, partition, ...table } = row
    for (const needed of needs) take(needed)
    ordered.push(partition ? { ...table, partition } : table)
  }
}

async function sequencesOf(client: pg.Client): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ name: string; value: number }>(
    `select sequencename as name, last_value::float8 as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return rows
}

async function* blocksOf(
  client: pg.Client,
  header: BackupHeader,
  onFinished: (rows: number, line: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(jsonBlock(header))
  const rows: Record<string, number> = {}
  for (const [index, { name, columns }] of header.tables.entries()) {
    const copy = client.query(copyTo(`copy ${copyTarget(name, columns)} to stdout`))
    for await (const text of copy) yield hashed(block(text as Buffer))
    yield hashed(endOfTable)
    rows[name] = copy.rowCount
    onFinished(copy.rowCount, `${index + 1} of ${header.tables.length} ${name}: ${copy.rowCount} rows`)
  }
  yield jsonBlock({ rows, sha256: hash.digest('hex') })
}

/** Table and columns as `COPY` wants them. */
export function copyTarget(name: string, columns: readonly string[]): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join()})`
}
