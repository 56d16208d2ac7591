import type { Track } from '../columns.ts'

/** Within this of one place a vehicle stays, whatever speed it reports; wider where few satellites place it. */
const radiusM = 50
const wideRadiusM = 100
const fewSatellites = 5
/** Within so much more it stays, creeping as in a queue or a yard, when it does for so many times as long. */
const creptRadiusShare = 1.7
const creptTimeShare = 1.6
/** Places where stays may have begun count as one within this, 10^-7 degree: about 11 m. */
const cellE7 = 1_000
const metresPerE7 = 0.011_119_5

/** How still it was on the way that leads to a point; `slowAway`: slow from a point at which it stood. */
export const stillnesses = { moving: 0, slow: 1, slowAway: 2, still: 3 } as const

/** A place that the vehicle has not left since. Plain data: it is stored while a track is processed page by page. */
export interface StayPlace {
  since: number
  latE7: number
  lonE7: number
  /** It came there slowly, or has crept further from it than it wanders. */
  hasCrept?: boolean | undefined
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
 * Finds where a vehicle stayed within a radius for `minStopMs` or longer, whatever speed it reports, or crept about
 * within a wider one for twice as long. A stay begins with and ends with a still leg, so that driving up and away is
 * none of it; a slow leg is still for those that crept. Where it stays at last, it has not crept on the way there.
 * @param stillness by point: of `stillnesses`
 * @param before the places not left at the first point, where the track continues another
 */
export function findStays(
  track: Track,
  points: readonly number[],
  stillness: Uint8Array,
  minStopMs: number,
  before: readonly StayPlace[],
): Stays {
  const isWithin = new Uint8Array(points.length)
  const first = before.map((place) => ({ ...place, at: 0 }))
  /** What is open at a point, and the place it is found to have stayed at up to there. */
  const step = (open: readonly OpenPlace[], n: number): { open: readonly OpenPlace[]; stay?: OpenPlace } => {
    if (stillness[n] === stillnesses.moving) return { open: notLeft(open, track, points[n]!, minStopMs) }
    const isSlow = stillness[n] !== stillnesses.still
    // A stop begins at a point at which it stood: what is found from there on depends on nothing before.
    const begun =
      stillness[n] === stillnesses.slow ? open : withPlace(open, track, points[n - 1]!, n - 1, isSlow)
    const places = notLeft(begun, track, points[n]!, minStopMs)
    const isStay = ({ since, hasCrept }: OpenPlace) =>
      track.fixTime[points[n]!]! - since >= minStopMs * (hasCrept ? creptTimeShare : 1)
    const stay = isSlow ? undefined : places.find((place) => !place.hasCrept && isStay(place))
    if (stay === undefined)
      return { open: places, stay: places.find((place) => place.hasCrept && isStay(place)) }
    return { open: places.filter(({ hasCrept }) => !hasCrept), stay }
  }
  let open: readonly OpenPlace[] = first
  let markedTo = 0
  /** The last point before each at which no place was open. */
  const emptyAt = new Int32Array(points.length)
  for (let n = 1; n < points.length; n++) {
    const found = step(open, n)
    open = found.open
    emptyAt[n] = open.length === 0 ? n : emptyAt[n - 1]!
    if (found.stay === undefined) continue
    isWithin.fill(1, Math.max(markedTo, found.stay.at) + 1, n + 1)
    markedTo = n
  }
  return {
    isWithin,
    openAt: (end) => {
      const start = emptyAt[end]!
      let places: readonly OpenPlace[] = start === 0 ? first : []
      for (let n = start + 1; n <= end; n++) places = step(places, n).open
      return places.map(({ at: _, ...place }) => place)
    },
  }
}

/** Places are rounded, so that a night in one place is a few of them. */
function withPlace(
  open: readonly OpenPlace[],
  track: Track,
  i: number,
  at: number,
  isSlow: boolean,
): readonly OpenPlace[] {
  const latE7 = Math.round(track.latE7[i]! / cellE7) * cellE7
  const lonE7 = Math.round(track.lonE7[i]! / cellE7) * cellE7
  const isKnown = (place: OpenPlace) =>
    place.latE7 === latE7 && place.lonE7 === lonE7 && (isSlow || !place.hasCrept)
  if (open.some(isKnown)) return open
  const place = { since: track.fixTime[i]!, latE7, lonE7, at }
  return [...open, isSlow ? { ...place, hasCrept: true } : place]
}

/** Where it stayed before it went further, it does not creep about. */
function notLeft(
  open: readonly OpenPlace[],
  track: Track,
  i: number,
  minStopMs: number,
): readonly OpenPlace[] {
  if (open.length === 0) return open
  const satellites = track.satellites[i]!
  const radius = satellites >= 0 && satellites < fewSatellites ? wideRadiusM : radiusM
  const perLonE7 = metresPerE7 * Math.cos((track.latE7[i]! / 1e7) * (Math.PI / 180))
  const metresSquared = ({ latE7, lonE7 }: StayPlace) => {
    const north = (track.latE7[i]! - latE7) * metresPerE7
    const east = (track.lonE7[i]! - lonE7) * perLonE7
    return north * north + east * east
  }
  const isNear = (place: StayPlace) => metresSquared(place) <= radius * radius
  if (open.every((place) => isNear(place))) return open
  return open.flatMap((place) => {
    if (isNear(place)) return place
    if (metresSquared(place) > (radius * creptRadiusShare) ** 2) return []
    if (place.hasCrept) return place
    return track.fixTime[i]! - place.since < minStopMs ? { ...place, hasCrept: true } : []
  })
}
