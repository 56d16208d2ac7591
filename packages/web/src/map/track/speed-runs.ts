import { untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, type Track } from '@trackway/core/track/columns.ts'
import type { Plane } from '../planes.ts'
import { bandOf, speedBands } from './speed-bands.ts'

/** Lines of one colour in plane coordinates: x, y, x, y …; `ends` says where each line ends. */
export interface Lines {
  flat: number[]
  ends: number[]
}

export interface TrackLines {
  /** One entry per speed band. */
  bands: Lines[]
  /** Straight dashes over stretches nothing is known of. */
  gaps: Lines
  /** WGS-84; null for a track without a place. */
  box: { west: number; south: number; east: number; north: number } | null
}

/** Without a fix for longer than this the way in between is unknown. */
const gapMs = 300_000

/**
 * Cuts a track into lines of one colour each, so that a map draws seven features however long it is.
 * Points that are not trusted (drift, jumps, cells) are left out; neighbouring runs share their point.
 */
export function speedRuns(track: Track, plane: Plane): TrackLines {
  const bands: Lines[] = speedBands.map(() => ({ flat: [], ends: [] }))
  const gaps: Lines = { flat: [], ends: [] }
  const box = { west: 180, south: 90, east: -180, north: -90 }
  let band = -1
  let last: { x: number; y: number; time: number } | null = null

  const close = () => {
    if (band >= 0) bands[band]!.ends.push(bands[band]!.flat.length)
    band = -1
  }
  for (let i = 0; i < track.length; i++) {
    if (!hasPlace(track, i) || (track.quality[i]! & untrustedBits) !== 0) continue
    const lon = track.lonE7[i]! / 1e7
    const lat = track.latE7[i]! / 1e7
    const [x, y] = plane.toPlane(lon, lat)
    const time = track.fixTime[i]!
    if (lon < box.west) box.west = lon
    if (lon > box.east) box.east = lon
    if (lat < box.south) box.south = lat
    if (lat > box.north) box.north = lat
    if (last && time - last.time > gapMs) {
      close()
      gaps.flat.push(last.x, last.y, x, y)
      gaps.ends.push(gaps.flat.length)
    } else if (last) {
      const next = bandOf(track.speedKmh[i]!)
      if (next !== band) {
        close()
        band = next
        bands[band]!.flat.push(last.x, last.y)
      }
      bands[band]!.flat.push(x, y)
    }
    last = { x, y, time }
  }
  close()
  return { bands, gaps, box: last ? box : null }
}
