import type { Language } from '@trackway/core/codes/languages.ts'
import type { ColumnForm } from '@trackway/core/lists/forms.ts'

/** A table as every format writes it: its head, its rows, and their sum. */
export interface TableFile {
  language: Language
  timeZone: string
  title: string
  /** Subject, period and time zone of the file: label and value. */
  facts: readonly (readonly [string, string])[]
  columns: readonly FileColumn[]
  /** Some rows at a time. */
  rows: AsyncIterable<readonly FileRow[]>
  /** How many in all; infinite where it is unknown before they are read. */
  total: number
  /** A cell per column; null where the table has no sum. */
  sum: FileRow | null
}

export interface FileColumn {
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
export type WriteFile = (file: TableFile) => AsyncIterable<Uint8Array>
