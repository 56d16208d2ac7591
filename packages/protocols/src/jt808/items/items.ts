/** Items after the base of a position: `{ id, length, bytes }`, to the end of the body. Source: JT/T 808-2013 and -2019, 8.12 "Additional location information". */

import type { Report } from '../../protocol.ts'
import { type BodyReader, readBody } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { type ItemRow, type ItemTable, rowFor } from '../../wire/items.ts'
import { addExtra, addValues } from '../../wire/report.ts'

/** The meanings of each id in the order of the tables: the first that fits counts. */
export function mergeItems(...tables: readonly ItemTable[]): ItemTable {
  const merged: Record<number, ItemRow[]> = {}
  for (const table of tables) {
    for (const [id, rows] of Object.entries(table))
      merged[Number(id)] = (merged[Number(id)] ?? []).concat(rows)
  }
  return merged
}

/** The OBD container: what follows it, to the end of the body, are items of a table of their own. */
const obdContainerId = 0x80

/**
 * Reads items into a report. An item that no row fits is kept as hex under its id; one that runs past the
 * end sets `extra.truncated` and keeps its bytes.
 */
export function readItems(reader: BodyReader, report: Report, table: ItemTable, obdTable?: ItemTable): void {
  let current = table
  while (reader.remaining >= 2) {
    const start = reader.offset
    const id = reader.u8()
    const length = reader.u8()
    if (id === obdContainerId && obdTable && length <= 1 && reader.remaining > 3 && current === table) {
      addExtra(report, 'obdContent', reader.u8())
      reader.trace?.add(start, reader.offset - start, 'item 80', 'OBD items follow')
      current = obdTable
      continue
    }
    if (length > reader.remaining) {
      reader.trace?.add(start, reader.end - start, `item ${hexId(id)}`, 'cut off')
      addExtra(report, 'truncated', toHex(reader.bytes.subarray(start, reader.end)))
      reader.skip(reader.remaining)
      return
    }
    readItem(reader.slice(length), id, report, id in current ? current : table)
  }
  // One byte is no item, but it was sent.
  if (reader.remaining > 0) addExtra(report, 'truncated', toHex(reader.rest()))
}

function readItem(value: BodyReader, id: number, report: Report, table: ItemTable): void {
  const { trace, bytes, offset: start, end } = value
  const row = rowFor(table, id, value)
  if (row === undefined) {
    const raw = toHex(bytes.subarray(start, end))
    trace?.add(start - 2, end - start + 2, `item ${hexId(id)}`, raw)
    addExtra(report, hexId(id), raw)
    return
  }
  if (trace === null) addValues(report, row.body, readBody(row.body, value))
  else {
    trace.add(start - 2, 2, `item ${hexId(id)}`, row.name)
    trace.under(row.name, () => addValues(report, row.body, readBody(row.body, value)))
  }
  if (value.isShort) addExtra(report, 'truncated', `${hexId(id)}: ${toHex(bytes.subarray(start, end))}`)
}

const hexId = (id: number): string => id.toString(16).padStart(2, '0')

/** Do these bytes divide into items without a rest? */
export function isItems(reader: BodyReader): boolean {
  let at = reader.offset
  while (at + 2 <= reader.end) at += 2 + reader.bytes[at + 1]!
  return at === reader.end
}
