import type { Finding, ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportKind } from '@trackway/core/features/imports/kinds.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import type { RowFacts } from './row-facts.ts'

/** How rows of a kind are written and undone, some at a time, in one transaction. */
export interface Work {
  /** Where one row takes long: as many as take some hundred milliseconds. */
  rowsAtOnce?: number
  /** The rows were judged good in this transaction. @throws {Refusal} for all of them when one meets a conflict */
  write(trx: Trx, rows: readonly PendingRow[], context: WriteContext): Promise<Written[]>
  /** Left out where the kind cannot be undone. */
  undo?(trx: Trx, rows: readonly WrittenRow[], context: UndoContext): Promise<UndoOutcome>
}

export interface WriteContext {
  kind: ImportKind
  scope: Scope
  facts: RowFacts
  /** What dates mean. */
  timeZone: string
  now: number
  importId: number
}

export type UndoContext = Pick<WriteContext, 'scope' | 'now' | 'importId'>

export interface PendingRow {
  row: number
  cells: ImportCells
}

/** What a row was written to. */
export interface Written {
  row: number
  targetId: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The password that it was given. */
  password?: string
}

export interface WrittenRow {
  row: number
  target_id: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type Reason = Pick<Finding, 'column' | 'reason' | 'values'>

/** Rows that were undone, and why others were not. */
export interface UndoOutcome {
  rows: number[]
  kept: { row: number; reason: Reason }[]
  /** Devices that were changed. */
  deviceIds: number[]
}
