import {
  blockColumns,
  blockMagic,
  blockVersion,
  type Column,
  entryBytes,
  headerBytes,
  maxBlockPoints,
  oldestBlockVersion,
  type Prediction,
  predictions,
} from './block.ts'
import { newTrack, type Track } from './columns.ts'
import { movesOf, type Reckoned } from './reckoning.ts'
import { readSequence } from './varints.ts'

export type BlockProblem = 'notABlock' | 'unknownVersion' | 'tooLong' | 'truncated' | 'corrupt'
export type Decoded = { track: Track; problem: null } | { track: null; problem: BlockProblem }
export type ColumnName = Exclude<keyof Track, 'length'>

/** The track, and what one column's reading needs of the columns before it. */
interface Reading extends Reckoned {
  track: Track
}

/** Columns that others are reckoned with. */
const needed = new Set<ColumnName>(['fixTime', 'speedKmh', 'courseDeg', 'odometerM'])

const failed = (problem: BlockProblem): Decoded => ({ track: null, problem })

/**
 * Reads a block that `encodeBlock` wrote, or any bytes: never throws and never gives half a track.
 * Columns of an id it does not know are skipped.
 * @param wanted only these columns are read, which is faster; the others are empty
 */
export function decodeBlock(block: Uint8Array, wanted?: ReadonlySet<ColumnName>): Decoded {
  if (block.length < headerBytes) return failed('notABlock')
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  if (view.getUint16(0, true) !== blockMagic) return failed('notABlock')
  const version = view.getUint8(2)
  if (version < oldestBlockVersion || version > blockVersion) return failed('unknownVersion')
  const columns = view.getUint8(3)
  const count = view.getUint32(4, true)
  if (count > maxBlockPoints) return failed('tooLong')
  let at = headerBytes + columns * entryBytes
  if (at > block.length) return failed('truncated')

  const track = wanted === undefined ? newTrack(count) : partOfTrack(count, wanted)
  const reading: Reading = { track, fixTime: track.fixTime, speed: null, course: null, odometer: null }
  for (let i = 0; i < columns; i++) {
    const entry = new DataView(block.buffer, block.byteOffset + headerBytes + i * entryBytes, entryBytes)
    const end = at + entry.getUint32(28, true)
    if (end > block.length) return failed('truncated')
    if (!readColumn(reading, entry, block, at, end)) return failed('corrupt')
    at = end
  }
  return at === block.length ? { track: reading.track, problem: null } : failed('corrupt')
}

function readColumn(reading: Reading, entry: DataView, block: Uint8Array, at: number, end: number): boolean {
  const id = entry.getUint8(0)
  const column = blockColumns.find((candidate) => candidate.id === id)
  if (column === undefined) return true
  const { track } = reading
  const count = track.length
  const target = track[column.name]
  const isWanted = target.length === count
  if (!isWanted && !needed.has(column.name)) return true
  const prediction = entry.getUint8(1)
  const step = entry.getUint32(4, true)
  const base = entry.getFloat64(8, true)
  const presenceBytes = entry.getUint32(24, true)
  if (presenceBytes > end - at || !Number.isFinite(base)) return false

  let isAbsent: Int32Array | null = null
  if (presenceBytes > 0) {
    isAbsent = new Int32Array(count)
    if (!readSequence(block, at, at + presenceBytes, isAbsent, count)) return false
    addSame(isAbsent)
  }
  const values = new Int32Array(count)
  if (!readSequence(block, at + presenceBytes, end, values, count)) return false
  switch (prediction) {
    case predictions.same:
      addSame(values)
      break
    case predictions.steady:
      addSteady(values)
      break
    case predictions.circle:
      if (!addCircle(values)) return false
      break
    default: {
      const moves = movesOf(prediction as Prediction, entry.getFloat64(16, true), isAbsent, reading)
      if (moves === null) return false
      addMoves(values, moves)
    }
  }

  if (isWanted) fill(target, values, isAbsent, column, base, step)
  if (column.name === 'fixTime' && !isWanted) {
    reading.fixTime = new Float64Array(count)
    fill(reading.fixTime, values, isAbsent, column, base, step)
  }
  if (column.name === 'courseDeg') reading.course = values
  if (column.name === 'speedKmh') {
    for (let i = 0; i < count; i++) values[i] = base + step * values[i]!
    reading.speed = values
  }
  if (column.name === 'odometerM') {
    for (let i = 0; i < count; i++) values[i]! *= step
    reading.odometer = values
  }
  return true
}

function fill(
  target: Track[ColumnName],
  values: Int32Array,
  isAbsent: Int32Array | null,
  column: Column,
  base: number,
  step: number,
): void {
  const count = values.length
  // A tenth is not exact in binary: dividing by 10 gives the nearest number, multiplying by 0.1 may not.
  if (column.unit === 0.1) for (let i = 0; i < count; i++) target[i] = (base + step * values[i]!) / 10
  else if (column.unit === 1) for (let i = 0; i < count; i++) target[i] = base + step * values[i]!
  else for (let i = 0; i < count; i++) target[i] = (base + step * values[i]!) * column.unit
  if (isAbsent) for (let i = 0; i < count; i++) if (isAbsent[i] !== 0) target[i] = column.unknown
}

/** A track with these columns, everything unknown. */
function partOfTrack(length: number, wanted: ReadonlySet<ColumnName>): Track {
  const part: Track = { ...newTrack(0), length }
  for (const { name, unknown } of blockColumns) {
    if (!wanted.has(name)) continue
    const column = new (part[name].constructor as new (length: number) => never)(length) as Float64Array
    // A column that has no unknown is 0 where a block leaves it out.
    if (name !== 'fixTime' && name !== 'quality') column.fill(unknown)
    part[name] = column as never
  }
  return part
}

function addSame(values: Int32Array): void {
  let value = 0
  for (let i = 0; i < values.length; i++) {
    value = (value + values[i]!) | 0
    values[i] = value
  }
}

function addSteady(values: Int32Array): void {
  let value = 0
  let difference = 0
  for (let i = 0; i < values.length; i++) {
    difference = (difference + values[i]!) | 0
    value = (value + difference) | 0
    values[i] = value
  }
}

function addCircle(values: Int32Array): boolean {
  let value = 0
  for (let i = 0; i < values.length; i++) {
    value += values[i]!
    if (value >= 360) value -= 360
    else if (value < 0) value += 360
    if (value >>> 0 >= 360) return false
    values[i] = value
  }
  return true
}

function addMoves(values: Int32Array, moves: Int32Array): void {
  let value = 0
  for (let i = 0; i < values.length; i++) {
    value = (value + moves[i]! + values[i]!) | 0
    values[i] = value
  }
}
