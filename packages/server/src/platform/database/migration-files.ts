import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const migrationsFolder = join(import.meta.dirname, '..', '..', '..', 'migrations')

export interface Migration {
  name: string
  /** SHA-256 of its text, hex. */
  digest: string
}

/** Marks in the head of a file, each a line of its own such as `-- apart`. */
export interface MigrationFile extends Migration {
  sql: string
  /**
   * `together`: in one transaction with its neighbours; `apart`: in a transaction of its own; `concurrently`: statement
   * by statement outside a transaction, and again from the first one where that failed.
   */
  way: 'together' | 'apart' | 'concurrently'
  /** Processes that do not know it must stop once it is applied. */
  isBreaking: boolean
}

/** The number that the name of a migration begins with: 20 of `0020-breaking-migrations.sql`. */
export function migrationNumber(name: string): number {
  return Number.parseInt(name, 10)
}

/** The migrations of a folder in their order. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(join(folder, name), 'utf8'))))
}

function migrationOf(name: string, sql: string): MigrationFile {
  const head = /^(?:--.*\s*)*/.exec(sql)![0].split(/\r?\n/)
  const isMarked = (mark: string) => head.includes(`-- ${mark}`)
  const way = isMarked('concurrently') ? 'concurrently' : isMarked('apart') ? 'apart' : 'together'
  return { name, sql, digest: digestOf(sql), way, isBreaking: isMarked('breaking') }
}

/** Of the text itself: a checkout may end its lines differently. */
function digestOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}
