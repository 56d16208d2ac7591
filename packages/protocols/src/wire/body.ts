/**
 * The engine of all protocols: wire types and body tables that the decoder, the log view and the simulator share.
 *
 * A body is a list of named rows in wire order. A reader that carries a trace notes the place of every field
 * it reads, so that the log view shows what the decoder read and nothing else.
 */

import { type AddRows, compileReader, type ReadRows } from './compile.ts'
import { Reader } from './reader.ts'
import type { Trace } from './trace.ts'
import type { Writer } from './writer.ts'

/** What the meaning of bytes may depend on beside the bytes. */
export interface WireContext {
  /** The 2019 edition of JT/T 808. */
  is2019: boolean
  /** What the device's clock is ahead of UTC. */
  utcOffsetMinutes: number
  dialect: string
}

const plainContext: WireContext = { is2019: false, utcOffsetMinutes: 0, dialect: '' }

/** A reader that knows the context and, for the log view, notes fields. */
export class BodyReader extends Reader {
  readonly context: WireContext
  trace: Trace | null = null

  constructor(bytes: Uint8Array, context: WireContext = plainContext, start = 0, end = bytes.length) {
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

/** How a value travels. A type returns `undefined` where the bytes hold no value. */
export interface WireType<T> {
  /** @param values what the rows before this one gave */
  read(reader: BodyReader, values: Values): T
  write?(writer: Writer, value: T, values: Values): void
  /** How people see it, where that is not how it is kept. */
  show?(value: T): string
  /** Made of named parts, each of which is a field of its own. */
  isNested?: boolean
  /** Bytes on the wire, of a type that always takes as many. */
  size?: number
  /** The fewest bytes of a type without a fixed size; absent: none. */
  least?: number
  /** Read for other rows or for the protocol: no value of the report. */
  isPart?: boolean
}

// What the rows of a body are called differs from body to body; a body of known rows has a type of its own.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Values = Record<string, any>

interface Conditional<T> extends WireType<T> {
  /** Is it there, by what was read before it? */
  when: (values: Values) => boolean
}

/** Named rows in wire order. */
// biome-ignore lint/suspicious/noExplicitAny: rows of one body differ in type
export type Rows = Readonly<Record<string, WireType<any>>>

/** What reading a body of these rows gives: a row that was not sent, or holds no value, is absent. */
export type ValuesOf<R extends Rows> = {
  -readonly [K in keyof R]?: R[K] extends WireType<infer T> ? Exclude<T, undefined> : never
}

export interface Row extends WireType<unknown> {
  name: string
  when?: (values: Values) => boolean
}

export interface Body<V = Values> {
  rows: readonly Row[]
  /** The fewest bytes it takes. */
  least: number
  /** Bytes of a body whose rows are all of a fixed size. */
  size: number | undefined
  /** Carries the type of what is read; never set. */
  readonly values?: V
  /** Made when first needed. */
  readAvailable?: ReadRows<BodyReader>
  readAll?: ReadRows<BodyReader>
  add?: AddRows<V>
}

/** A body table from object literals in wire order. @throws {TypeError} for a name that occurs twice */
export function body<R extends Rows>(rows: R): Body<ValuesOf<R>> {
  const list = Object.entries(rows).map(([name, type]): Row => ({ ...type, name }))
  return {
    rows: list,
    least: list.reduce((sum, row) => sum + leastOf(row), 0),
    size: list.reduce<number | undefined>(
      (sum, { size, when }) => (sum === undefined || size === undefined || when ? undefined : sum + size),
      0,
    ),
  }
}

const leastOf = ({ size, least = 0, when }: Row) => (when ? 0 : (size ?? least))

/** A row that is only there if a condition on the values before it holds. */
export const when = <T>(condition: (values: Values) => boolean, type: WireType<T>): Conditional<T> => ({
  ...type,
  when: condition,
})

/** A row whose value only other rows or the protocol need: it is no value of the report. */
export const part = <T>(type: WireType<T>): WireType<T> => ({ ...type, isPart: true })

/** Reads as far as the bytes reach: rows after their end are absent. */
export function readBody<V>(table: Body<V>, reader: BodyReader, values?: Values): V {
  table.readAvailable ??= compileReader(table.rows, true)
  if (reader.trace === null) return table.readAvailable(reader, values) as V
  const found = values ?? {}
  for (const row of table.rows) if (reader.remaining > 0) readRow(row, reader, found)
  return found as V
}

/** Reads every row; `reader.isShort` is set where bytes were missing. */
export function readWhole<V>(table: Body<V>, reader: BodyReader, values?: Values): V {
  table.readAll ??= compileReader(table.rows, false)
  if (reader.trace === null) return table.readAll(reader, values) as V
  const found = values ?? {}
  for (const row of table.rows) readRow(row, reader, found)
  return found as V
}

/** Reads a body that the reader is known to hold whole. */
export const readComplete = <V>(table: Body<V>, reader: BodyReader): Required<V> =>
  readWhole(table, reader) as Required<V>

/** Reads the rows that are there whole and leaves the rest unread. */
export function readPrefix<V>(table: Body<V>, reader: BodyReader, values: Values = {}): V {
  for (const row of table.rows) {
    if (reader.isShort || reader.remaining < leastOf(row)) break
    readRow(row, reader, values)
  }
  return values as V
}

function readRow(row: Row, reader: BodyReader, values: Values): void {
  if (row.when?.(values) === false) return
  const { trace, offset } = reader
  const read = () => row.read(reader, values)
  const value = row.isNested && trace ? trace.under(row.name, read) : read()
  if (!row.isNested) trace?.add(offset, reader.offset - offset, row.name, row.show?.(value) ?? value)
  if (value !== undefined) values[row.name] = value
}

/**
 * Writes a body. Rows that are worked out from others have no bytes of their own; the first other row
 * without a value ends the body.
 * @throws {TypeError} for a value of a row that can only be read
 */
export function writeBody<V>(table: Body<V>, writer: Writer, values: V): void {
  const given = values as Values
  for (const row of table.rows) {
    if (row.when !== undefined && !row.when(given)) continue
    const value = given[row.name]
    if (row.write === undefined) {
      if (value !== undefined) throw new TypeError(`${row.name} can only be read`)
      continue
    }
    if (value === undefined) return
    row.write(writer, value, given)
  }
}
