import type { Box } from '@trackway/core/geo/area.ts'
import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import { isNearby, isOnLine } from './place-at.ts'
import type { Span } from './player.ts'

const always: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * The box around the points of some tracks that are on the line, between two instants, in degrees; where none is, around
 * the nearby ones: a vehicle that only drifted while it was parked is there. Null without any.
 */
export function boxOf(tracks: readonly Track[], span = always): Box | null {
  return boxAround(tracks, span, isOnLine) ?? boxAround(tracks, span, isNearby)
}

function boxAround(tracks: readonly Track[], { from, to }: Span, counts: typeof isOnLine): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const track of tracks) {
    const end = indexAt(track, to + 1)
    for (let i = indexAt(track, from); i < end; i++) {
      if (!counts(track, i)) continue
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
