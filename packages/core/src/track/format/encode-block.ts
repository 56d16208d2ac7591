import type { Track } from '../columns.ts'
import { greatestCommonDivisor } from '../common-divisor.ts'
import {
  blockColumns,
  blockMagic,
  blockVersion,
  type Column,
  entryBytes,
  headerBytes,
  maxBlockPoints,
  maxBlockSpanMs,
  maxOffset,
  type Prediction,
  predictions,
} from './block.ts'
import { addDeadReckoning, type ReckoningInput, reckoningFactors } from './dead-reckoning.ts'
import { DecodeMemory } from './decode-memory.ts'
import { ByteWriter, writeSequence } from './varints.ts'

/**
 * A column as `base + step * values[i]` units. Unknown points repeat the value before (the first known one at
 * the beginning); `isAbsent` marks them.
 */
interface Quantised {
  base: number
  step: number
  values: Int32Array
  isAbsent: Int32Array | null
}

interface Entry {
  id: number
  prediction: Prediction
  step: number
  base: number
  factor: number
  presenceBytes: number
  bytes: number
}

interface Known extends ReckoningInput {
  /** Meridians draw together towards the poles; within a day's drive one factor does. */
  shrink: number
}

interface Candidate {
  prediction: Prediction
  factor: number
}

/**
 * Packs a track in ascending time. An odometer further than 2^31 m from the first one becomes unknown.
 * @throws {RangeError} beyond `maxBlockPoints` or `maxBlockSpanMs`
 */
export function encodeBlock(track: Track): Uint8Array {
  const count = track.length
  const spanMs = count > 0 ? track.fixTime[count - 1]! - track.fixTime[0]! : 0
  if (count > maxBlockPoints || Math.abs(spanMs) > maxBlockSpanMs) {
    throw new RangeError(`a block holds ${maxBlockPoints} points and ${maxBlockSpanMs} ms at most`)
  }
  const writer = new ByteWriter(count * 10)
  const scratch = new Int32Array(count)
  const entries: Entry[] = []
  const known: Known = { fixTime: track.fixTime, speed: null, course: null, odometer: null, shrink: 1 }
  for (const column of blockColumns) {
    const quantised = quantise(track, column)
    if (quantised === null) continue
    const { base, step, isAbsent } = quantised
    const start = writer.length
    if (isAbsent) {
      subtractSame(isAbsent, scratch)
      writeSequence(writer, scratch, count)
    }
    const presenceBytes = writer.length - start
    const { prediction, factor, left } = leastLeft(column, quantised, known)
    writeSequence(writer, left, count)
    entries.push({
      id: column.id,
      prediction,
      step,
      base,
      factor,
      presenceBytes,
      bytes: writer.length - start,
    })
    keep(known, column, quantised)
  }
  return assemble(count, entries, writer.finish())
}

function quantise(track: Track, column: Column): Quantised | null {
  const source = track[column.name]
  const count = track.length
  const values = new Int32Array(count)
  // On a circle and where speeds are reckoned with, values stay what they are.
  const isPlain = column.prediction === predictions.same || column.prediction === predictions.steady
  let isAbsent: Int32Array | null = null
  let base = Number.NaN
  let step = isPlain ? 0 : 1
  let last = 0
  for (let i = 0; i < count; i++) {
    const value = source[i]!
    // Adding 0 makes -0 a plain 0, so that equal tracks give equal bytes.
    const units = Math.round(value / column.unit) + 0
    const isFirst = Number.isNaN(base)
    if (
      value === column.unknown ||
      !(isFirst ? Number.isFinite(units) : Math.abs(units - base) <= maxOffset)
    ) {
      isAbsent ??= new Int32Array(count)
      isAbsent[i] = 1
    } else {
      if (isFirst) base = column.prediction === predictions.circle ? 0 : units
      last = units - base
      if (step !== 1) step = greatestCommonDivisor(step, Math.abs(last))
    }
    values[i] = last
  }
  if (Number.isNaN(base)) return null
  if (step === 0) step = 1
  if (step > 1) for (let i = 0; i < count; i++) values[i] = values[i]! / step
  return { base, step, values, isAbsent }
}

