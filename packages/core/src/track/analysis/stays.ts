import type { Track } from '../columns.ts'

/** Within this of one place a vehicle stays, whatever speed it reports; wider where few satellites place it. */
const radiusM = 50
const wideRadiusM = 100
const fewSatellites = 5
/** Places where stays may have begun count as one within this, 10^-7 degree: about 11 m. */
const cellE7 = 1_000
const metresPerE7 = 0.011_119_5

/** A place that the vehicle has not left since. Plain data: it is stored while a track is processed page by page. */
export interface StayPlace {
  since: number
  latE7: number
  lonE7: number
}

interface OpenPlace extends StayPlace {
  /** The point it was opened at; 0 for those that are older than the track. */
  at: number
}

export interface Stays {
  /** By point: the way that leads to it lies within a stay. */
  isWithin: Uint8Array
  /** The places that had not been left at a point, oldest first. */
  openAt: (n: number) => StayPlace[]
}

/**
 * Finds where a vehicle stayed within a radius for `minStopMs` or longer, whatever speed it reports. A stay begins with
 * and ends with a still leg, so that driving up and away is none of it.
 * @param isStill by point: on the way that leads to it the vehicle stood, or made far less way than by its reported speed
 * @param before the places not left at the first point, where the track continues another
 */
export function findStays(
  track: Track,
  points: readonly number[],
  isStill: Uint8Array,
  minStopMs: number,
  before: readonly StayPlace[],
): Stays {
  const isWithin = new Uint8Array(points.length)
  const first = before.map((place) => ({ ...place, at: 0 }))
  const opened = (open: readonly OpenPlace[], n: number) =>
    notLeft(isStill[n] ? withPlace(open, track, points[n - 1]!, n - 1) : open, track, points[n]!)
  let open: readonly OpenPlace[] = first
  let markedTo = 0
  /** The last point before each at which no place was open. */
  const emptyAt = new Int32Array(points.length)
  for (let n = 1; n < points.length; n++) {
    open = opened(open, n)
    emptyAt[n] = open.length === 0 ? n : emptyAt[n - 1]!
    const oldest = open[0]
    if (!isStill[n] || oldest === undefined || track.fixTime[points[n]!]! - oldest.since < minStopMs) continue
    isWithin.fill(1, Math.max(markedTo, oldest.at) + 1, n + 1)
    markedTo = n
  }
  return {
    isWithin,
    openAt: (end) => {
      const start = emptyAt[end]!
      let places: readonly OpenPlace[] = start === 0 ? first : []
      for (let n = start + 1; n <= end; n++) places = opened(places, n)
      return places.map(({ at: _, ...place }) => place)
    },
  }
}

/** Places are rounded, so that a night in one place is a few of them. */
function withPlace(open: readonly OpenPlace[], track: Track, i: number, at: number): readonly OpenPlace[] {
  const latE7 = Math.round(track.latE7[i]! / cellE7) * cellE7
  const lonE7 = Math.round(track.lonE7[i]! / cellE7) * cellE7
  if (open.some((place) => place.latE7 === latE7 && place.lonE7 === lonE7)) return open
  return [...open, { since: track.fixTime[i]!, latE7, lonE7, at }]
}

function notLeft(open: readonly OpenPlace[], track: Track, i: number): readonly OpenPlace[] {
  if (open.length === 0) return open
  const satellites = track.satellites[i]!
  const radius = satellites >= 0 && satellites < fewSatellites ? wideRadiusM : radiusM
  const perLonE7 = metresPerE7 * Math.cos((track.latE7[i]! / 1e7) * (Math.PI / 180))
  const isNear = ({ latE7, lonE7 }: StayPlace) => {
    const north = (track.latE7[i]! - latE7) * metresPerE7
    const east = (track.lonE7[i]! - lonE7) * perLonE7
    return north * north + east * east <= radius * radius
  }
  return open.every(isNear) ? open : open.filter(isNear)
}
