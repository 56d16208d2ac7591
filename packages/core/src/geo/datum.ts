import { isInChina, isInMainlandChina } from './china.ts'

/**
 * WGS-84, and the shifted datums of Chinese maps: GCJ-02 (AMap, Google's road map of the mainland) and BD-09
 * (Baidu). Positions are WGS-84 everywhere in Trackway; only what draws on such a map shifts them.
 * Degrees, longitude first. Formulas as published in many places; the constants are those of the Krassovsky
 * ellipsoid and of reference/maps.md 4.
 */
export type LonLat = [lon: number, lat: number]

const semiMajorM = 6_378_245
const eccentricity2 = 0.006_693_421_622_965_94
const bdPeriod = (3000 * Math.PI) / 180

function wave(v: number): number {
  return Math.sin(Math.PI * v)
}

/** Adds the GCJ-02 shift, wherever the place is. */
export function shiftToGcj02(lon: number, lat: number): LonLat {
  const x = lon - 105
  const y = lat - 35
  const root = Math.sqrt(Math.abs(x))
  const common = (2 / 3) * (20 * wave(6 * x) + 20 * wave(2 * x))
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    common +
    (2 / 3) * (20 * wave(y) + 40 * wave(y / 3) + 160 * wave(y / 12) + 320 * wave(y / 30))
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    common +
    (2 / 3) * (20 * wave(x) + 40 * wave(x / 3) + 150 * wave(x / 12) + 300 * wave(x / 30))
  const phi = (lat * Math.PI) / 180
  const m = 1 - eccentricity2 * Math.sin(phi) ** 2
  const root3 = Math.sqrt(m)
  return [
    lon + (east * 180) / ((semiMajorM / root3) * Math.cos(phi) * Math.PI),
    lat + (north * 180) / (((semiMajorM * (1 - eccentricity2)) / (m * root3)) * Math.PI),
  ]
}

/** Takes the GCJ-02 shift away, wherever the place is; exact to 1e-11 degrees. */
export function unshiftFromGcj02(lon: number, lat: number): LonLat {
  return invert(shiftToGcj02, lon, lat)
}

/** GCJ-02 → BD-09. */
export function gcj02ToBd09(lon: number, lat: number): LonLat {
  const z = Math.hypot(lon, lat) + 2e-5 * Math.sin(lat * bdPeriod)
  const theta = Math.atan2(lat, lon) + 3e-6 * Math.cos(lon * bdPeriod)
  return [z * Math.cos(theta) + 0.0065, z * Math.sin(theta) + 0.006]
}

/** BD-09 → GCJ-02, exact to 1e-11 degrees. */
export function bd09ToGcj02(lon: number, lat: number): LonLat {
  return invert(gcj02ToBd09, lon, lat)
}

/** WGS-84 → what AMap draws: shifted in China, as it is elsewhere. */
export function wgs84ToGcj02(lon: number, lat: number): LonLat {
  return isInChina(lon, lat) ? shiftToGcj02(lon, lat) : [lon, lat]
}

/**
 * The inverse of `wgs84ToGcj02`. The shift jumps by some 500 m at its border, so a strip there has two
 * originals; the one inside China is given.
 */
export function gcj02ToWgs84(lon: number, lat: number): LonLat {
  const inside = unshiftFromGcj02(lon, lat)
  return isInChina(inside[0], inside[1]) ? inside : [lon, lat]
}

/** WGS-84 → what Google's road map draws: shifted in the mainland only. */
export function wgs84ToGoogleChina(lon: number, lat: number): LonLat {
  return isInMainlandChina(lon, lat) ? shiftToGcj02(lon, lat) : [lon, lat]
}

/** The inverse of `wgs84ToGoogleChina`, with the same strip as `gcj02ToWgs84`. */
export function googleChinaToWgs84(lon: number, lat: number): LonLat {
  const inside = unshiftFromGcj02(lon, lat)
  return isInMainlandChina(inside[0], inside[1]) ? inside : [lon, lat]
}

/** WGS-84 → what Baidu draws: shifted in China, as it is elsewhere. */
export function wgs84ToBd09(lon: number, lat: number): LonLat {
  if (!isInChina(lon, lat)) return [lon, lat]
  const [gcjLon, gcjLat] = shiftToGcj02(lon, lat)
  return gcj02ToBd09(gcjLon, gcjLat)
}

/** The inverse of `wgs84ToBd09`, with a strip of some 1,000 m as in `gcj02ToWgs84`. */
export function bd09ToWgs84(lon: number, lat: number): LonLat {
  const [gcjLon, gcjLat] = bd09ToGcj02(lon, lat)
  const inside = unshiftFromGcj02(gcjLon, gcjLat)
  return isInChina(inside[0], inside[1]) ? inside : [lon, lat]
}

/** Fixed point: both shifts change so slowly that each step gains three digits or more. */
function invert(forward: (lon: number, lat: number) => LonLat, lon: number, lat: number): LonLat {
  let guessLon = lon
  let guessLat = lat
  for (let step = 0; step < 12; step++) {
    const [shownLon, shownLat] = forward(guessLon, guessLat)
    const dLon = lon - shownLon
    const dLat = lat - shownLat
    guessLon += dLon
    guessLat += dLat
    if (Math.abs(dLon) < 1e-11 && Math.abs(dLat) < 1e-11) break
  }
  return [guessLon, guessLat]
}
