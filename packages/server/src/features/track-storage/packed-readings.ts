import type { Track } from '@trackway/core/track/columns.ts'
import { ByteWriter } from '@trackway/core/track/format/varints.ts'
import { readReading, readReadings, writeReadings } from './packed-json-lines.ts'
import { expectedDecimetres } from './packed-mileage.ts'
import { PackedReader, writeNumbers } from './packed-numbers.ts'

/** The readings of a day's positions beside their track. */
export interface PointReadings {
  serverTimes: Float64Array
  distancesM: Float32Array
  /** JSON of the readings that have no column, without line breaks; '': none. */
  extras: string[]
}

interface ReadingNumbers {
  numbers: Float64Array
  /** The longest list there was; 1 for what is no list. */
  places: number
}

/** "TR" and the version. */
const head = Buffer.from([0x54, 0x52, 1])

/** So far the reported mileage may be from the driven distance before a correction is stored. */
const mileageSlackDm = 5

/**
 * The readings of a day as docs/TRACK-FORMAT.md describes them. Server times are kept to 1.5 s; metres to one,
 * their sum over any part of the day to half a one, and that of the day to a decimetre.
 * @param track as it is read from its block
 */
export function encodeReadings({ serverTimes, distancesM, extras }: PointReadings, track: Track): Buffer {
  const writer = new ByteWriter(track.length * 2)
  writeNumbers(writer, delaysOf(serverTimes, track.fixTime))
  writeNumbers(writer, correctionsOf(distancesM, expectedDecimetres(track)))
  writeReadings(writer, extras)
  return Buffer.concat([head, writer.finish()])
}

/**
 * Seconds from fix to server, each the one before it as long as that is no more than one off: nobody needs the
 * jitter of a network from one report to the next.
 */
function delaysOf(serverTimes: Float64Array, fixTime: Float64Array): Int32Array {
  const delays = new Int32Array(fixTime.length)
  for (let i = 0; i < delays.length; i++) {
    const delayS = Math.round((serverTimes[i]! - fixTime[i]!) / 1_000)
    const before = i === 0 ? delayS : delays[i - 1]!
    delays[i] = Math.abs(delayS - before) <= 1 ? before : delayS
  }
  return delays
}

/** Decimetres that are to be added to what is expected. Of what was read of them before they are the same again. */
function correctionsOf(distancesM: Float32Array, expected: Int32Array): Int32Array {
  const corrections = new Int32Array(expected.length)
  let missing = 0
  for (const [i, metres] of distancesM.entries()) {
    missing += decimetresOf(metres) - expected[i]!
    const correction = Math.round(missing)
    // Nobody drives less than nothing: what is too much is taken off where it was driven.
    if (Math.abs(correction) < mileageSlackDm || expected[i]! + correction < 0) continue
    corrections[i] = correction
    missing -= correction
  }
  const left = Math.round(missing)
  for (let i = expected.length - 1; left !== 0 && i >= 0 && corrections[i] === 0; i--) {
    if (expected[i]! + left < 0) continue
    corrections[i] = left
    break
  }
  return corrections
}

/** @throws {RangeError} for bytes that are not of this track */
export function decodeReadings(bytes: Buffer, track: Track): PointReadings {
  const reader = readerOf(bytes)
  const count = track.length
  const [delays, corrections] = [reader.numbers(count), reader.numbers(count)]
  const expected = expectedDecimetres(track)
  const readings: PointReadings = {
    serverTimes: new Float64Array(count),
    distancesM: new Float32Array(count),
    extras: readReadings(reader, count),
  }
  for (let i = 0; i < count; i++) {
    readings.serverTimes[i] = track.fixTime[i]! + delays[i]! * 1_000
    readings.distancesM[i] = (expected[i]! + corrections[i]!) / 10
  }
  return readings
}

/**
 * Only one reading, by its name in a report, as a number for each point, NaN where there is none; null where no
 * point has one.
 * @param place of a list, from 1 on
 * @throws {RangeError} for bytes that are not of a track of so many points
 */
export function numbersOfReading(
  bytes: Buffer,
  count: number,
  name: string,
  place = 1,
): ReadingNumbers | null {
  const reader = readerOf(bytes)
  reader.numbers(count)
  reader.numbers(count)
  return numbersIn(readReading(reader, count, name), place)
}

/** One reading, by its name in a report, at each point; undefined where it was not reported. Nothing is changed in place. */
export function valuesOfReading(bytes: Buffer, count: number, name: string): unknown[] {
  const reader = readerOf(bytes)
  reader.numbers(count)
  reader.numbers(count)
  let [before, value]: [string, unknown] = ['', undefined]
  return (readReading(reader, count, name) ?? []).map((text) => {
    if (text !== before) {
      value = text === '' ? undefined : JSON.parse(text)
      before = text
    }
    return value
  })
}

/** @throws {RangeError} for a newer version */
function readerOf(bytes: Buffer): PackedReader {
  if (head.compare(bytes, 0, head.length) !== 0) throw new RangeError('readings of an unknown version')
  return new PackedReader(bytes.subarray(head.length))
}

/** Mileage is counted in whole decimetres, of which a Float32 is a little off. */
function decimetresOf(metres: number): number {
  const whole = Math.round(metres * 10)
  return Math.fround(whole / 10) === metres ? whole : metres * 10
}

function numbersIn(texts: string[] | null, place: number): ReadingNumbers | null {
  if (texts === null) return null
  const numbers = new Float64Array(texts.length)
  let [before, number, places] = ['', Number.NaN, 0]
  for (const [i, text] of texts.entries()) {
    if (text !== before) {
      const parsed = text === '' ? null : (JSON.parse(text) as unknown)
      const value: unknown = Array.isArray(parsed) ? parsed[place - 1] : parsed
      places = Math.max(places, Array.isArray(parsed) ? parsed.length : parsed === null ? 0 : 1)
      number = typeof value === 'number' ? value : Number.NaN
      before = text
    }
    numbers[i] = number
  }
  return { numbers, places }
}
