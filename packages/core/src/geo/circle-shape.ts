import { type Circle, lonDifference, type Shape, type Span, widened } from './area.ts'
import { distanceM, earthRadiusM } from './distance.ts'

const radians = Math.PI / 180
const metresPerDegree = earthRadiusM * radians
/** Halving a way so often leaves less than a micrometre of it. */
const halvings = 40
/** The nearest place of a way, to a ten-millionth of it. */
const thirdings = 40

/**
 * All places at most so far from the centre by the great circle. Most are decided by two bounds of the distance
 * that cost no sine: on the widest and on the narrowest parallel that the circle touches.
 */
export function circleShape({ lat: centreLat, lon: centreLon, radiusM }: Circle): Shape {
  const box = widened({ south: centreLat, north: centreLat, west: centreLon, east: centreLon }, radiusM)
  const cosines = [Math.cos(box.south * radians), Math.cos(box.north * radians)]
  const widest = box.south <= 0 && box.north >= 0 ? 1 : Math.max(...cosines)
  const narrowest = Math.max(0, Math.min(...cosines))
  const centre = { lat: centreLat, lon: centreLon }
  // A rounding error must not make a bound of what lies on the edge.
  const surelyIn = (radiusM * (1 - 1e-9)) ** 2
  const surelyOut = (radiusM * (1 + 1e-9)) ** 2

  const fromCentre = (lat: number, lon: number) => distanceM(centreLat, centreLon, lat, lon)

  function contains(lat: number, lon: number): boolean {
    const up = (lat - centreLat) * metresPerDegree
    const aside = lonDifference(centreLon, lon) * metresPerDegree
    if (up ** 2 + (aside * widest) ** 2 < surelyIn) return true
    if (up ** 2 + (aside * narrowest) ** 2 > surelyOut) return false
    return fromCentre(lat, lon) <= radiusM
  }

  function spansInside(latA: number, lonA: number, latB: number, lonB: number): Span[] {
    const [up, aside] = [latB - latA, lonDifference(lonA, lonB)]
    const distanceAt = (part: number) => fromCentre(latA + up * part, lonA + aside * part)
    const isIn = (part: number) => distanceAt(part) <= radiusM
    const [startsIn, endsIn] = [contains(latA, lonA), contains(latB, lonB)]
    if (startsIn && endsIn) return [{ from: 0, to: 1 }]
    if (startsIn) return [{ from: 0, to: edgeBetween(isIn, 0, 1) }]
    if (endsIn) return [{ from: edgeBetween(isIn, 1, 0), to: 1 }]
    const nearest = lowestOf(distanceAt)
    if (!isIn(nearest)) return []
    return [{ from: edgeBetween(isIn, nearest, 0), to: edgeBetween(isIn, nearest, 1) }]
  }

  const edgeDistanceM = (lat: number, lon: number) => fromCentre(lat, lon) - radiusM

  return { box, isConvex: true, contains, spansInside, edgeDistanceM, centre }
}

/** Where the way leaves: from a part inside to one outside. */
function edgeBetween(isIn: (part: number) => boolean, inside: number, outside: number): number {
  for (let step = 0; step < halvings; step++) {
    const middle = (inside + outside) / 2
    if (isIn(middle)) inside = middle
    else outside = middle
  }
  return inside
}

/** Where a function that first falls and then rises is lowest between 0 and 1. */
function lowestOf(value: (part: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < thirdings; step++) {
    const third = (high - low) / 3
    if (value(low + third) < value(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}
