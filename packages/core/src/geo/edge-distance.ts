import { lonDifference, type Place } from './area.ts'
import { earthRadiusM } from './distance.ts'

const metresPerDegree = (earthRadiusM * Math.PI) / 180

/**
 * How far a place is from a line of straight parts, metres, in the plane that touches the earth at the place: exact
 * to a thousandth for what is within some tens of kilometres.
 * @param isClosed the last place is joined to the first
 */
export function distanceToLineM(
  places: readonly Place[],
  isClosed: boolean,
  lat: number,
  lon: number,
): number {
  const shrink = Math.cos((lat * Math.PI) / 180)
  let nearest = Infinity
  const last = places.length - 1
  for (let i = isClosed ? 0 : 1; i <= last; i++) {
    const [a, b] = [places[i === 0 ? last : i - 1]!, places[i]!]
    const ax = lonDifference(lon, a.lon) * shrink
    const ay = a.lat - lat
    const dx = lonDifference(a.lon, b.lon) * shrink
    const dy = b.lat - a.lat
    const length = dx * dx + dy * dy
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
    nearest = Math.min(nearest, (ax + dx * part) ** 2 + (ay + dy * part) ** 2)
  }
  return Math.sqrt(nearest) * metresPerDegree
}
