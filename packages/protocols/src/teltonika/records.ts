/** Reading records, after a check that they end with the packet. Source: as `layouts.ts`. */
import type { DeviceProfile, Report } from '../protocol.ts'
import { type BodyReader, readComplete } from '../wire/body.ts'
import { Reader } from '../wire/reader.ts'
import { addExtra, addValues, bareReport } from '../wire/report.ts'
import { addElement, type ElementValue } from './elements/add-element.ts'
import { elements } from './elements/elements.ts'
import { type IoShape, place, priorities, shapesOf } from './layouts.ts'
import { addEvent, addPlace } from './report.ts'

/** The first shape of the codec by which `count` records end with the bytes. */
export const fittingShape = (reader: BodyReader, codec: number, count: number): IoShape | undefined =>
  shapesOf(codec).find((shape) => {
    const ahead = new Walker(reader.bytes, reader.offset, reader.end)
    for (let i = 0; i < count && !ahead.isShort; i++) ahead.record(shape)
    return !ahead.isShort && ahead.at === reader.end
  })

interface SoundRecords {
  shape: IoShape
  /** Where they begin. */
  starts: number[]
}

/**
 * The records that can be read of a packet in which one cannot: those before it, and those after it where they
 * are found again. Of the shapes of the codec, that by which most can.
 */
export function soundRecords({ bytes, offset, end }: BodyReader, codec: number, count: number): SoundRecords {
  const found = shapesOf(codec).map((shape) => {
    const starts: number[] = []
    let at = offset
    for (let left = count; left > 0; left--) {
      const ahead = new Walker(bytes, at, end)
      ahead.record(shape)
      const isSound = !ahead.isShort && (ahead.at === end || isRecordStart(bytes, ahead.at, end))
      if (isSound) starts.push(at)
      const next = isSound ? ahead.at : nextRecords(bytes, at + 1, end, shape, left - 1)
      if (next === null) break
      at = next
    }
    return { shape, starts }
  })
  return found.reduce((best, one) => (one.starts.length > best.starts.length ? one : best))
}

/** The first place behind `at` from which `count` records reach to the end. */
function nextRecords(
  bytes: Uint8Array,
  from: number,
  end: number,
  shape: IoShape,
  count: number,
): number | null {
  if (count === 0) return null
  for (let at = from; at + place.size! < end; at++) {
    if (!isRecordStart(bytes, at, end)) continue
    const ahead = new Walker(bytes, at, end)
    for (let i = 0; i < count && !ahead.isShort; i++) ahead.record(shape)
    if (!ahead.isShort && ahead.at === end) return at
  }
  return null
}

const firstTime = Date.UTC(2000, 0)
const lastTime = Date.UTC(2100, 0)

/** Could a record begin here? A date of this century, a priority that is known, a place on Earth. */
function isRecordStart(bytes: Uint8Array, at: number, end: number): boolean {
  if (at + place.size! > end || bytes[at] !== 0 || bytes[at + 1] !== 0) return false
  const reader = new Reader(bytes, at, end)
  const time = reader.u64()
  const isKnown = reader.u8() < priorities.length
  const [longitude, latitude] = [reader.i32(), reader.i32()]
  return (
    time >= firstTime &&
    time < lastTime &&
    isKnown &&
    Math.abs(longitude) <= 180e7 &&
    Math.abs(latitude) <= 90e7
  )
}

/** Goes over records without reading them. */
class Walker {
  readonly #bytes: Uint8Array
  readonly #end: number
  at: number
  isShort = false

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.#bytes = bytes
    this.at = at
    this.#end = end
  }

  record({ event, countBytes, idBytes, widths, hasAnyWidth }: IoShape): void {
    this.#skip(place.size! + event.size!)
    for (const width of widths) this.#skip(this.#number(countBytes) * (idBytes + width))
    if (!hasAnyWidth) return
    for (let left = this.#number(countBytes); left > 0 && !this.isShort; left--) {
      this.#skip(idBytes)
      this.#skip(this.#number(2))
    }
  }

  #skip(size: number): void {
    this.at += size
    if (this.at > this.#end) this.isShort = true
  }

  #number(size: 1 | 2): number {
    const start = this.at
    this.#skip(size)
    if (this.isShort) return 0
    return size === 1 ? this.#bytes[start]! : (this.#bytes[start]! << 8) | this.#bytes[start + 1]!
  }
}

/** One record of a shape that was found to fit. */
export function readRecord(reader: BodyReader, shape: IoShape, now: number, profile: DeviceProfile): Report {
  const report = bareReport()
  const head = readComplete(place, reader)
  addValues(report, place, head)
  addExtra(report, 'priority', priorities[head.priority] ?? head.priority)
  addPlace(report, head, now, profile)
  const { event = 0, ...cause } = readComplete(shape.event, reader)
  if (event > 0) addExtra(report, 'event', event)
  if (cause.generation !== undefined) addExtra(report, 'generation', cause.generation)
  const values = new Map<number, ElementValue>()
  for (const width of shape.widths) {
    for (let left = readCount(reader, shape, `${width} bytes`); left > 0; left--) {
      const start = reader.offset
      const id = shape.idBytes === 1 ? reader.u8() : reader.u16()
      addElement(reader, start, id, width, elements, report, values)
    }
  }
  if (shape.hasAnyWidth) {
    for (let left = readCount(reader, shape, 'any length'); left > 0; left--) {
      const start = reader.offset
      const id = reader.u16()
      addElement(reader, start, id, reader.u16(), elements, report, values)
    }
  }
  addEvent(report, event, values, priorities[head.priority])
  return report
}

function readCount(reader: BodyReader, { countBytes }: IoShape, name: string): number {
  const start = reader.offset
  const count = countBytes === 1 ? reader.u8() : reader.u16()
  reader.trace?.add(start, countBytes, `elements of ${name}`, count)
  return count
}
