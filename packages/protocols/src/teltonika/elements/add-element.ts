/** One IO element: an id, and a value whose width its group has. */
import type { Extra, Report } from '../../protocol.ts'
import { type BodyReader, readBody } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { type ItemTable, rowFor } from '../../wire/items.ts'
import { addExtra, addValues } from '../../wire/report.ts'

/** The value of an element as a plain number, and its bytes: families use an id for different things. */
export interface ElementValue {
  value: number
  width: number
}
export type ElementValues = ReadonlyMap<number, ElementValue>

/**
 * Adds an element to a report by its row in the table; one without a row is kept as `io` and its id.
 * @param start of its id, for the log view
 * @param values what the elements of the record say, by id; this one is added
 */
export function addElement(
  reader: BodyReader,
  start: number,
  id: number,
  width: number,
  table: ItemTable,
  report: Report,
  values: Map<number, ElementValue>,
): void {
  const value = reader.slice(width)
  const { bytes, offset, end, trace } = value
  if (width <= 4) values.set(id, { value: unsignedOf(bytes, offset, end), width })
  const row = rowFor(table, id, value)
  trace?.add(start, offset - start, `element ${id}`, row?.name ?? 'unknown')
  if (row === undefined) {
    const raw = plainValue(bytes, offset, end)
    trace?.add(offset, end - offset, `io${id}`, raw)
    addExtra(report, `io${id}`, raw)
  } else addValues(report, row.body, readBody(row.body, value))
}

export function unsignedOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 256 + bytes[at]!
  return value
}

/** A number, or the bytes in hex where it would lose digits. */
function plainValue(bytes: Uint8Array, start: number, end: number): Extra {
  const value = unsignedOf(bytes, start, end)
  return end - start <= 8 && Number.isSafeInteger(value) ? value : toHex(bytes.subarray(start, end))
}
