import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { migrationNumber, migrationsFolder } from './migration-files.ts'

/** Number of the newest migration that this version of Trackway knows. */
export const knownSchema = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .reduce((newest, name) => Math.max(newest, migrationNumber(name)), 0)

export interface SchemaVersion {
  /** Number of the last migration that was applied. */
  schema: number
  /** Number of the last migration marked `-- breaking`, or 0: a process that does not know it must not go on. */
  floor: number
}

/** Reads what a migrated database is now; a newer version may migrate it further while this process runs. */
export async function readSchemaVersion(client: Pick<pg.ClientBase, 'query'>): Promise<SchemaVersion> {
  const { rows } = await client.query<{ name: string; is_breaking: boolean }>(
    'select name, is_breaking from migrations',
  )
  const newest = (names: typeof rows) =>
    names.reduce((number, { name }) => Math.max(number, migrationNumber(name)), 0)
  return { schema: newest(rows), floor: newest(rows.filter(({ is_breaking }) => is_breaking)) }
}
