import { pipeline, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { ExportJob } from '@trackway/core/features/exports/calls.ts'
import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import { isDatabaseAway, Refusal } from '../../platform/errors.ts'
import { scopeOfAccount } from '../../platform/http/session.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { beat, failJob, putBack } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { formats } from '../../platform/table-files/formats.ts'
import { type ExportRow, finishExport } from './export-jobs.ts'
import { dropFile, storeFile } from './files.ts'
import { type FileRequest, fileNameOf, type NamePlaces, toReportFile } from './make-file.ts'
import { exportForm } from './queries.ts'
import type { OpenReport } from './report-rows.ts'
import { canView, findRequester, namesOf } from './requester.ts'

const beatMs = 500
/** Rows of a file at most: what a sheet holds, less its head. */
export const maxRows: Record<ExportJob['format'], number> = { csv: 1_000_000, xlsx: 1_000_000, pdf: 5_000 }
const maxFileBytes = 1_000_000_000

export interface ExportContext {
  db: Db
  pool: pg.Pool
  log: Log
  now: () => number
  openReport: OpenReport
  namePlaces: NamePlaces
}

/** Why a file cannot be made; a key under `reports.failure`. */
class Failure extends Error {}
/** The run was cancelled in its row. */
class RunCancelled extends Error {}

/** Makes one file from the first row to the last byte, or writes down why not. Never throws. */
export async function runExport(job: ExportRow, context: ExportContext): Promise<void> {
  const { db, log, now } = context
  const progress = { done: 0, total: null as number | null }
  const controller = new AbortController()
  const stopBeating = startIntervalJob(beatMs, async () => {
    try {
      if (!(await beat(db, job, progress, now()))) controller.abort(new RunCancelled())
    } catch {
      // The database is unreachable: writing the file fails then, too, and reports it.
    }
  })
  try {
    const made = await make(job, context, progress, controller.signal)
    if (!(await finishExport(db, job, made, now()))) await dropFile(db, job)
  } catch (error) {
    const reason = controller.signal.aborted ? controller.signal.reason : error
    try {
      if (!(reason instanceof RunCancelled)) await giveUp(job, context, reason)
      await dropFile(db, job)
    } catch (second) {
      // Its row is still marked as running: it is recovered like that of a killed process.
      log.warn({ err: second, exportId: job.id }, 'an export was left behind')
    }
  } finally {
    await stopBeating()
  }
}

async function giveUp(job: ExportRow, { db, log, now }: ExportContext, error: unknown): Promise<void> {
  if (error instanceof Failure) {
    await failJob(db, job, error.message, now())
  } else if (error instanceof Refusal && error.refusal === 'notFound') {
    await failJob(db, job, 'notFound', now())
  } else if (isDatabaseAway(error)) {
    await putBack(db, job)
  } else {
    log.error({ err: error, exportId: job.id, question: job.question }, 'an export failed')
    await failJob(db, job, 'internal', now())
  }
}

async function make(
  job: ExportRow,
  context: ExportContext,
  progress: { done: number; total: number | null },
  signal: AbortSignal,
) {
  const { db, pool, now, openReport, namePlaces } = context
  const { language, format, time_zone: timeZone } = job
  const question = exportForm.read(job.question)
  const account = await findRequester(db, job.account_id)
  if (account === undefined) throw new RunCancelled()
  if (question === null || !canView(account, question, now())) throw new Failure('noPermission')
  const scope = scopeOfAccount(account)
  const report = await openReport(
    { db, pool },
    { question, account, scope, language, timeZone, now: now(), signal },
  )
  const total = report.summary.rows
  if (total > maxRows[format]) throw new Failure(format === 'pdf' ? 'tooManyPages' : 'tooManyRows')
  progress.total = total

  const request: FileRequest = {
    question,
    language,
    timeZone,
    ...(await namesOf(db, job.account_id, question)),
    now: now(),
  }
  const rows = paced(report.rows, signal, (count) => {
    progress.done += count
    if (progress.done > maxRows[format]) throw new Failure('tooManyRows')
  })
  const file = toReportFile({ ...report, rows }, request, namePlaces)
  const { isCompressed, load } = formats[format]
  const write = await load()
  const count = { bytes: 0 }
  const bytes = counted(write(file), count, signal)
  const chunks = await storeFile(db, job, isCompressed ? bytes : gzipped(bytes))
  return {
    bytes: count.bytes,
    chunks,
    fileName: fileNameOf(request, format),
    summary: { ...report.summary, rows: progress.done },
  }
}

/** The same batches, pausing after each as long as it took to read: half of the database stays with the others. */
async function* paced<T>(
  batches: AsyncIterable<readonly T[]>,
  signal: AbortSignal,
  onBatch: (count: number) => void,
): AsyncGenerator<readonly T[]> {
  let begin = performance.now()
  for await (const batch of batches) {
    const readMs = performance.now() - begin
    signal.throwIfAborted()
    yield batch
    onBatch(batch.length)
    await sleep(readMs, undefined, { signal })
    begin = performance.now()
  }
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  count: { bytes: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    count.bytes += piece.length
    if (count.bytes > maxFileBytes) throw new Failure('tooLarge')
    yield piece
  }
}

function gzipped(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: 5 })
  // Errors of the source come out where the result is read.
  pipeline(Readable.from(pieces), gzip, () => {})
  return gzip
}
