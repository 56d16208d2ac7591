import type { ImportRecord, ImportResultRow } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import type { KnownHeadings } from '@trackway/core/features/imports/match-columns.ts'
import { type Selectable, sql } from 'kysely'
import { type NewAuditEvent, recordEvent } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { addJob, type JobRow } from '../../platform/jobs/job-queue.ts'
import { accountsIn } from '../../platform/scope/scope-sql.ts'
import { storeRows } from './import-rows.ts'
import { importQueue } from './run-import.ts'
import { maskCells, openCells } from './sealed-cells.ts'
import type { Reason } from './written-rows.ts'

/** Batches that one account may have under way. */
const maxUnderWay = 20
/** A record is kept for so long. */
const keptMs = 365 * 86_400_000
/** Passwords that were not fetched are deleted after so long. */
const passwordsKeptMs = 7 * 86_400_000
/** First key of the locks that order one account's batches; the second is its id. */
const accountLocks = 7_203_070

export interface NewImport {
  accountId: number
  ownerId: number
  kind: ImportKindName
  rows: readonly { cells: ImportCells; reason: Reason | null }[]
  timeZone: string
  isWhole: boolean
  fileName: string | null
  key: string | null
  /** Who starts it, from where. */
  by: Pick<NewAuditEvent, 'actorId' | 'actedAsId' | 'address'>
  headings: KnownHeadings | null
}

