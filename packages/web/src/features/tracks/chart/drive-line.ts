import type { Place } from '@trackway/core/geo/area.ts'
import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import { weighPoints } from '../../../map/track-line/simplify.ts'
import { isOnLine } from '../replay/place-at.ts'
import type { Span } from '../replay/player.ts'

/** What stands out less than this, metres of the map, is left out. */
const leastM = 10

/**
 * The way of a part of a track by a few places: those that stand out most.
 * @returns null where it has no way
 */
export function driveLine(track: Track, { from, to }: Span, maxPlaces: number): Place[] | null {
  const places: Place[] = []
  for (let i = indexAt(track, from); i < track.length && track.fixTime[i]! <= to; i++) {
    if (isOnLine(track, i)) places.push({ lat: track.latE7[i]! / 1e7, lon: track.lonE7[i]! / 1e7 })
  }
  if (places.length < 2) return null
  const x = new Float64Array(places.length)
  const y = new Float64Array(places.length)
  for (const [i, { lat, lon }] of places.entries()) [x[i], y[i]] = toWebMercator(lon, lat)
  const weights = new Float32Array(places.length)
  weighPoints(x, y, 0, places.length - 1, weights)
  const heaviest = [...weights].sort((a, b) => b - a)[maxPlaces] ?? 0
  const line = places.filter((_, i) => weights[i]! > Math.max(heaviest, leastM))
  const [first] = line
  return line.some(({ lat, lon }) => lat !== first!.lat || lon !== first!.lon) ? line : null
}
