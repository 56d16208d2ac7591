import { zstdDecompressSync } from 'node:zlib'
import type { Area } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { newTrack, type Track } from '@trackway/core/track/columns.ts'
import { type ColumnName, type Decoded, decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { DecodeMemory } from '@trackway/core/track/format/decode-memory.ts'
import { mergeTracks } from '@trackway/core/track/merge.ts'
import { believedPlaces, type PlacedTrack } from '@trackway/core/track/visits/believed-places.ts'
import { type Visit, VisitFinder } from '@trackway/core/track/visits/visits.ts'
import { swapped } from '../track-storage/track-rows.ts'

/** Columns of a day's rows, each one run of bytes as PostgreSQL sends them. */
export type RowBytes = Record<'times' | 'lats' | 'lons' | 'qualities' | 'satellites', Uint8Array<ArrayBuffer>>

/** A day as it is stored. */
export interface DayBytes {
  block: Uint8Array<ArrayBuffer> | null
  rows: RowBytes | null
  /** Nothing between the day before and this one was passed over. */
  isNext: boolean
}

export interface DeviceBytes {
  deviceId: number
  days: DayBytes[]
}

/** A part of a search that one thread does alone. */
export interface SearchWork {
  area: Area
  from: number
  to: number
  confirmMs: number
  /** No more visits of one device than these are handed back. */
  maxVisits: number
  devices: DeviceBytes[]
}

export interface DeviceVisits {
  deviceId: number
  visits: Visit[]
  total: number
}

/** @returns the devices that were there. @throws for a damaged day: an answer without it would be wrong */
export function searchDays({ area, from, to, confirmMs, maxVisits, devices }: SearchWork): DeviceVisits[] {
  const shape = shapeOf(area)
  const found: DeviceVisits[] = []
  for (const { deviceId, days } of devices) {
    const finder = new VisitFinder({ shape, from, to, confirmMs })
    for (const day of days) {
      if (!day.isNext) finder.interrupt()
      const track = trackOfDay(day)
      finder.add(believedPlaces(track, track))
    }
    const { visits } = finder
    if (visits.length > 0) found.push({ deviceId, visits: visits.slice(0, maxVisits), total: visits.length })
  }
  return found
}

const neededColumns: ReadonlySet<ColumnName> = new Set(['fixTime', 'latE7', 'lonE7', 'quality', 'satellites'])

/** What was stored first stays where both have an instant, as it does for all readers. */
export function trackOfDay({ block, rows }: DayBytes): PlacedTrack & Pick<Track, 'satellites'> {
  if (rows === null) return block === null ? newTrack(0) : placesOf(block)
  const fixTime = new Float64Array(swapped(asBuffer(rows.times), 8))
  const hot = {
    length: fixTime.length,
    fixTime,
    latE7: new Int32Array(swapped(asBuffer(rows.lats), 4)),
    lonE7: new Int32Array(swapped(asBuffer(rows.lons), 4)),
    quality: new Uint16Array(swapped(asBuffer(rows.qualities), 2)),
    satellites: new Int16Array(swapped(asBuffer(rows.satellites), 2)),
  }
  return block === null ? hot : mergeTracks(wholeOf(block), { ...newTrack(hot.length), ...hot })
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, length)

const memory = new DecodeMemory()

/** Until the next day is read. */
function placesOf(block: Uint8Array): Track {
  memory.reuse()
  return intact(decodeBlock(unzipped(block), neededColumns, memory))
}

function wholeOf(block: Uint8Array): Track {
  return intact(decodeBlock(unzipped(block)))
}

/** In one piece rather than in three. */
const pieceBytes = 65_536

const unzipped = (block: Uint8Array) => zstdDecompressSync(block, { chunkSize: pieceBytes })

function intact({ track, problem }: Decoded): Track {
  if (track === null) throw new Error(`a stored day is damaged: ${problem}`)
  return track
}
