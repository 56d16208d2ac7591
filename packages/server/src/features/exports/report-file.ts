import type { Language } from '@trackway/core/codes/languages.ts'
import type { ColumnForm } from '@trackway/core/lists/columns.ts'

/** A report as every format writes it: what stands above the table, the table, and its sum. */
export interface ReportFile {
  language: Language
  timeZone: string
  title: string
  /** Account, period, zone, filter, coverage: label and value. */
  facts: readonly (readonly [string, string])[]
  columns: readonly FileColumn[]
  /** Some rows at a time; how many in all is known before. */
  rows: AsyncIterable<readonly FileRow[]>
  total: number
  /** A cell per column; null where the report has no sum. */
  sum: FileRow | null
}

export interface FileColumn {
  key: string
  form: ColumnForm
  /** With its unit. */
  title: string
}

/**
 * A value per column, in our units (ms, metres, km/h) or as the text to show: addresses and reasons are words
 * already. Unknown is null.
 */
export type FileRow = readonly (string | number | null)[]

/** A format: the file's bytes, as its rows come. */
export type WriteFile = (file: ReportFile) => AsyncIterable<Uint8Array>
