/** Does a closed ring of lon, lat numbers hold a place? */
export function isInRing(ring: readonly number[], lon: number, lat: number): boolean {
  let isInside = false
  for (let n = 0; n + 3 < ring.length; n += 2) {
    const [x0, y0, x1, y1] = [ring[n]!, ring[n + 1]!, ring[n + 2]!, ring[n + 3]!]
    if (y0 > lat !== y1 > lat && lon < ((x1 - x0) * (lat - y0)) / (y1 - y0) + x0) isInside = !isInside
  }
  return isInside
}
