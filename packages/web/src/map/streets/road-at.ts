import type { Language } from '@trackway/core/codes/languages.ts'
import type RenderFeature from 'ol/render/Feature'
import { nameIn } from './names.ts'
import { type Names, roads } from './street-features.ts'
import { thingOf } from './street-tiles.ts'
import { roadWidth } from './widths.ts'

/** A path beside a street is seldom what is meant, so it counts as so many pixels farther away. */
const pathPenaltyPx = 4

/** The name of the nearest road whose edge is within a reach, '' where none has one. Metres of the map's projection. */
export function nameOfRoadAt(
  features: readonly RenderFeature[],
  [x, y]: readonly [x: number, y: number],
  { reachM, pixelM, language }: { reachM: number; pixelM: number; language: Language },
): string {
  const zoom = Math.log2(156_543.034 / pixelM)
  let best = reachM
  let found: Names | null = null
  for (const feature of features) {
    const thing = thingOf(feature)
    if (thing.type !== 'roadName' && thing.type !== 'road') continue
    if (!thing.names) continue
    const isPath = roads.indexOf(thing.road) >= roads.indexOf('track')
    const halfPx = roadWidth(thing.road, false, zoom) / 2 - (isPath ? pathPenaltyPx : 0)
    const distance = distanceTo(feature, x, y) - halfPx * pixelM
    if (distance >= best) continue
    best = distance
    found = thing.names
  }
  return found ? nameIn(language, found) : ''
}

/** From a place to the nearest of a feature's lines. */
function distanceTo(feature: RenderFeature, x: number, y: number): number {
  const flat = feature.getOrientedFlatCoordinates() as number[]
  const ends = (feature.getEnds() as number[] | null) ?? [flat.length]
  let least = Number.POSITIVE_INFINITY
  let start = 0
  for (const end of ends.length > 0 ? ends : [flat.length]) {
    for (let at = start; at + 3 < end; at += 2)
      least = Math.min(least, toSegment(x, y, flat[at]!, flat[at + 1]!, flat[at + 2]!, flat[at + 3]!))
    start = end
  }
  return least
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}
