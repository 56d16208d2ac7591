import type { Box } from '@trackway/core/geo/area.ts'
import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import { isOnLine } from './place-at.ts'
import type { Span } from './player.ts'

const always: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** The box around the points of some tracks that are on the line, between two instants, in degrees; null without any. */
export function boxOf(tracks: readonly Track[], { from, to } = always): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const track of tracks) {
    const end = indexAt(track, to + 1)
    for (let i = indexAt(track, from); i < end; i++) {
      if (!isOnLine(track, i)) continue
      const lat = track.latE7[i]!
      const lon = track.lonE7[i]!
      if (lon < west) west = lon
      if (lon > east) east = lon
      if (lat < south) south = lat
      if (lat > north) north = lat
    }
  }
  return west > east ? null : { west: west / 1e7, south: south / 1e7, east: east / 1e7, north: north / 1e7 }
}
