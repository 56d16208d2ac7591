/** Items behind the base of a position: `{ id, length, bytes }`, to the end of the body. */

import type { Extra, Report } from '../../protocol.ts'
import { type Body, type BodyReader, readBody, type Values } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'

/** One meaning of an item id. Its values go into the report where it has a key of that name, else into `extra`. */
export interface ItemRow {
  name: string
  body: Body
  /** Ids are reused by makers: length and content decide. */
  fits: (length: number, reader: BodyReader) => boolean
  /** Present: only for devices of these dialects. */
  dialects?: readonly string[]
}

export type ItemTable = Readonly<Record<number, readonly ItemRow[]>>

/** A row of an item table; `length` is the length it has, several, or a test. */
export function item(
  name: string,
  length: number | readonly number[] | ItemRow['fits'],
  body: Body,
  dialects?: readonly string[],
): ItemRow {
  const fits =
    typeof length === 'function'
      ? length
      : typeof length === 'number'
        ? (found: number) => found === length
        : (found: number) => length.includes(found)
  return dialects === undefined ? { name, body, fits } : { name, body, fits, dialects }
}

/** The name of a row whose value is a list of names and values of its own. */
export const spread = '...'

/** Adds the values of a body to a report. */
export function addValues(report: Report, body: Body, values: Values): void {
  for (const row of body) {
    const value = values[row.name]
    if (value === undefined) continue
    if (row.name === spread)
      for (const [name, one] of value as [string, unknown][]) addValue(report, name, one)
    else addValue(report, row.name, value)
  }
}

type ListKey = 'alarms' | 'cells' | 'wifi' | 'tyres' | 'temperaturesC'

export function addValue(report: Report, name: string, value: unknown): void {
  switch (name) {
    case 'alarms':
    case 'cells':
    case 'wifi':
    case 'tyres':
    case 'temperaturesC':
      addToList(report, name, value as never[])
      break
    case 'gsmLevel':
    case 'satellites':
    case 'odometerM':
    case 'batteryPercent':
    case 'batteryVoltageV':
    case 'externalVoltageV':
    case 'charging':
    case 'armed':
    case 'doorOpen':
    case 'oilCut':
    case 'accOn':
    case 'altitudeM':
    case 'humidityPercent':
    case 'fuelPercent':
    case 'fuelL':
    case 'driverId':
      report[name] = value as never
      break
    case 'iccid': {
      const digits = String(value).replace(/f+$/i, '')
      if (!/^0*$/.test(digits)) report.iccid = digits
      break
    }
    case 'imei':
      if (!/^0*$/.test(String(value))) addExtra(report, name, value as Extra)
      break
    default:
      addExtra(report, name, value as Extra)
  }
}

function addToList(report: Report, name: ListKey, values: never[]): void {
  if (values.length === 0) return
  const list = (report[name] ?? []) as never[]
  for (const value of values) if (!list.includes(value)) list.push(value)
  report[name] = list
}

/** An item may come twice; then the values stand in a list. */
function addExtra(report: Report, name: string, value: Extra): void {
  report.extra ??= {}
  const { extra } = report
  const before = extra[name]
  if (before === undefined) extra[name] = value
  else if (Array.isArray(before) && !Array.isArray(value)) before.push(value)
  else if (Array.isArray(before) && Array.isArray(value)) before.push(...value)
  else extra[name] = [before, value]
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
    readItem(reader, id, length, report, current[id] ?? table[id])
  }
  // One byte is no item, but it was sent.
  if (reader.remaining > 0) addExtra(report, 'truncated', toHex(reader.rest()))
}

function readItem(
  reader: BodyReader,
  id: number,
  length: number,
  report: Report,
  rows: readonly ItemRow[] | undefined,
): void {
  const { trace } = reader
  const start = reader.offset
  const value = reader.slice(length)
  const row = rows?.find(
    (one) => one.fits(length, value) && (one.dialects?.includes(reader.context.dialect) ?? true),
  )
  if (row === undefined) {
    const raw = toHex(reader.bytes.subarray(start, start + length))
    trace?.add(start - 2, length + 2, `item ${hexId(id)}`, raw)
    addExtra(report, hexId(id), raw)
    return
  }
  if (trace === null) addValues(report, row.body, readBody(row.body, value))
  else {
    trace.add(start - 2, 2, `item ${hexId(id)}`, row.name)
    trace.under(row.name, () => addValues(report, row.body, readBody(row.body, value)))
  }
  if (value.isShort)
    addExtra(report, 'truncated', `${hexId(id)}: ${toHex(reader.bytes.subarray(start, start + length))}`)
}

const hexId = (id: number): string => id.toString(16).padStart(2, '0')

/** Do these bytes divide into items without a rest? */
export function isItems(reader: BodyReader): boolean {
  let at = reader.offset
  while (at + 2 <= reader.end) at += 2 + reader.bytes[at + 1]!
  return at === reader.end
}
