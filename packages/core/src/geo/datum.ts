import { isInChina, isInMainlandChina } from './china.ts'

/**
 * WGS-84, and the shifted datums of Chinese maps: GCJ-02 (AMap, Google's road map of the mainland) and BD-09
 * (Baidu). Positions are WGS-84 everywhere in Trackway; only what draws on such a map shifts them.
 * Degrees, longitude first. Formulas as published in many places; the constants are those of the Krassovsky
 * ellipsoid.
 */
export type LonLat = [lon: number, lat: number]

const semiMajorM = 6_378_245
const eccentricity2 = 0.006_693_421_622_965_94
const bdPeriod = (3000 * Math.PI) / 180

function wave(v: number): number {
  return Math.sin(Math.PI * v)
}

/** Adds the GCJ-02 shift, wherever the place is. */
function shiftToGcj02(lon: number, lat: number): LonLat {
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
function unshiftFromGcj02(lon: number, lat: number): LonLat {
  return invert(shiftToGcj02, lon, lat)
}

/** GCJ-02 → BD-09. */
function gcj02ToBd09(lon: number, lat: number): LonLat {
  const z = Math.hypot(lon, lat) + 2e-5 * Math.sin(lat * bdPeriod)
  const theta = Math.atan2(lat, lon) + 3e-6 * Math.cos(lon * bdPeriod)
  return [z * Math.cos(theta) + 0.0065, z * Math.sin(theta) + 0.006]
}

/** BD-09 → GCJ-02, exact to 1e-11 degrees. */
function bd09ToGcj02(lon: number, lat: number): LonLat {
  return invert(gcj02ToBd09, lon, lat)
}

/**
 * WGS-84 → what a map draws that is shifted in an area only, and back. The shift jumps by some 500 m at the area's
 * border (1,000 m at Baidu), so a strip there has two originals; the one inside is given.
 */
function shiftedWhere(
  isShifted: (lon: number, lat: number) => boolean,
  shift: (lon: number, lat: number) => LonLat,
  unshift: (lon: number, lat: number) => LonLat,
) {
  return {
    fromWgs84: (lon: number, lat: number): LonLat => (isShifted(lon, lat) ? shift(lon, lat) : [lon, lat]),
    toWgs84: (lon: number, lat: number): LonLat => {
      const inside = unshift(lon, lat)
      return isShifted(...inside) ? inside : [lon, lat]
    },
  }
}

/** What AMap draws: shifted in China. */
export const gcj02 = shiftedWhere(isInChina, shiftToGcj02, unshiftFromGcj02)
/** What Google's road map draws: shifted in the mainland only. */
export const googleChina = shiftedWhere(isInMainlandChina, shiftToGcj02, unshiftFromGcj02)
/** What Baidu draws: shifted twice in China. */
export const bd09 = shiftedWhere(
  isInChina,
  (lon, lat) => gcj02ToBd09(...shiftToGcj02(lon, lat)),
  (lon, lat) => unshiftFromGcj02(...bd09ToGcj02(lon, lat)),
)

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