function keep(known: Known, { name }: Column, { base, step, values }: Quantised): void {
  if (name === 'speedKmh') known.speed = values.map((value) => base + step * value)
  if (name === 'courseDeg') known.course = values
  if (name === 'odometerM') known.odometer = values.map((value) => step * value)
  if (name === 'latE7') {
    known.shrink = Math.max(0.01, Math.cos(((base + values[values.length >> 1]!) * Math.PI) / 180e6))
  }
}

/** The predictions that may fit a column; those that need what is not known leave nothing. */
function candidatesOf({ prediction }: Column, { step }: Quantised, { shrink }: Known): Candidate[] {
  const { same, driven, reckonedLat, reckonedLon, odometerLat, odometerLon } = predictions
  const { speedToPlace, odometerToPlace, speedToOdometer } = reckoningFactors
  const plain = { prediction: same, factor: 0 }
  if (prediction === driven) return [plain, { prediction: driven, factor: speedToOdometer / step }]
  if (prediction === reckonedLat) {
    return [
      plain,
      { prediction: reckonedLat, factor: speedToPlace },
      { prediction: odometerLat, factor: odometerToPlace },
    ]
  }
  if (prediction === reckonedLon) {
    return [
      plain,
      { prediction: reckonedLon, factor: speedToPlace / shrink },
      { prediction: odometerLon, factor: odometerToPlace / shrink },
    ]
  }
  return [{ prediction, factor: 0 }]
}

/** The prediction that leaves the fewest bits, and what it leaves. */
function leastLeft(column: Column, quantised: Quantised, known: Known): Candidate & { left: Int32Array } {
  let best: (Candidate & { left: Int32Array }) | undefined
  let bestBits = Number.POSITIVE_INFINITY
  const candidates = candidatesOf(column, quantised, known)
  for (const candidate of candidates) {
    const left = leftBy(candidate, quantised, known)
    if (left === null) continue
    const bits = candidates.length === 1 ? 0 : bitsOf(left)
    if (bits >= bestBits) continue
    best = { ...candidate, left }
    bestBits = bits
  }
  return best!
}

function leftBy(
  { prediction, factor }: Candidate,
  { values, isAbsent }: Quantised,
  known: Known,
): Int32Array | null {
  const left = new Int32Array(values.length)
  if (prediction === predictions.same) subtractSame(values, left)
  else if (prediction === predictions.steady) subtractSteady(values, left)
  else if (prediction === predictions.circle) subtractCircle(values, left)
  else {
    const moves = new Int32Array(values.length)
    if (!addDeadReckoning(moves, prediction, factor, isAbsent, known, new DecodeMemory())) return null
    subtractSame(values, left)
    for (let i = 0; i < left.length; i++) left[i]! -= moves[i]!
  }
  return left
}

/** About how many bits the values take. */
function bitsOf(values: Int32Array): number {
  let bits = 0
  for (const value of values) bits += 32 - Math.clz32((value << 1) ^ (value >> 31))
  return bits
}

// Sums and differences wrap at 32 bits, here as in the reader, so every value comes back whatever was predicted.

function subtractSame(values: Int32Array, into: Int32Array): void {
  let before = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    into[i] = value - before
    before = value
  }
}

function subtractSteady(values: Int32Array, into: Int32Array): void {
  let before = 0
  let difference = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    const now = (value - before) | 0
    into[i] = now - difference
    difference = now
    before = value
  }
}

function subtractCircle(values: Int32Array, into: Int32Array): void {
  let before = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    into[i] = ((value - before + 540) % 360) - 180
    before = value
  }
}

function assemble(count: number, entries: readonly Entry[], body: Uint8Array): Uint8Array {
  const bodyAt = headerBytes + entries.length * entryBytes
  const block = new Uint8Array(bodyAt + body.length)
  const view = new DataView(block.buffer)
  view.setUint16(0, blockMagic, true)
  view.setUint8(2, blockVersion)
  view.setUint8(3, entries.length)
  view.setUint32(4, count, true)
  for (const [i, entry] of entries.entries()) {
    const at = headerBytes + i * entryBytes
    view.setUint8(at, entry.id)
    view.setUint8(at + 1, entry.prediction)
    view.setUint32(at + 4, entry.step, true)
    view.setFloat64(at + 8, entry.base, true)
    view.setFloat64(at + 16, entry.factor, true)
    view.setUint32(at + 24, entry.presenceBytes, true)
    view.setUint32(at + 28, entry.bytes, true)
  }
  block.set(body, bodyAt)
  return block
}
