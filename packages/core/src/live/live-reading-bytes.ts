import {
  type LiveReading,
  type LiveReadings,
  liveReadingNames,
  noReadings,
  readingRow,
  readings,
} from '../readings/readings.ts'
import type { ReadingRow } from '../readings/rows.ts'
import { LiveReader, type LiveWriter, unzigzag, zigzag } from './live-bytes.ts'

/**
 * The readings of a live record: their bits, and for each, after its length,
 *
 *     instant time, after stateTime · the text in UTF-8, or a varint for each place: 0 unknown, else 1 + zigzag
 *     of the number times its scale, or 1 + the place of the word among the choices
 *
 * The length lets a page that is older than a reading pass over it.
 */

/** An unchanged value is sent again after this long, so that its age is right to a minute. */
const sameValueMs = 60_000

const byLiveNumber = new Map(liveReadingNames.map((name) => [readings[name].live as number, name]))
const inOrder = [...byLiveNumber].sort(([a], [b]) => a - b)
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The readings of `now` to send to a client that has `known`; `noReadings` itself where there are none. */
export function changedReadings(now: LiveReadings, known: LiveReadings): LiveReadings {
  if (now === known) return noReadings
  let changed = noReadings
  for (const [, name] of inOrder) {
    const reading = now[name]
    const before = known[name]
    if (reading === undefined || reading === before) continue
    if (before && reading.time - before.time < sameValueMs && isSame(reading.value, before.value)) continue
    changed = { ...changed, [name]: reading }
  }
  return changed
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((value, i) => value === b[i])
}

/** The bits of the readings, seven a byte, the first at bit 0 of the first byte; ends with a byte below 128. */
export function writeReadingBits(writer: LiveWriter, readings: LiveReadings): void {
  const bits: number[] = []
  for (const [live, name] of inOrder) {
    if (readings[name] === undefined) continue
    const at = Math.floor(live / 7)
    while (bits.length <= at) bits.push(0)
    bits[at]! |= 1 << (live % 7)
  }
  for (const [i, byte] of bits.entries()) {
    writer.bytes[writer.length++] = i < bits.length - 1 ? byte | 128 : byte
  }
}

/** @returns the live numbers of the readings in a record, whether they are known here or not */
export function readReadingBits(reader: LiveReader): number[] {
  const numbers: number[] = []
  for (let first = 0; ; first += 7) {
    const byte = reader.byte()
    for (let bit = 0; bit < 7; bit++) if ((byte >> bit) & 1) numbers.push(first + bit)
    if (byte < 128) return numbers
  }
}

export function writeReadings(writer: LiveWriter, readings: LiveReadings, stateTime: number): void {
  for (const [, name] of inOrder) {
    const reading = readings[name]
    if (reading === undefined) continue
    writer.reserve()
    // One byte is kept for the length; the few readings that need two are moved on.
    const at = writer.length++
    writer.instant(reading.time, stateTime)
    writeValue(writer, readingRow(name), reading.value)
    const length = writer.length - at - 1
    if (length > 127) writer.bytes.copyWithin(at + 2, at + 1, writer.length++)
    const end = writer.length
    writer.length = at
    writer.varint(length)
    writer.length = end
  }
}

function writeValue(writer: LiveWriter, row: ReadingRow, value: unknown): void {
  if (row.kind === 'text') {
    const bytes = encoder.encode(value as string)
    writer.bytes.set(bytes, writer.length)
    writer.length += bytes.length
    return
  }
  for (const one of row.per === undefined ? [value] : (value as unknown[])) {
    if (one === null) writer.varint(0)
    else if (row.kind === 'number') writer.varint(1 + zigzag(Math.round((one as number) * row.scale)))
    else writer.varint(1 + row.choices.indexOf(one as string))
  }
}

/** @param numbers of `readReadingBits`; those that are not known here are passed over */
export function readReadings(
  reader: LiveReader,
  numbers: readonly number[],
  stateTime: number,
): LiveReadings {
  const readings: Record<string, LiveReading> = {}
  for (const number of numbers) {
    const length = reader.varint()
    if (reader.at + length > reader.length) {
      reader.at = reader.length + 1
      return readings as LiveReadings
    }
    const bytes = reader.take(length)
    const name = byLiveNumber.get(number)
    if (name === undefined) continue
    const inside = new LiveReader(bytes)
    const time = inside.instant(stateTime) ?? stateTime
    readings[name] = { time, value: readValue(inside, bytes, readingRow(name)) }
  }
  return readings as LiveReadings
}

function readValue(inside: LiveReader, bytes: Uint8Array, row: ReadingRow): unknown {
  if (row.kind === 'text') return decoder.decode(bytes.subarray(inside.at))
  const list: (number | string | null)[] = []
  while (inside.at < bytes.length) {
    const value = inside.varint()
    if (value === 0) list.push(null)
    else list.push(row.kind === 'number' ? unzigzag(value - 1) / row.scale : (row.choices[value - 1] ?? null))
  }
  return row.per === undefined ? (list[0] ?? null) : list
}
