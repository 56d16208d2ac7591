/** Bodies made of items, each with an id and a length: `{ id, length, bytes }` to the end. */

import { type Body, type BodyReader, body, type Rows, readBody, type Values, type WireType } from './body.ts'
import { toHex } from './bytes.ts'
import { spread } from './report.ts'
import { hexRest } from './texts.ts'

/** One meaning of an item id. Its values go into the report where it has a key of that name, else into `extra`. */
export interface ItemRow {
  name: string
  body: Body
  /** Makers use the same ids for other things: length and content decide. */
  fits: (length: number, reader: BodyReader) => boolean
  /** Present: only for devices of these dialects. */
  dialects?: readonly string[]
}

/** By id, its meanings in the order in which they are tried. */
export type ItemTable = Readonly<Record<number, ItemRow | readonly ItemRow[]>>

/** An item as long as its rows are. */
export const item = (name: string, rows: Rows, ...dialects: string[]): ItemRow => {
  const { size } = body(rows)
  if (size === undefined) throw new TypeError(`item ${name} is of no fixed length`)
  return itemOf(name, (length) => length === size, rows, ...dialects)
}

/** An item of the lengths named, or one that a test of length and content knows. */
export function itemOf(
  name: string,
  length: readonly number[] | ItemRow['fits'],
  rows: Rows,
  ...dialects: string[]
): ItemRow {
  const fits = typeof length === 'function' ? length : (found: number) => length.includes(found)
  return { name, body: body(rows), fits, ...(dialects.length > 0 && { dialects }) }
}

/** An item of any length. */
export const itemOfAny = (name: string, rows: Rows): ItemRow => itemOf(name, () => true, rows)

/** What an item means by its length, its content and the dialect of the device. */
export function rowFor(table: ItemTable, id: number, reader: BodyReader): ItemRow | undefined {
  const rows = table[id]
  if (rows === undefined) return undefined
  const fits = (row: ItemRow) =>
    row.fits(reader.remaining, reader) && (row.dialects?.includes(reader.context.dialect) ?? true)
  if (Array.isArray(rows)) return rows.find(fits)
  return fits(rows as ItemRow) ? (rows as ItemRow) : undefined
}

interface BlockShape {
  /** Name of an unknown entry, followed by its id in hex. */
  name: string
  /** BSJ writes the length first and counts the id in. */
  isLengthFirst?: boolean
  lengthBytes: 1 | 2 | ((id: number, reader: BodyReader) => number)
  table: ItemTable
}

/** Rows that spread the values of all entries of a list; its ids have two bytes. An unknown entry is kept as hex. */
export const block = (shape: BlockShape): { [spread]: WireType<[string, unknown][]> } => ({
  [spread]: {
    isNested: true,
    read: (r, values) => {
      const found: [string, unknown][] = []
      const least = shape.lengthBytes === 2 ? 4 : 3
      while (r.remaining >= least) readEntry(r, shape, found, values)
      if (r.remaining > 0) found.push([`${shape.name}rest`, hexRest.read(r, values)])
      return found
    },
  },
})

function readEntry(r: BodyReader, shape: BlockShape, found: [string, unknown][], values: Values): void {
  const { lengthBytes, isLengthFirst } = shape
  const start = r.offset
  const first = r.u16()
  const second = lengthBytes === 1 ? r.u8() : lengthBytes === 2 ? r.u16() : lengthBytes(first, r)
  const id = isLengthFirst ? second : first
  const entry = r.slice(isLengthFirst ? Math.max(0, first - 2) : second)
  const key = `${shape.name}${id.toString(16).padStart(4, '0')}`
  const row = rowFor(shape.table, id, entry)
  const raw = toHex(entry.bytes.subarray(entry.offset, entry.end))
  r.trace?.add(start, entry.offset - start, key, row?.name ?? raw)
  if (row === undefined) {
    found.push([key, raw])
    return
  }
  const read = readBody(row.body, entry)
  for (const { name, isPart } of row.body.rows) {
    if (read[name] === undefined) continue
    if (name === spread) found.push(...(read[name] as [string, unknown][]))
    else if (isPart) values[name] = read[name]
    else found.push([name, read[name]])
  }
}

/** Do the bytes divide into entries of this form without a rest, after `skip` bytes? */
export function isList(r: BodyReader, idBytes: number, lengthBytes: number, skip = 0): boolean {
  let at = r.offset + skip
  while (at + idBytes + lengthBytes <= r.end) {
    const lengthAt = at + idBytes
    const length = lengthBytes === 1 ? r.bytes[lengthAt]! : (r.bytes[lengthAt]! << 8) | r.bytes[lengthAt + 1]!
    at = lengthAt + lengthBytes + length
  }
  return at === r.end
}
