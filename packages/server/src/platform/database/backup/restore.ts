import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../../start-error.ts'
import { applyMigrations } from '../migrate.ts'
import { copyTarget, type Progress } from './backup.ts'
import { type BackedUpTable, BackupReader, checkBackup } from './backup-file.ts'

/**
 * Fills an empty database from a backup, in one transaction: the schema by the migrations that it was made with,
 * then all rows. The whole file is checked before the database is touched.
 * @returns how many rows it holds now
 * @throws {StartError} where the file is damaged, the database is not empty, or this version has not all migrations
 *   of the backup
 */
export async function restore(databaseUrl: string, path: string, progress: Progress): Promise<number> {
  const { header, rows } = await checkBackup(path)
  progress(`${path} is sound: ${rows} rows of ${new Date(header.time).toISOString()}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const reader = new BackupReader(path)
  try {
    await refuseUnlessEmpty(client)
    await client.query("set client_encoding = 'UTF8'; set datestyle = 'ISO'")
    await client.query('begin')
    await applyMigrations(client, header.migrations)
    // What migrations fill in is in the backup, too.
    const own = header.tables
      .filter(({ partition }) => !partition)
      .map(({ name }) => pg.escapeIdentifier(name))
    await client.query(`truncate ${own.join()} cascade`)
    for (const table of header.tables) await prepare(client, table)
    await reader.header()
    for (const [index, { name, columns }] of header.tables.entries()) {
      await pipeline(
        Readable.from(reader.rows()),
        client.query(copyFrom(`copy ${copyTarget(name, columns)} from stdin`)),
      )
      progress(`${index + 1} of ${header.tables.length} ${name}`)
    }
    const trailer = await reader.trailer()
    for (const table of header.tables) await finish(client, table, trailer.rows[table.name] ?? 0)
    for (const { name, value } of header.sequences)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value])
    await client.query('commit')
    await client.query('analyze')
    return rows
  } finally {
    await reader.close()
    // Without a commit nothing was done.
    await client.end()
  }
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1",
  )
  if (rowCount) throw new StartError('The database is not empty: restore into an empty one.')
}

/** Makes a partition that the migrations do not, and keeps triggers from deriving what is in the backup. */
async function prepare(client: pg.Client, { name, partition }: BackedUpTable): Promise<void> {
  const table = pg.escapeIdentifier(name)
  const { rows } = await client.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [table],
  )
  if (partition && !rows[0]!.isThere) {
    await client.query(`create table ${table} (like ${partition.of} including all)`)
    await client.query(`alter table ${partition.of} attach partition ${table} ${partition.bound}`)
  }
  await client.query(`alter table ${table} disable trigger user`)
}

async function finish(client: pg.Client, { name, triggers }: BackedUpTable, rows: number): Promise<void> {
  const table = pg.escapeIdentifier(name)
  const stored = await client.query<{ count: number }>(`select count(*)::float8 as count from ${table}`)
  if (stored.rows[0]!.count !== rows)
    throw new StartError(
      `${name} has ${stored.rows[0]!.count} rows after the restore, not ${rows}: nothing was kept.`,
    )
  for (const trigger of triggers) {
    // PostgreSQL replaces no constraint triggers.
    const constraint = /^CREATE CONSTRAINT TRIGGER (\S+)/.exec(trigger)?.[1]
    if (constraint) await client.query(`drop trigger if exists ${constraint} on ${table}`)
    await client.query(trigger.replace(/^CREATE TRIGGER/, 'CREATE OR REPLACE TRIGGER'))
  }
  await client.query(`alter table ${table} enable trigger user`)
}
