import { newTrack, type Track } from '../columns.ts'
import {
  blockColumns,
  blockMagic,
  blockVersion,
  type Column,
  entryBytes,
  headerBytes,
  maxBlockPoints,
  type Prediction,
  predictions,
} from './block.ts'
import { addDeadReckoning, type ReckoningInput } from './dead-reckoning.ts'
import { DecodeMemory } from './decode-memory.ts'
import { readSequence } from './varints.ts'

export type BlockProblem = 'notABlock' | 'unknownVersion' | 'tooLong' | 'truncated' | 'corrupt'
export type Decoded = { track: Track; problem: null } | { track: null; problem: BlockProblem }
export type ColumnName = Exclude<keyof Track, 'length'>

/** A column as the directory has it, and where its body is. */
interface Entry {
  column: Column
  prediction: Prediction
  step: number
  base: number
  factor: number
  at: number
  valuesAt: number
  end: number
}

/** The track, and what one column's reading needs of the columns before it. */
interface Reading extends ReckoningInput {
  block: Uint8Array
  track: Track
  memory: DecodeMemory
}

const columnById = new Map(blockColumns.map((column) => [column.id, column]))

/** Columns that a prediction reckons with. */
const neededBy: Partial<Record<Prediction, readonly ColumnName[]>> = {
  [predictions.reckonedLat]: ['fixTime', 'speedKmh', 'courseDeg'],
  [predictions.reckonedLon]: ['fixTime', 'speedKmh', 'courseDeg'],
  [predictions.driven]: ['fixTime', 'speedKmh'],
  [predictions.odometerLat]: ['fixTime', 'odometerM', 'courseDeg'],
  [predictions.odometerLon]: ['fixTime', 'odometerM', 'courseDeg'],
}

const failed = (problem: BlockProblem): Decoded => ({ track: null, problem })

/**
 * Reads a block that `encodeBlock` wrote, or any bytes: never throws and never gives half a track.
 * Columns of an id it does not know are skipped.
 * @param columns only these columns are read, and what they are reckoned with; the others are empty
 * @param memory where they are read to, until it is reused; for `columns` columns alone
 */
export function decodeBlock(
  block: Uint8Array,
  columns?: ReadonlySet<ColumnName>,
  memory = new DecodeMemory(),
): Decoded {
  if (block.length < headerBytes) return failed('notABlock')
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  if (view.getUint16(0, true) !== blockMagic) return failed('notABlock')
  if (view.getUint8(2) !== blockVersion) return failed('unknownVersion')
  const count = view.getUint32(4, true)
  if (count > maxBlockPoints) return failed('tooLong')
  const entries = directoryOf(view)
  if (typeof entries === 'string') return failed(entries)

  const track = columns === undefined ? newTrack(count) : partOfTrack(count, columns, memory)
  const reading: Reading = {
    block,
    track,
    memory,
    fixTime: track.fixTime,
    speed: null,
    course: null,
    odometer: null,
  }
  for (const entry of columns === undefined ? entries : neededEntries(entries, columns)) {
    if (!readColumn(reading, entry)) return failed('corrupt')
  }
  return { track, problem: null }
}

function directoryOf(view: DataView): Entry[] | BlockProblem {
  const columns = view.getUint8(3)
  let at = headerBytes + columns * entryBytes
  if (at > view.byteLength) return 'truncated'
  const entries: Entry[] = []
  for (let i = 0; i < columns; i++) {
    const entryAt = headerBytes + i * entryBytes
    const end = at + view.getUint32(entryAt + 28, true)
    if (end > view.byteLength) return 'truncated'
    const column = columnById.get(view.getUint8(entryAt))
    if (column !== undefined) {
      entries.push({
        column,
        prediction: view.getUint8(entryAt + 1) as Prediction,
        step: view.getUint32(entryAt + 4, true),
        base: view.getFloat64(entryAt + 8, true),
        factor: view.getFloat64(entryAt + 16, true),
        at,
        valuesAt: at + view.getUint32(entryAt + 24, true),
        end,
      })
    }
    at = end
  }
  return at === view.byteLength ? entries : 'corrupt'
}

/** What a column is reckoned with comes before it. */
function neededEntries(entries: readonly Entry[], columns: ReadonlySet<ColumnName>): Entry[] {
  const needed = new Set(columns)
  return entries
    .toReversed()
    .filter(({ column, prediction }) => {
      if (!needed.has(column.name)) return false
      for (const name of neededBy[prediction] ?? []) needed.add(name)
      return true
    })
    .reverse()
}

function readColumn(
  reading: Reading,
  { column, prediction, step, base, factor, at, valuesAt, end }: Entry,
): boolean {
  const { block, track, memory } = reading
  const count = track.length
  if (valuesAt > end || !Number.isFinite(base)) return false

  let isAbsent: Int32Array | null = null
  if (valuesAt > at) {
    isAbsent = memory.take(Int32Array, count)
    if (!readSequence(block, at, valuesAt, isAbsent, count)) return false
    addSame(isAbsent)
  }
  const values = memory.take(Int32Array, count)
  if (!readSequence(block, valuesAt, end, values, count)) return false
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
    default:
      if (!addDeadReckoning(values, prediction, factor, isAbsent, reading, memory)) return false
      addSame(values)
  }

  const target = track[column.name]
  const isRequested = target.length === count
  if (isRequested) fill(target, values, isAbsent, column, base, step)
  if (column.name === 'fixTime' && !isRequested) {
    reading.fixTime = memory.take(Float64Array, count)
    fill(reading.fixTime, values, isAbsent, column, base, step)
  }
  if (column.name === 'courseDeg') reading.course = values
  if (column.name === 'speedKmh') {
    if (base !== 0 || step !== 1) for (let i = 0; i < count; i++) values[i] = base + step * values[i]!
    reading.speed = values
  }
  if (column.name === 'odometerM') {
    if (step !== 1) for (let i = 0; i < count; i++) values[i]! *= step
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
  else fillPlaces(target as Int32Array, values, base, step, column.unit)
  if (isAbsent) for (let i = 0; i < count; i++) if (isAbsent[i] !== 0) target[i] = column.unknown
}

/** Values that are no whole numbers, or too large, occur only in damaged blocks: any sum is as wrong as another. */
function fillPlaces(target: Int32Array, values: Int32Array, base: number, step: number, unit: number): void {
  const wholeBase = base | 0
  const wholeStep = step | 0
  for (let i = 0; i < target.length; i++) {
    target[i] = Math.imul(wholeBase + Math.imul(wholeStep, values[i]!), unit)
  }
}

/** A track with these columns, everything unknown. */
function partOfTrack(length: number, columns: ReadonlySet<ColumnName>, memory: DecodeMemory): Track {
  const part: Track = { ...newTrack(0), length }
  for (const { name, unknown } of blockColumns) {
    if (!columns.has(name)) continue
    const column = memory.take(part[name].constructor as Float64ArrayConstructor, length)
    // A column that has no unknown is 0 where a block leaves it out.
    column.fill(name === 'fixTime' || name === 'quality' ? 0 : unknown)
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
