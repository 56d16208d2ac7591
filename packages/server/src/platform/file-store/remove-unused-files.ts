import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { startRecurringJob } from '../jobs/recurring-job.ts'
import type { Platform } from '../platform.ts'
import { fileStorage, removeFile } from './file-store.ts'
import { removeStaleUploads } from './uploads.ts'

/** Whoever stored a file has written its row by then. */
const graceMs = 24 * 3_600_000
const perTurn = 500

/** Removes, every night, files that no table references. */
export function startFileRemoval({ database: { db }, log }: Pick<Platform, 'database' | 'log'>) {
  return startRecurringJob({
    name: 'unusedFiles',
    cron: '20 3 * * *',
    db,
    log,
    work: async (now) => {
      const removed = await removeUnusedFiles(db, now)
      await removeDrafts(now)
      await removeStaleUploads(db, now - graceMs)
      if (removed > 0) log.info({ removed }, 'files that nothing references were removed')
    },
  })
}

/** @returns how many were removed */
export async function removeUnusedFiles(db: Db, now: number): Promise<number> {
  const references = await findReferences(db)
  let removed = 0
  let after = ''
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select key from stored_files f
      where created_time < ${now - graceMs} and key > ${after}
      ${sql.join(
        references.map(
          ({ table, column }) =>
            sql`and not exists (select from ${sql.table(table)} r where r.${sql.ref(column)} = f.key)`,
        ),
        sql` `,
      )}
      order by key limit ${perTurn}`.execute(db)
    for (const { key } of rows) if (await removeFile(db, key)) removed++
    if (rows.length < perTurn) return removed
    after = rows.at(-1)!.key
  }
}

/** All columns with a foreign key to files: a new table needs no line here. */
async function findReferences(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'stored_files'::regclass`.execute(db)
  return rows
}

/** What a process left that ended while it gathered a file. */
async function removeDrafts(now: number): Promise<void> {
  const { draftFolder } = fileStorage()
  for (const name of await readdir(draftFolder).catch(() => [])) {
    const path = join(draftFolder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && now - stats.mtimeMs > graceMs) await rm(path, { force: true })
  }
}
