/** Metres and degrees near one place: a plane that touches the earth there. Good for tens of kilometres. */

export const metresPerDegree = 111_195

export interface Plane {
  toLatitude(northM: number): number
  toLongitude(eastM: number): number
}

export function planeAt(latitude: number, longitude: number): Plane {
  const metresPerLongitude = metresPerDegree * Math.cos((latitude * Math.PI) / 180)
  return {
    toLatitude: (northM) => latitude + northM / metresPerDegree,
    toLongitude: (eastM) => longitude + eastM / metresPerLongitude,
  }
}

/** Metres between two places near each other: within 0.1 % of the great circle up to some kilometres. */
export function nearDistanceM(latA: number, lonA: number, latB: number, lonB: number): number {
  const x = (lonB - lonA) * Math.cos(((latA + latB) * Math.PI) / 360)
  return metresPerDegree * Math.hypot(x, latB - latA)
}

/** Course from one place to another near it, degrees clockwise from north, 0 up to 360. */
export function nearCourseDeg(latA: number, lonA: number, latB: number, lonB: number): number {
  const x = (lonB - lonA) * Math.cos(((latA + latB) * Math.PI) / 360)
  return ((Math.atan2(x, latB - latA) * 180) / Math.PI + 360) % 360
}

/** How far apart two courses are, 0 to 180. */
export function turnDeg(courseA: number, courseB: number): number {
  const turn = Math.abs(courseA - courseB) % 360
  return turn > 180 ? 360 - turn : turn
}
