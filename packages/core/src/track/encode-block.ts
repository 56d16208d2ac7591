import {
  blockColumns,
  blockMagic,
  blockVersion,
  type Column,
  entryBytes,
  headerBytes,
  maxBlockPoints,
  maxBlockSpanMs,
  maxReckoningMs,
  type Prediction,
  predictions,
  reckoningFactor,
  wavesOf,
} from './block.ts'
import type { Track } from './columns.ts'
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

type Known = Map<Column['name'], Quantised>

const maxOffset = 2 ** 31 - 1

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
  const known: Known = new Map()
  for (const column of blockColumns) {
    const quantised = quantise(track, column)
    if (quantised === null) continue
    known.set(column.name, quantised)
    const { base, step, values, isAbsent } = quantised
    const start = writer.length
    if (isAbsent) {
      subtractSame(isAbsent, scratch)
      writeSequence(writer, scratch, count)
    }
    const presenceBytes = writer.length - start
    const { prediction, factor } = choosePrediction(column, known)
    if (prediction === predictions.same) subtractSame(values, scratch)
    else if (prediction === predictions.steady) subtractSteady(values, scratch)
    else if (prediction === predictions.circle) subtractCircle(values, scratch)
    else subtractReckoned(quantised, wavesOf(prediction), factor, track.fixTime, known, scratch)
    writeSequence(writer, scratch, count)
    entries.push({
      id: column.id,
      prediction,
      step,
      base,
      factor,
      presenceBytes,
      bytes: writer.length - start,
    })
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

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

function choosePrediction(column: Column, known: Known): { prediction: Prediction; factor: number } {
  const isReckoned =
    column.prediction === predictions.reckonedLat || column.prediction === predictions.reckonedLon
  if (!isReckoned) return { prediction: column.prediction, factor: 0 }
  if (!known.has('speedKmh') || !known.has('courseDeg')) return { prediction: predictions.same, factor: 0 }
  if (column.prediction === predictions.reckonedLat) {
    return { prediction: column.prediction, factor: reckoningFactor }
  }
  // Meridians draw together towards the poles; within a day's drive one factor does.
  const lat = known.get('latE7')!
  const shrink = Math.max(
    0.01,
    Math.cos(((lat.base + lat.values[lat.values.length >> 1]!) * Math.PI) / 180e6),
  )
  return { prediction: column.prediction, factor: reckoningFactor / shrink }
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

function subtractReckoned(
  { values, isAbsent }: Quantised,
  waves: Int16Array,
  factor: number,
  fixTime: Float64Array,
  known: Known,
  into: Int32Array,
): void {
  const speed = known.get('speedKmh')!
  const course = known.get('courseDeg')!.values
  let waveBefore = 0
  for (let i = 0; i < values.length; i++) {
    const wave = (speed.base + speed.step * speed.values[i]!) * waves[course[i]!]!
    const elapsedMs = i === 0 ? 0 : fixTime[i]! - fixTime[i - 1]!
    const moved =
      elapsedMs > maxReckoningMs || isAbsent?.[i] === 1 ? 0 : (factor * (waveBefore + wave) * elapsedMs) | 0
    into[i] = values[i]! - (i === 0 ? 0 : values[i - 1]!) - moved
    waveBefore = wave
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
