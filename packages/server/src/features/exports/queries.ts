import { randomUUID } from 'node:crypto'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import {
  type ExportJob,
  type ExportRequest,
  exportRequest,
  type ListFileRequest,
  listFileRequest,
} from '@trackway/core/features/exports/calls.ts'
import { reportKeys } from '@trackway/core/features/statistics/reports.ts'
import { lists } from '@trackway/core/lists.ts'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { type Paging, readPage } from '../../platform/database/read-page.ts'
import { readColumn, storedForm } from '../../platform/database/stored-json.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/errors.ts'
import { addJob, cancelJob, type JobRow } from '../../platform/jobs/job-queue.ts'
import { exportQueue } from './export-jobs.ts'
import { mayRequest } from './requester.ts'

/** Files queued or being made that one account may have at a time. */
export const maxUnderWay = 20
/** The same of one session of a demo account, whose other sessions are other people's. */
const maxUnderWayOfDemo = 2
/** First key of the locks that order one account's requests; the second is its id. */
const accountLocks = 7_203_069

/** The query of a file, in `exports.question`. If it cannot be read, the file is not made, shown or mailed. */
export const exportForm = storedForm('export', z.union([listFileRequest, exportRequest]))

export interface ExportTarget {
  question: ExportRequest | ListFileRequest
  format: ExportJob['format']
  language: Language
  timeZone: string
}

/**
 * @param demoSession names the session of a demo account that wants it; null: of an account of somebody
 * @throws {Refusal} `tooManyExports`
 */
export async function createExport(
  db: Db,
  accountId: number,
  target: ExportTarget,
  now: number,
  demoSession: string | null = null,
): Promise<ExportJob> {
  const id = await db.transaction().execute(async (tx) => {
    await refuseTooMany(tx, accountId, demoSession)
    const key = demoSession === null ? null : `${demoSession} ${randomUUID()}`
    return await insertExport(tx, accountId, target, now, key)
  })
  return await findExport(db, accountId, id)
}

/** Queues it without asking how many there are: for schedules, of which an account has only so many. */
export async function insertExport(
  db: Db,
  accountId: number,
  target: ExportTarget,
  now: number,
  key: string | null = null,
): Promise<number> {
  const id = await addJob(db, { queue: exportQueue, accountId, key }, now)
  if (id === null) throw new Error('a job without a key was there already')
  await db
    .insertInto('exports')
    .values({
      id,
      account_id: accountId,
      question: JSON.stringify(exportForm.write(target.question)),
      format: target.format,
      language: target.language,
      time_zone: target.timeZone,
    })
    .execute()
  return id
}

interface Page extends Paging {
  ids?: number[] | undefined
  /** Only files of what these permissions are enough for. */
  held: readonly Permission[]
}

/** A page of the account's own files, newest first. */
export async function findExports(
  db: Db,
  accountId: number,
  { pageNum, pageSize, ids, held }: Page,
): Promise<{ list: ExportJob[]; total: number }> {
  const ofList = sql`question->>'list'`
  let query = ownExports(db, accountId).where(sql<boolean>`case when ${ofList} is null
    then question->>'report' = any(${reportKeys.filter((report) => mayRequest(held, { report }))}::text[])
    else ${ofList} = any(${lists.map(({ name }) => name).filter((list) => mayRequest(held, { list }))}::text[]) end`)
  if (ids !== undefined) query = query.where(sql<boolean>`exports.id = any(${ids}::int[])`)
  const { list: rows, total } = await readPage(query.orderBy('exports.id', 'desc'), { pageNum, pageSize })
  return { list: readColumn(rows, 'question', exportForm).map(toJob), total }
}

/** @throws {Refusal} `notFound`, also for somebody else's */
export async function findExport(db: Db, accountId: number, id: number): Promise<ExportJob> {
  const rows = await ownExports(db, accountId).where('exports.id', '=', id).execute()
  const [row] = readColumn(rows, 'question', exportForm)
  if (row === undefined) throw new Refusal('notFound')
  return toJob(row)
}

/** Ends one under way, of which the row stays; removes one that is finished. @throws {Refusal} `notFound` */
export async function cancelExport(db: Db, accountId: number, id: number, now: number): Promise<void> {
  if (await cancelJob(db, exportQueue, accountId, id, now)) return
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('queue', '=', exportQueue)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}

/** @throws {Refusal} `notFound`, also for one that neither failed nor was cancelled; `tooManyExports` */
export async function retryExport(db: Db, accountId: number, id: number): Promise<ExportJob> {
  await db.transaction().execute(async (tx) => {
    await refuseTooMany(tx, accountId)
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ state: 'queued', failure: null, interruptions: 0, finish_time: null, expire_time: null })
      .where('id', '=', id)
      .where('queue', '=', exportQueue)
      .where('account_id', '=', accountId)
      .where('state', 'in', ['failed', 'cancelled'])
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refusal('notFound')
  })
  return await findExport(db, accountId, id)
}

async function refuseTooMany(tx: Db, accountId: number, demoSession: string | null = null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${accountLocks}, ${accountId})`.execute(tx)
  const { count } = await tx
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('queue', '=', exportQueue)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .$if(demoSession !== null, (query) => query.where(sql<boolean>`starts_with(key, ${demoSession})`))
    .executeTakeFirstOrThrow()
  if (count >= (demoSession === null ? maxUnderWay : maxUnderWayOfDemo)) throw new Refusal('tooManyExports')
}

function ownExports(db: Db, accountId: number) {
  return db
    .selectFrom('exports')
    .innerJoin('jobs', 'jobs.id', 'exports.id')
    .innerJoin('accounts', 'accounts.id', 'exports.account_id')
    .selectAll('exports')
    .select(['jobs.state', 'done', 'total', 'failure', 'jobs.create_time', 'finish_time', 'jobs.expire_time'])
    .select('accounts.username')
    .where('exports.account_id', '=', accountId)
}

type JobFacts = Pick<
  JobRow,
  'state' | 'done' | 'total' | 'failure' | 'create_time' | 'finish_time' | 'expire_time'
>

function toJob(row: Selectable<Tables['exports']> & JobFacts & { username: string }): ExportJob {
  const { state, total, done } = row
  return {
    id: row.id,
    report: 'list' in row.question ? row.question.list : row.question.report,
    format: row.format,
    state,
    progress: state === 'done' ? 1 : state === 'running' && total ? Math.min(done / total, 1) : 0,
    rows: state === 'done' ? total : null,
    bytes: row.bytes,
    fileName: row.file_name,
    failure: row.failure,
    question: row.question,
    username: row.username,
    createTime: row.create_time,
    finishTime: row.finish_time,
    expireTime: row.expire_time,
  }
}
