import type { ReportSummary } from '@trackway/core/features/statistics/summary.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { finishJob, type JobRow, type Run, takeNext } from '../../platform/jobs/job-queue.ts'

export const exportQueue = 'exports'

/** A file to be made: its job is the run under way. */
export type ExportRow = Selectable<Tables['exports']> & Pick<JobRow, 'run'>

export async function takeExport(db: Db, now: number): Promise<ExportRow | null> {
  const job = await takeNext(db, exportQueue, now)
  if (job === null) return null
  const row = await db.selectFrom('exports').selectAll().where('id', '=', job.id).executeTakeFirst()
  return row === undefined ? null : { ...row, run: job.run }
}

export interface MadeFile {
  bytes: number
  chunks: number
  fileName: string
  summary: ReportSummary
}

/** @returns false when it is no longer wanted */
export async function finishExport(db: Db, run: Run, made: MadeFile, now: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    if (!(await finishJob(tx, run, made.summary.rows, now))) return false
    const { bytes, chunks, fileName } = made
    await tx
      .updateTable('exports')
      .set({ bytes, chunks, file_name: fileName, summary: JSON.stringify(made.summary) })
      .where('id', '=', run.id)
      .execute()
    return true
  })
}

/** Removes what lost runs had written. */
export async function removeLostChunks(db: Db): Promise<void> {
  await sql`
    delete from export_chunks c using jobs j
    where j.id = c.export_id and (j.run <> c.run or j.state not in ('running', 'done'))`.execute(db)
}
