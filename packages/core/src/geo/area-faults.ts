import type { FenceArea, Place } from './area.ts'
import { type Corner, unrolled } from './polygon-shape.ts'
import { lonSpan } from './rectangle-shape.ts'

/** Reasons an area is refused for; the web has a text for each. */
export type AreaFault = 'empty' | 'tooWide' | 'selfCrossing' | 'aroundPole'

/** What is wrong with an area whose numbers are each within their bounds; null: nothing. */
export function faultOf(area: FenceArea): AreaFault | null {
  if (area.shape === 'circle') return null
  if (area.shape === 'corridor') return lineFault(area.line)
  if (area.shape === 'polygon') return polygonFault(area.corners)
  const width = lonSpan(area.west, area.east)
  if (area.north <= area.south || width === 0) return 'empty'
  return width < 180 ? null : 'tooWide'
}

/** A road may cross itself. */
function lineFault(places: readonly Place[]): AreaFault | null {
  const xs = unrolled(places).map(({ x }) => x)
  if (Math.max(...xs) - Math.min(...xs) >= 180) return 'tooWide'
  return places.every(({ lat, lon }) => lat === places[0]!.lat && lon === places[0]!.lon) ? 'empty' : null
}

/** Edges that touch or lie on each other count as crossing: what is inside would be anybody's guess. */
function polygonFault(places: readonly Place[]): AreaFault | null {
  const corners = unrolled(places)
  const [first, last] = [corners[0]!, corners.at(-1)!]
  // The edge back to the first corner takes the shorter way too; around a pole that is another turn.
  if (Math.abs(last.x - first.x) > 180) return 'aroundPole'
  const xs = corners.map(({ x }) => x)
  if (Math.max(...xs) - Math.min(...xs) >= 180) return 'tooWide'

  const count = corners.length
  const edges = corners.map((a, i) => ({ a, b: corners[(i + 1) % count]! }))
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const areNeighbours = j === i + 1 || (i === 0 && j === count - 1)
      if (areNeighbours ? turnsBack(edges[i]!, edges[j]!, j === i + 1) : meet(edges[i]!, edges[j]!)) {
        return count === 3 ? 'empty' : 'selfCrossing'
      }
    }
  }
  return null
}

interface Edge {
  a: Corner
  b: Corner
}

/** Twice the area of a triangle: positive where c lies left of the line from a to b. */
const side = (a: Corner, b: Corner, c: Corner) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

const isBetween = (a: number, b: number, value: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
const isWithin = ({ a, b }: Edge, c: Corner) => isBetween(a.x, b.x, c.x) && isBetween(a.y, b.y, c.y)

function meet(one: Edge, other: Edge): boolean {
  const [a, b] = [side(one.a, one.b, other.a), side(one.a, one.b, other.b)]
  const [c, d] = [side(other.a, other.b, one.a), side(other.a, other.b, one.b)]
  if (((a > 0 && b < 0) || (a < 0 && b > 0)) && ((c > 0 && d < 0) || (c < 0 && d > 0))) return true
  return (
    (a === 0 && isWithin(one, other.a)) ||
    (b === 0 && isWithin(one, other.b)) ||
    (c === 0 && isWithin(other, one.a)) ||
    (d === 0 && isWithin(other, one.b))
  )
}

/** Two edges with a corner in common: one lies on the other, or has no length. */
function turnsBack(one: Edge, other: Edge, isNext: boolean): boolean {
  const [before, corner, after] = isNext ? [one.a, one.b, other.b] : [one.b, one.a, other.a]
  if (side(before, corner, after) !== 0) return false
  const dot = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y)
  return dot >= 0
}
