import { zstdDecompressSync } from 'node:zlib'
import type { Area } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { newTrack, type Track } from '@trackway/core/track/columns.ts'
import { type ColumnName, decodeBlock } from '@trackway/core/track/decode-block.ts'
import { mergeTracks } from '@trackway/core/track/merge.ts'
import { believedPlaces, type PlacedTrack } from '@trackway/core/track/places.ts'
import { type Visit, VisitFinder } from '@trackway/core/track/visits.ts'
import { swapped } from '../tracks/track-rows.ts'

/** Columns of a day's rows, each one run of bytes as PostgreSQL sends them. */
export type RowBytes = Record<'times' | 'lats' | 'lons' | 'qualities', Uint8Array<ArrayBuffer>>

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
      finder.add(believedPlaces(trackOfDay(day)))
    }
    const { visits } = finder
    if (visits.length > 0) found.push({ deviceId, visits: visits.slice(0, maxVisits), total: visits.length })
  }
  return found
}

const neededColumns: ReadonlySet<ColumnName> = new Set(['fixTime', 'latE7', 'lonE7', 'quality'])

/** What was stored first stays where both have an instant, as it does for all readers. */
function trackOfDay({ block, rows }: DayBytes): PlacedTrack {
  if (rows === null) return block === null ? newTrack(0) : unpacked(block, neededColumns)
  const packed = block === null ? newTrack(0) : unpacked(block)
  const fixTime = new Float64Array(swapped(Buffer.from(rows.times.buffer), 8))
  const hot = {
    ...newTrack(fixTime.length),
    fixTime,
    latE7: new Int32Array(swapped(Buffer.from(rows.lats.buffer), 4)),
    lonE7: new Int32Array(swapped(Buffer.from(rows.lons.buffer), 4)),
    quality: new Uint16Array(swapped(Buffer.from(rows.qualities.buffer), 2)),
  }
  return mergeTracks(packed, hot)
}

function unpacked(block: Uint8Array, columns?: ReadonlySet<ColumnName>): Track {
  const { track, problem } = decodeBlock(zstdDecompressSync(block), columns)
  if (track === null) throw new Error(`a stored day is damaged: ${problem}`)
  return track
}
