import { type Finding, typeChecker } from '@trackway/core/features/imports/check-cells.ts'
import { type ImportKind, type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { isRuleName } from '@trackway/core/rules/rule-texts.ts'
import type { Selectable } from 'kysely'
import { addToEvent } from '../../platform/audit.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isDatabaseAway, isForeignKeyViolation, isUniqueViolation, Refusal } from '../../platform/errors.ts'
import { type Scope, scopeOf } from '../../platform/http/session.ts'
import {
  beat,
  failJob,
  finishJob,
  type JobRow,
  putBack,
  type Run,
  takeNext,
} from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { describeStockChange } from '../stock/stock-change.ts'
import {
  countRows,
  nextRows,
  type RowCounts,
  settleFailed,
  settleUndone,
  settleWritten,
  takeRows,
  takeWritten,
} from './import-rows.ts'
import { workOf } from './kind-work.ts'
import { findRowFacts, judgeRows } from './row-facts.ts'
import type { PendingRow, Reason } from './written-rows.ts'

export const importQueue = 'imports'

/** Rows of one transaction: what a killed process has to do again. */
const rowsAtOnce = 1_000

export interface ImportContext {
  db: Db
  bus: Bus
  log: Log
  now: () => number
}

type ImportRow = Selectable<Tables['imports']>
interface Batch {
  run: Run
  row: ImportRow
  kind: ImportKind
  scope: Scope
  /** Of rows, as committed: counting fifty thousand again for every part would take longer than writing them. */
  counts: RowCounts
}

/** The run was cancelled in its row, or another process has it. */
class RunCancelled extends Error {}

/** Takes the next batch and writes it, or takes it back. @returns false when none waits */
export async function runNextImport(context: ImportContext): Promise<boolean> {
  const job = await takeNext(context.db, importQueue, context.now())
  if (job === null) return false
  await runImport(job, context)
  return true
}

/** Never throws: a fault that is not the rows' is stored, or the next run finds it. */
async function runImport(job: JobRow, context: ImportContext): Promise<void> {
  const { db, log, now } = context
  try {
    const batch = await readBatch(db, job)
    if (batch === undefined) return
    while (await runPart(batch, context));
    await db.transaction().execute(async (tx) => {
      const { done, failed } = await countRows(tx, job.id)
      if (!(await finishJob(tx, job, done + failed, now()))) return
      await tx.updateTable('imports').set({ finish_time: now() }).where('id', '=', job.id).execute()
    })
  } catch (error) {
    if (error instanceof RunCancelled) return
    try {
      if (isDatabaseAway(error)) await putBack(db, job)
      else {
        log.error({ err: error, importId: job.id }, 'a batch failed')
        await failJob(db, job, 'internal', now())
      }
    } catch (second) {
      log.warn({ err: second, importId: job.id }, 'a batch was left behind')
    }
  }
}

async function readBatch(db: Db, job: JobRow): Promise<Batch | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', job.id).executeTakeFirst()
  if (row === undefined) return undefined
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'path', 'role'])
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow()
  const kind = kindOf(row.kind as ImportKindName)
  const scope = scopeOf({ account, deviceId: null }, kind.permission)
  const counts = await countRows(db, job.id)
  return { run: job, row, kind, scope, counts }
}

/** @returns false when nothing is left */
async function runPart(batch: Batch, context: ImportContext): Promise<boolean> {
  const { row, kind } = batch
  const count = row.is_whole ? Number.MAX_SAFE_INTEGER : (workOf(kind).rowsAtOnce ?? rowsAtOnce)
  if (row.is_undo) return await undoPart(batch, context)
  const changedIds: number[] = []
  const numbers = await nextRows(context.db, row.id, count)
  if (numbers.length === 0) return false
  await writeRows(numbers, batch, context, changedIds)
  publishChange(context.bus, changedIds, kind)
  return true
}

/**
 * Writes rows in one transaction with their outcome, so that nothing is written twice. Where the database refuses
 * them all because of one, that one is found by halves.
 */
async function writeRows(
  numbers: readonly number[],
  batch: Batch,
  context: ImportContext,
  changedIds: number[],
): Promise<void> {
  const { db, now } = context
  const { row, kind, scope } = batch
  const when = { now: now(), timeZone: row.time_zone }
  try {
    const { written, counts } = await db.transaction().execute(async (tx) => {
      await describeStockChange(tx, { operatorId: row.account_id, note: row.file_name })
      const rows = await takeRows(tx, row.id, numbers)
      const cells = rows.map((each) => each.cells)
      const facts = await findRowFacts(tx, scope, kind, cells, row.owner_id)
      const { good, failed } = sort(
        rows,
        await judgeRows(kind, cells, facts, when, typeChecker(facts.findType)),
      )
      if (row.is_whole && failed.length > 0) throw new Refusal('importRefused')
      const context = { kind, scope, facts, ...when, importId: row.id }
      const outcome = good.length > 0 ? await workOf(kind).write(tx, good, context) : []
      await settleWritten(tx, row.id, outcome)
      if (kind.of === 'newDevice')
        await tx
          .updateTable('imports')
          .set(({ eb }) => ({ taken_counts: eb('taken_counts', '+', outcome.length) }))
          .where('id', '=', row.id)
          .execute()
      const allFailed = [...failed, ...lostOf(good, outcome)]
      await settleFailed(tx, row.id, allFailed)
      const changed = { done: outcome.length, failed: allFailed.length }
      return { written: outcome, counts: await beatOrStop(tx, batch, changed, now()) }
    })
    batch.counts = counts
    if (isOfDevice(kind)) changedIds.push(...written.map(({ targetId }) => targetId))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    if (numbers.length === 1 || row.is_whole) {
      batch.counts = await db.transaction().execute(async (tx) => {
        await settleFailed(
          tx,
          row.id,
          numbers.map((each) => ({ row: each, reason })),
        )
        return beatOrStop(tx, batch, { failed: numbers.length }, now())
      })
      return
    }
    const middle = numbers.length >> 1
    await writeRows(numbers.slice(0, middle), batch, context, changedIds)
    await writeRows(numbers.slice(middle), batch, context, changedIds)
  }
}

