import {
  type Corridor,
  lonDifference,
  type Place,
  type Shape,
  type Span,
  widened,
  wrappedLon,
} from './area.ts'
import { distanceToLineM } from './edge-distance.ts'
import { unrolled } from './polygon-shape.ts'

/** Halving a way so often leaves less than a millimetre of it. */
const halvings = 30
/** The nearest place of a way to one part of the line, to a ten-millionth of it. */
const thirdings = 40

/** All places at most half the width from a line, whose ends are round. */
export function corridorShape({ line, widthM }: Corridor): Shape {
  const half = widthM / 2
  const box = widened(boxOf(line), half)
  const parts = line.slice(1).map((to, i) => [line[i]!, to] as const)

  const edgeDistanceM = (lat: number, lon: number) => distanceToLineM(line, false, lat, lon) - half
  const contains = (lat: number, lon: number) => edgeDistanceM(lat, lon) <= 0

  /** A way is nearest to a straight part at one place, and goes away from it on both sides. */
  function spansInside(latA: number, lonA: number, latB: number, lonB: number): Span[] {
    const [up, aside] = [latB - latA, lonDifference(lonA, lonB)]
    const spans: Span[] = []
    for (const part of parts) {
      const distanceAt = (share: number) =>
        distanceToLineM(part, false, latA + up * share, wrappedLon(lonA + aside * share))
      const isIn = (share: number) => distanceAt(share) <= half
      const nearest = isIn(0) ? 0 : isIn(1) ? 1 : lowestOf(distanceAt)
      if (!isIn(nearest)) continue
      spans.push({ from: edgeBetween(isIn, nearest, 0), to: edgeBetween(isIn, nearest, 1) })
    }
    return joined(spans)
  }

  return { box, isConvex: false, contains, spansInside, edgeDistanceM, centre: null }
}

function boxOf(line: readonly Place[]) {
  const corners = unrolled(line)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return {
    south: Math.min(...ys),
    north: Math.max(...ys),
    west: wrappedLon(Math.min(...xs)),
    east: wrappedLon(Math.max(...xs)),
  }
}

function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push(span)
  }
  return result
}

/** Where the way leaves: from a share inside towards an end, which may lie inside as well. */
function edgeBetween(isIn: (share: number) => boolean, inside: number, end: number): number {
  if (isIn(end)) return end
  let outside = end
  for (let step = 0; step < halvings; step++) {
    const middle = (inside + outside) / 2
    if (isIn(middle)) inside = middle
    else outside = middle
  }
  return inside
}

/** Where a function that first falls and then rises is lowest between 0 and 1. */
function lowestOf(value: (share: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < thirdings; step++) {
    const third = (high - low) / 3
    if (value(low + third) < value(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}
