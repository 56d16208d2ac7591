import type { Finding, ImportCells } from '@trackway/core/imports/check-cells.ts'
import type { ImportKind } from '@trackway/core/imports/kinds.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { RowFacts } from './row-facts.ts'

export interface WriteContext {
  kind: ImportKind
  scope: Scope
  facts: RowFacts
  timeZone: string
  now: number
  importId: number
}

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
}

export interface WrittenRow {
  row: number
  target_id: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type Reason = Pick<Finding, 'column' | 'reason' | 'values'>

/** Rows that were taken back, and why others were not. */
export interface Undone {
  rows: number[]
  kept: { row: number; reason: Reason }[]
  /** Devices that were changed. */
  deviceIds: number[]
}
