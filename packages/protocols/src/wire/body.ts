/**
 * Wire types and body tables: what decoder, log view and simulator share.
 *
 * A body is a list of named rows in wire order. Reading stops where the bytes end: a field that was not
 * sent is absent. A reader that carries a trace notes the place of every field it reads.
 */

import type { Field } from '../protocol.ts'
import { toHex } from './bytes.ts'
import { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

/** What the meaning of bytes may depend on beside the bytes. */
export interface WireContext {
  is2019: boolean
  /** What the device's clock is ahead of UTC. */
  utcOffsetMinutes: number
  dialect: string
}

/** A reader that knows the context and, for the log view, notes fields. */
export class BodyReader extends Reader {
  readonly context: WireContext
  trace: Trace | null = null

  constructor(bytes: Uint8Array, context: WireContext, start = 0, end = bytes.length) {
    super(bytes, start, end)
    this.context = context
  }

  /** The next `length` bytes, or what is left of them, as a reader of their own. */
  slice(length: number): BodyReader {
    const start = this.offset
    this.skip(Math.min(length, this.remaining))
    const part = new BodyReader(this.bytes, this.context, start, this.offset)
    part.trace = this.trace
    return part
  }
}

/** Collects the fields of a body for people. Offsets are those of the reader's bytes. */
export class Trace {
  readonly fields: Field[] = []
  prefix = ''

  add(offset: number, length: number, name: string, value: unknown): void {
    this.fields.push({ offset, length, name: this.prefix + name, value: show(value) })
  }

  /** Reads something whose fields stand under a name of their own. */
  under<T>(name: string, read: () => T): T {
    const before = this.prefix
    this.prefix = `${before}${name}.`
    try {
      return read()
    } finally {
      this.prefix = before
    }
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '-' : JSON.stringify(value)
}

/** How a value travels. `undefined` is how a type says that the bytes hold no value. */
export interface WireType<T> {
  read(reader: BodyReader): T
  write?(writer: Writer, value: T): void
  /** How people see it, where that is not how it is kept. */
  show?(value: T): string
  /** Made of named parts, each of which is a field of its own. */
  isNested?: boolean
}

export interface Row {
  name: string
  type: WireType<unknown>
  /** Absent: always there. */
  when?: (values: Values) => boolean
}

export type Body = readonly Row[]
// Rows differ in type; what a body was read into is checked where it is used.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Values = Record<string, any>

interface Conditional<T> {
  type: WireType<T>
  when: (values: Values) => boolean
}

type Rows = Record<string, WireType<unknown> | Conditional<unknown>>

/** A body table from an object literal in wire order. */
export function body(rows: Rows): Body {
  return Object.entries(rows).map(([name, row]) => ('read' in row ? { name, type: row } : { name, ...row }))
}

/** A row that is only there if what was read before it says so. */
export const when = <T>(condition: (values: Values) => boolean, type: WireType<T>): Conditional<T> => ({
  type,
  when: condition,
})

export function readBody(table: Body, reader: BodyReader): Values {
  const values: Values = {}
  for (const row of table) {
    if (reader.offset >= reader.end) break
    if (row.when !== undefined && !row.when(values)) continue
    const value = reader.trace === null ? row.type.read(reader) : readTraced(row, reader, reader.trace)
    if (value !== undefined) values[row.name] = value
  }
  return values
}

function readTraced(row: Row, reader: BodyReader, trace: Trace): unknown {
  if (row.type.isNested) return trace.under(row.name, () => row.type.read(reader))
  const start = reader.offset
  const value = row.type.read(reader)
  trace.add(start, reader.offset - start, row.name, row.type.show?.(value) ?? value)
  return value
}

/**
 * Writes a body. Rows that are worked out from others have no bytes of their own; the first other row
 * without a value ends the body.
 */
export function writeBody(table: Body, writer: Writer, values: Values): void {
  for (const row of table) {
    if (row.when !== undefined && !row.when(values)) continue
    const value = values[row.name]
    if (row.type.write === undefined) {
      if (value !== undefined) throw new TypeError(`${row.name} can only be read`)
      continue
    }
    if (value === undefined) return
    row.type.write(writer, value)
  }
}

/** Shows bytes as hex where nothing is known of their meaning. */
export const hexOf = (bytes: Uint8Array): string => toHex(bytes)
