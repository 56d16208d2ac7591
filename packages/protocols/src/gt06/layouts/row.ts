/**
 * The table a body is described by: rows in wire order. Decoding, the field-by-field log view and the
 * simulator's encoder all go through the same rows.
 */
import type { Reader } from '../../wire/reader.ts'
import type { Writer } from '../writer.ts'
import type { Draft } from './draft.ts'

/** Takes down one field for people: its name, place and value. */
export type Trace = (name: string, offset: number, length: number, value: string) => void

export interface Row {
  name: string
  /** Bytes on the wire; of a row without a fixed size the fewest it can take. */
  size: number
  isFixed: boolean
  read(reader: Reader, draft: Draft, trace?: Trace): void
  /** What has just been read, for people. A row without it calls `trace` for its parts itself. */
  show?: (draft: Draft) => string
  write?: (writer: Writer, draft: Draft) => void
}

/** One way a body can look. */
export interface Layout {
  /** Names the model or maker where it is not the common form. */
  variant: string
  rows: readonly Row[]
  minSize: number
  isFixed: boolean
  /** Is what was read likely? Without a form that is, the first that fits counts. */
  accepts?: (draft: Draft) => boolean
}

export function layout(variant: string, ...rows: readonly (Row | readonly Row[])[]): Layout {
  const flat = rows.flat()
  return {
    variant,
    rows: flat,
    minSize: flat.reduce((sum, row) => sum + row.size, 0),
    isFixed: flat.every((row) => row.isFixed),
  }
}

export function readRows(rows: readonly Row[], reader: Reader, draft: Draft, trace?: Trace): void {
  if (trace === undefined) {
    for (let i = 0; i < rows.length; i++) rows[i]!.read(reader, draft)
    return
  }
  for (const row of rows) {
    const from = reader.offset
    row.read(reader, draft, trace)
    if (row.show) trace(row.name, from, reader.offset - from, row.show(draft))
  }
}

/** Reads as many rows as the bytes hold and leaves the rest unread. */
export function readPrefix(rows: readonly Row[], reader: Reader, draft: Draft, trace?: Trace): void {
  for (const row of rows) {
    if (reader.isShort || reader.remaining < row.size) return
    readRows([row], reader, draft, trace)
  }
}

export function writeRows(rows: readonly Row[], writer: Writer, draft: Draft): void {
  for (const row of rows) row.write?.(writer, draft)
}