/** Undoes rows in one transaction; where one of them prevents it, fewer, and at last that one stays. */
async function undoPart(batch: Batch, context: ImportContext, count = rowsAtOnce): Promise<boolean> {
  const { db, bus, now } = context
  const { row, kind, scope } = batch
  const { undo } = workOf(kind)
  if (undo === undefined) throw new Error(`a batch of ${row.kind} is not taken back`)
  try {
    const undone = await db.transaction().execute(async (tx) => {
      await describeStockChange(tx, { operatorId: row.account_id })
      const rows = await takeWritten(tx, row.id, count)
      if (rows.length === 0) return null
      const outcome = await undo(tx, rows, { scope, now: now(), importId: row.id })
      await settleUndone(tx, row.id, outcome)
      return { ...outcome, counts: await beatOrStop(tx, batch, { undone: outcome.rows.length }, now()) }
    })
    if (undone === null) return false
    batch.counts = undone.counts
    publishChange(bus, undone.deviceIds, kind)
    return true
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    if (count > 1) return await undoPart(batch, context, count >> 1)
    await db.transaction().execute(async (tx) => {
      const rows = await takeWritten(tx, row.id, 1)
      await settleUndone(tx, row.id, { rows: [], kept: rows.map((each) => ({ row: each.row, reason })) })
      await beatOrStop(tx, batch, {}, now())
    })
    return true
  }
}

/**
 * Runs in the transaction that writes: a run that was lost writes nothing, and what was written is recorded.
 * @param changed rows that it settles
 * @returns the counts from then on, once it is committed
 */
async function beatOrStop(
  tx: Db,
  { run, row, counts }: Batch,
  changed: { done?: number; failed?: number; undone?: number },
  now: number,
): Promise<RowCounts> {
  const { done: written = 0, failed: refused = 0, undone: takenBack = 0 } = changed
  const next: RowCounts = {
    total: counts.total,
    waiting: counts.waiting - written - refused,
    done: counts.done + written - takenBack,
    failed: counts.failed + refused,
    undone: counts.undone + takenBack,
  }
  const { total, waiting, done, failed, undone } = next
  await addToEvent(tx, row.event_id, row.is_undo ? { undone } : { done, failed })
  const progress = {
    done: row.is_undo ? undone : total - waiting,
    total: row.is_undo ? done + undone : total,
  }
  if (!(await beat(tx, run, progress, now))) throw new RunCancelled()
  return next
}

function sort(rows: readonly PendingRow[], findings: readonly Finding[]) {
  const faults = new Map<number, Finding>()
  for (const finding of findings)
    if (!finding.isWarning && !faults.has(finding.row)) faults.set(finding.row, finding)
  const good = rows.filter((_, index) => !faults.has(index + 1))
  const failed = rows.flatMap(({ row }, index) => {
    const fault = faults.get(index + 1)
    return fault ? [{ row, reason: toReason(fault) }] : []
  })
  return { good, failed }
}

export const toReason = ({ column, reason, values }: Finding): Reason => ({
  column,
  reason,
  ...(values && { values }),
})

/** Deleted or moved away between question and change. */
function lostOf(good: readonly PendingRow[], written: readonly { row: number }[]) {
  const found = new Set(written.map(({ row }) => row))
  return good
    .filter(({ row }) => !found.has(row))
    .map(({ row }) => ({ row, reason: { column: null, reason: 'notFound' as const } }))
}

/** The reason that a refused row is reported with; null: the error is no refusal. */
function reasonOf(error: unknown): Reason | null {
  if (isUniqueViolation(error, 'devices_car_number')) return { column: 'carNumber', reason: 'carNumberTaken' }
  if (isUniqueViolation(error, 'accounts_username')) return { column: 'newUsername', reason: 'usernameTaken' }
  if (isUniqueViolation(error)) return { column: 'terminalID', reason: 'terminalIdTaken' }
  if (isForeignKeyViolation(error)) return { column: null, reason: 'notFound' }
  if (!(error instanceof Refusal)) return null
  if (error.refusal === 'notEnoughImportCounts') return { column: null, reason: 'noImportCounts' }
  return { column: null, reason: isRuleName(error.refusal) ? error.refusal : 'internal' }
}

const isOfDevice = ({ of }: ImportKind) => of === 'device' || of === 'newDevice'

function publishChange(bus: Bus, deviceIds: readonly number[], { writes }: ImportKind): void {
  const message = writes === 'offlineCommand' ? 'command.changed' : 'device.edited'
  if (deviceIds.length > 0) bus.publish(message, { deviceIds: Int32Array.from(deviceIds) })
}
