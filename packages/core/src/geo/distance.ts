/** Earth radius of the geometry helper, metres. */
export const earthRadiusM = 6_370_996.81

const radians = Math.PI / 180

/** Great-circle distance between two WGS-84 places in metres (haversine). */
export function distanceM(latA: number, lonA: number, latB: number, lonB: number): number {
  const dLat = (latB - latA) * radians
  const dLon = (lonB - lonA) * radians
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin(dLon / 2) ** 2
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Initial course from one place to another, degrees clockwise from north, 0 to 360. */
export function courseDeg(latA: number, lonA: number, latB: number, lonB: number): number {
  const dLon = (lonB - lonA) * radians
  const y = Math.sin(dLon) * Math.cos(latB * radians)
  const x =
    Math.cos(latA * radians) * Math.sin(latB * radians) -
    Math.sin(latA * radians) * Math.cos(latB * radians) * Math.cos(dLon)
  return (Math.atan2(y, x) / radians + 360) % 360
}
