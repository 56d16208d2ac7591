import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { noPlace, type Track } from '@trackway/core/track/columns.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import { lostIn } from '@trackway/core/track/format/same-track.ts'
import { mergeOrder, mergeTracks } from '@trackway/core/track/merge.ts'
import { visitedCells } from '@trackway/core/track/visits/visited-cells.ts'
import {
  decodeReadings,
  encodeReadings,
  numbersOfReading,
  type PointReadings,
  valuesOfReading,
} from './packed-readings.ts'

/**
 * How a device-day is stored: `block` is the track in the form of docs/TRACK-FORMAT.md, `readings` what the other
 * columns of `positions` have (`packed-readings.ts`). Both are in zstd, and each contains its own version.
 */

/** Higher levels take ten times as long for a few percent. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** The positions of one device and UTC day, whole. */
export interface DayRows extends PointReadings {
  track: Track
}

export interface PackedDay {
  block: Buffer
  readings: Buffer
  /** Around all places; null where there are none. */
  box: { minLatE7: number; maxLatE7: number; minLonE7: number; maxLonE7: number } | null
  /** Of `core/geo/cells.ts`, where it was. */
  cells: number[]
  distanceM: number
}

/** A day that cannot be packed without losing something, or was stored damaged. */
class PackProblem extends Error {}

/**
 * Packs a day and reads it again to be sure of it.
 * @throws {PackProblem | RangeError} where the format cannot represent the rows
 */
export function packDay(rows: DayRows): PackedDay {
  const { track } = rows
  for (let i = 1; i < track.length; i++) {
    if (track.fixTime[i]! <= track.fixTime[i - 1]!) throw new PackProblem('not in order of time')
  }
  const block = zstdCompressSync(encodeBlock(track), compression)
  const again = decoded(zstdDecompressSync(block))
  const lost = lostIn(again, track)
  if (lost !== null) throw new PackProblem(lost)
  const readings = zstdCompressSync(encodeReadings(rows, again), compression)
  // To a decimetre, which packing it again does not change.
  const distanceM = Math.round(rows.distancesM.reduce((sum, metres) => sum + metres, 0) * 10) / 10
  return { block, readings, box: boxAround(again), cells: visitedCells(again), distanceM }
}

/** @throws for bytes that are no such day */
export function unpackDay({ block, readings }: Pick<PackedDay, 'block' | 'readings'>): DayRows {
  const track = decoded(zstdDecompressSync(block))
  return { track, ...decodeReadings(zstdDecompressSync(readings), track) }
}

const decompressed = promisify(zstdDecompress)

/** The track of a stored block, unpacked beside the event loop. @throws where it is damaged */
export async function trackOfBlock(block: Buffer): Promise<Track> {
  return decoded(await decompressed(block))
}

/** The readings of each point besides the track, as lines of JSON; unpacked beside the event loop. */
export async function extrasOfDay({
  block,
  readings,
}: Pick<PackedDay, 'block' | 'readings'>): Promise<{ times: Float64Array; extras: string[] }> {
  const track = await trackOfBlock(block)
  return { times: track.fixTime, extras: decodeReadings(await decompressed(readings), track).extras }
}

/** One reading of each point (`numbersOfReading`), of a day read by `trackOfBlock`; unpacked beside the event loop. */
export async function readingOfDay(
  readings: Buffer,
  track: Track,
  name: string,
  place: number,
): Promise<ReturnType<typeof numbersOfReading>> {
  return numbersOfReading(await decompressed(readings), track.length, name, place)
}

/** Some readings of each point as they were reported, by name; unpacked once, beside the event loop. */
export async function readingsOfDay<Name extends string>(
  { block, readings }: Pick<PackedDay, 'block' | 'readings'>,
  names: readonly Name[],
): Promise<{ times: Float64Array; values: Map<Name, unknown[]> }> {
  const track = await trackOfBlock(block)
  const bytes = await decompressed(readings)
  return {
    times: track.fixTime,
    values: new Map(names.map((name) => [name, valuesOfReading(bytes, track.length, name)])),
  }
}

/**
 * Both days as one. An instant that both have is taken from `first`: what was stored first stays, as it does
 * in rows, also when a device sends it again after its day was packed.
 */
export function mergeDays(first: DayRows, second: DayRows): DayRows {
  const order = [...mergeOrder(first.track.fixTime, second.track.fixTime)]
  const pick = <T>(of: ArrayLike<T>, then: ArrayLike<T>) =>
    order.map((i) => (i < of.length ? of[i]! : then[i - of.length]!))
  return {
    track: mergeTracks(first.track, second.track),
    serverTimes: Float64Array.from(pick(first.serverTimes, second.serverTimes)),
    distancesM: Float32Array.from(pick(first.distancesM, second.distancesM)),
    extras: pick(first.extras, second.extras),
  }
}

function decoded(bytes: Uint8Array): Track {
  const { track, problem } = decodeBlock(bytes)
  if (track === null) throw new PackProblem(problem)
  return track
}

function boxAround({ latE7, lonE7, length }: Track): PackedDay['box'] {
  const box = { minLatE7: Infinity, maxLatE7: -Infinity, minLonE7: Infinity, maxLonE7: -Infinity }
  for (let i = 0; i < length; i++) {
    if (latE7[i] === noPlace || lonE7[i] === noPlace) continue
    box.minLatE7 = Math.min(box.minLatE7, latE7[i]!)
    box.maxLatE7 = Math.max(box.maxLatE7, latE7[i]!)
    box.minLonE7 = Math.min(box.minLonE7, lonE7[i]!)
    box.maxLonE7 = Math.max(box.maxLonE7, lonE7[i]!)
  }
  return box.maxLatE7 === -Infinity ? null : box
}
