import type { LonLat } from './datum.ts'

/** The three Mercator planes of web maps, in metres of the plane. Degrees in, longitude first. */
export type ProjectedPoint = [x: number, y: number]

const radiusM = 6_378_137
const radians = Math.PI / 180
const eccentricity = 0.081_819_190_842_621_5
/** Where the square of Web Mercator ends. */
export const maxMercatorLat = 85.051_128_779_806_6
export const halfWorldM = Math.PI * radiusM

/** Spherical (EPSG:3857): OSM, Google, AMap, Tianditu. */
export function toWebMercator(lon: number, lat: number): ProjectedPoint {
  const bounded = clamp(lat, maxMercatorLat)
  return [lon * radians * radiusM, radiusM * Math.log(Math.tan(Math.PI / 4 + (bounded * radians) / 2))]
}

export function fromWebMercator(x: number, y: number): LonLat {
  return [x / radiusM / radians, (2 * Math.atan(Math.exp(y / radiusM)) - Math.PI / 2) / radians]
}

/** On the ellipsoid (EPSG:3395): Yandex. */
export function toWorldMercator(lon: number, lat: number): ProjectedPoint {
  const phi = clamp(lat, 85.084_059) * radians
  const flattening =
    ((1 - eccentricity * Math.sin(phi)) / (1 + eccentricity * Math.sin(phi))) ** (eccentricity / 2)
  return [lon * radians * radiusM, radiusM * Math.log(Math.tan(Math.PI / 4 + phi / 2) * flattening)]
}

export function fromWorldMercator(x: number, y: number): LonLat {
  const t = Math.exp(-y / radiusM)
  let phi = Math.PI / 2 - 2 * Math.atan(t)
  for (let step = 0; step < 15; step++) {
    const s = eccentricity * Math.sin(phi)
    const next = Math.PI / 2 - 2 * Math.atan(t * ((1 - s) / (1 + s)) ** (eccentricity / 2))
    if (Math.abs(next - phi) < 1e-14) break
    phi = next
  }
  return [x / radiusM / radians, phi / radians]
}

/**
 * Baidu's Mercator from BD-09: a polynomial of the sixth degree in |latitude| for each of six bands.
 * Lower bound of the band; metres at longitude 0 and per degree of longitude; coefficients 0 to 6; divisor.
 * Source: the published forward table, as in gcoord (MIT), `LL2MC`.
 */
const baiduBands = [
  [
    0, -0.0003218135878613132, 111320.7020701615, 0.00369383431289, 823725.6402795718, 0.46104986909093,
    2351.343141331292, 1.58060784298199, 8.77738589078284, 0.37238884252424, 7.45,
  ],
  [
    15, -0.0003441963504368392, 111320.7020576856, 278.2353980772752, 2485758.690035394, 6070.750963243378,
    54821.18345352118, 9540.606633304236, -2710.55326746645, 1405.483844121726, 22.5,
  ],
  [
    30, 0.00220636496208, 111320.7020209128, 51751.86112841131, 3796837.749470245, 992013.7397791013,
    -1221952.21711287, 1340652.697009075, -620943.6990984312, 144416.9293806241, 37.5,
  ],
  [
    45, 0.00337398766765, 111320.7020202162, 4481351.045890365, -23393751.19931662, 79682215.47186455,
    -115964993.2797253, 97236711.15602145, -43661946.33752821, 8477230.501135234, 52.5,
  ],
  [
    60, 0.0008277824516172526, 111320.7020463578, 647795574.6671607, -4082003173.641316, 10774905663.51142,
    -15171875531.51559, 12053065338.62167, -5124939663.577472, 913311935.9512032, 67.5,
  ],
] as const
/** The last band of the published table begins at 75 and is never reached: Baidu's map ends at 74. */
export const maxBaiduLat = 74

export function bd09ToMercator(lon: number, lat: number): ProjectedPoint {
  const absLat = Math.min(Math.abs(lat), maxBaiduLat)
  const band = bandOf(absLat)
  const x = band[1] + band[2] * Math.abs(lon)
  const y = northing(band, absLat)
  return [lon < 0 ? -x : x, lat < 0 ? -y : y]
}

export function mercatorToBd09(x: number, y: number): LonLat {
  const absY = Math.min(Math.abs(y), baiduTopM)
  // The last band whose beginning is not above the place; bands meet within millimetres.
  const index = Math.max(
    0,
    bandBeginM.findLastIndex((begin) => begin <= absY),
  )
  const band = baiduBands[index]!
  const lat = latitudeIn(band, absY, band[0], baiduBands[index + 1]?.[0] ?? maxBaiduLat)
  const lon = (Math.abs(x) - band[1]) / band[2]
  return [x < 0 ? -lon : lon, y < 0 ? -lat : lat]
}

type Band = (typeof baiduBands)[number]

function bandOf(absLat: number): Band {
  return baiduBands[Math.min(4, Math.floor(absLat / 15))]!
}

function northing(band: Band, absLat: number): number {
  const c = absLat / band[10]
  return band[3] + c * (band[4] + c * (band[5] + c * (band[6] + c * (band[7] + c * (band[8] + c * band[9])))))
}

/** By halving the band, to less than a micrometre: northings rise with the latitude. */
function latitudeIn(band: Band, y: number, lowest: number, highest: number): number {
  let [low, high] = [lowest, highest]
  for (let step = 0; step < 48; step++) {
    const middle = (low + high) / 2
    if (northing(band, middle) > y) high = middle
    else low = middle
  }
  return (low + high) / 2
}

const bandBeginM = baiduBands.map((band) => northing(band, band[0]))
const baiduTopM = northing(baiduBands[4], maxBaiduLat)

function clamp(value: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, value))
}