/** @throws {Refusal} `tooManyImports` */
export async function createImport(db: Db, newImport: NewImport, now: number): Promise<number> {
  const { accountId, kind, rows } = newImport
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${accountLocks}, ${accountId})`.execute(tx)
    const key = jobKey(accountId, newImport.key)
    const started = key === null ? null : await findByKey(tx, accountId, newImport.key!)
    if (started !== null) return started
    const { count } = await tx
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('queue', '=', importQueue)
      .where('account_id', '=', accountId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow()
    if (count >= maxUnderWay) throw new Refusal('tooManyImports')
    const id = await addJob(tx, { queue: importQueue, accountId, key }, now)
    if (id === null) throw new Error('a job of this key came in between')
    const eventId = await recordEvent(tx, {
      kind: 'batchStarted',
      time: now,
      accountId,
      ...newImport.by,
      after: { batch: id, kind, rows: rows.length, done: 0, failed: 0 },
    })
    await tx
      .insertInto('imports')
      .values({
        id,
        event_id: eventId,
        account_id: accountId,
        kind,
        owner_id: newImport.ownerId,
        time_zone: newImport.timeZone,
        is_whole: newImport.isWhole,
        file_name: newImport.fileName,
        create_time: now,
      })
      .execute()
    await storeRows(
      tx,
      id,
      kindOf(kind),
      rows.map(({ cells, reason }, index) => ({ row: index + 1, cells, reason })),
    )
    if (newImport.headings !== null) await keepHeadings(tx, accountId, kind, newImport.headings)
    return id
  })
}

async function keepHeadings(tx: Db, accountId: number, kind: string, meant: KnownHeadings): Promise<void> {
  const headings = JSON.stringify(meant)
  await tx
    .insertInto('import_headings')
    .values({ account_id: accountId, kind, headings })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ headings }))
    .execute()
}

/** What the headings of an account's last sheet of a kind meant. */
export async function findHeadings(db: Db, accountId: number, kind: string): Promise<KnownHeadings> {
  const row = await db
    .selectFrom('import_headings')
    .select('headings')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.headings ?? {}
}

const jobKey = (accountId: number, key: string | null) => (key === null ? null : `${accountId} ${key}`)

/** The batch that an account started with a key; null: none. */
export async function findByKey(db: Db, accountId: number, key: string): Promise<number | null> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('queue', '=', importQueue)
    .where('key', '=', jobKey(accountId, key))
    .executeTakeFirst()
  return row?.id ?? null
}

/** A page of the batches of accounts at or below the caller, newest first. */
export async function findImports(
  db: Db,
  scope: Scope,
  kinds: readonly ImportKindName[],
  { pageNum, pageSize }: Paging,
): Promise<Page<ImportRecord>> {
  const found = importsIn(db, scope, kinds).orderBy('imports.id', 'desc')
  const { list: rows, total } = await readPage(found, { pageNum, pageSize })
  return { list: await withCounts(db, rows), total }
}

/** @throws {Refusal} `notFound`, also for a stranger's and for one of a kind that the caller may not use */
export async function findImport(
  db: Db,
  scope: Scope,
  kinds: readonly ImportKindName[],
  id: number,
): Promise<ImportRecord> {
  const rows = await importsIn(db, scope, kinds).where('imports.id', '=', id).execute()
  const [record] = await withCounts(db, rows)
  if (record === undefined) throw new Refusal('notFound')
  return record
}

interface ResultsQuery {
  jobId: number
  state?: ImportResultRow['state'] | undefined
  after: number
  count: number
  isPersonalWhole: boolean
}

/** The outcome of its rows; the caller has found the batch within its scope, and may see personal data unmasked. */
export async function findResults(
  db: Db,
  { jobId, state, after, count, isPersonalWhole }: ResultsQuery,
): Promise<ImportResultRow[]> {
  const shown = isPersonalWhole ? (cells: ImportCells) => cells : maskCells
  const rows = await db
    .selectFrom('import_rows')
    .select(['row', 'state', 'cells', 'personal', 'reason'])
    .where('import_id', '=', jobId)
    .where('row', '>', after)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .orderBy('row')
    .limit(count)
    .execute()
  return rows.map(({ row, state, cells, personal, reason }) => ({
    row,
    state,
    cells: { ...cells, ...shown(openCells(personal, jobId, row)) },
    column: reason?.column ?? null,
    reason: reason?.reason ?? null,
    values: reason?.values ?? null,
  }))
}

/** @throws {Refusal} `notUndoable` */
export async function startUndo(
  db: Db,
  { jobId: id, kind, userId: accountId, done }: ImportRecord,
  by: NewImport['by'],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ state: 'queued', failure: null, interruptions: 0, finish_time: null, expire_time: null })
      .where('id', '=', id)
      .where('queue', '=', importQueue)
      .where('state', '=', 'done')
      .executeTakeFirstOrThrow()
    const eventId = await recordEvent(tx, {
      kind: 'batchUndone',
      time: now,
      accountId,
      ...by,
      before: { batch: id, kind, done },
      after: { undone: 0 },
    })
    const marked = await tx
      .updateTable('imports')
      .set({ is_undo: true, finish_time: null, event_id: eventId })
      .where('id', '=', id)
      .where('is_undo', '=', false)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n || marked.numUpdatedRows === 0n) throw new Refusal('notUndoable')
  })
}

/** Removes records past their time, with their rows. */
export async function forgetOldImports(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('create_time', '<', now - keptMs)
    .execute()
  await db
    .updateTable('import_rows')
    .set({ password: null })
    .where('password', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('imports')
          .select('id')
          .whereRef('id', '=', 'import_rows.import_id')
          .where('create_time', '<', now - passwordsKeptMs),
      ),
    )
    .execute()
}

function importsIn(db: Db, scope: Scope, kinds: readonly ImportKindName[]) {
  return db
    .selectFrom('imports')
    .innerJoin('accounts', 'accounts.id', 'imports.account_id')
    .leftJoin('jobs', 'jobs.id', 'imports.id')
    .selectAll('imports')
    .select(['accounts.username', 'jobs.state'])
    .where(accountsIn(scope))
    .where(sql<boolean>`imports.kind = any(${[...kinds]}::text[])`)
}

type Row = Selectable<Tables['imports']> & { username: string; state: JobRow['state'] | null }

async function withCounts(db: Db, rows: readonly Row[]): Promise<ImportRecord[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: counts } = await sql<{
    id: number
    state: ImportResultRow['state']
    count: number
    passwords: number
  }>`
    select import_id as id, state, count(*)::int as count, count(password)::int as passwords from import_rows where import_id = any(${ids}::int[])
    group by 1, 2`.execute(db)
  return rows.map((row) => {
    const of = (state: ImportResultRow['state']) =>
      counts.find((each) => each.id === row.id && each.state === state)?.count ?? 0
    const { passwords = 0 } = counts.find((each) => each.id === row.id && each.state === 'done') ?? {}
    const [done, failed, undone] = [of('done'), of('failed'), of('undone')]
    return {
      jobId: row.id,
      kind: row.kind as ImportKindName,
      userId: row.account_id,
      username: row.username,
      state: stateOf(row),
      total: of('waiting') + done + failed + undone,
      done,
      failed,
      undone,
      takenCounts: row.taken_counts,
      fileName: row.file_name,
      createTime: row.create_time,
      finishTime: row.finish_time,
      passwords,
      // Its job is there for some days.
      canUndo: kindOf(row.kind as ImportKindName).canUndo && row.state === 'done' && !row.is_undo && done > 0,
    }
  })
}

function stateOf({ state, is_undo, finish_time }: Row): ImportRecord['state'] {
  if (finish_time !== null) return is_undo ? 'undone' : 'done'
  if (state === null || state === 'failed' || state === 'cancelled') return 'failed'
  if (is_undo) return 'undoing'
  return state === 'running' ? 'running' : 'queued'
}
