import type { Track } from '@trackway/core/track/columns.ts'
import type { Box } from '../../../map/view/camera.ts'
import { isOnLine } from './place-at.ts'

/** The box around the points of a track that are on the line, in degrees; null without any. */
export function boxOfTrack(track: Track, from = 0, to = track.length): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = from; i < to; i++) {
    if (!isOnLine(track, i)) continue
    const lat = track.latE7[i]!
    const lon = track.lonE7[i]!
    if (lon < west) west = lon
    if (lon > east) east = lon
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  return west > east ? null : { west: west / 1e7, south: south / 1e7, east: east / 1e7, north: north / 1e7 }
}

/** The box around several; null without any. */
export function boxAround(boxes: readonly (Box | null)[]): Box | null {
  return boxes.reduce((all, box) => {
    if (all === null || box === null) return all ?? box
    return {
      west: Math.min(all.west, box.west),
      south: Math.min(all.south, box.south),
      east: Math.max(all.east, box.east),
      north: Math.max(all.north, box.north),
    }
  }, null)
}
