import { qualityBits, untrustedBits } from '../codes/states.ts'
import { distanceM } from '../geo/distance.ts'
import { noPlace, type Track } from './columns.ts'
import { segmentDefaults } from './segment-settings.ts'

/** Where a device was on one UTC day: the columns of a track that say so. */
export type PlacedTrack = Pick<Track, 'length' | 'fixTime' | 'latE7' | 'lonE7' | 'quality'>

/** Believed places in order of time, degrees. */
export interface Places {
  length: number
  time: Float64Array
  lat: Float64Array
  lon: Float64Array
}

const { gapMs, gapStayM } = segmentDefaults
/** Faster than this, further than positions err, and one of two fixes is wrong: as ingest judges it. */
const [jumpKmh, jumpSlackM] = [300, 150]

/**
 * The places of a UTC day that are believed. A fix that wanders while the vehicle stands (drift) tells that it
 * still stands where it was last believed to be; wandering that begins the day, around the middle of it. So a
 * day says the same with and without the day before.
 */
export function believedPlaces(track: PlacedTrack): Places {
  const { latE7, lonE7, quality, fixTime } = track
  const places = {
    length: 0,
    time: new Float64Array(track.length),
    lat: new Float64Array(track.length),
    lon: new Float64Array(track.length),
  }
  let [lat, lon] = standingAtFirst(track)
  for (let i = 0; i < track.length; i++) {
    const bits = quality[i]! & untrustedBits
    if (latE7[i] === noPlace || (bits !== 0 && bits !== qualityBits.drift)) continue
    if (bits === 0) {
      lat = latE7[i]! / 1e7
      lon = lonE7[i]! / 1e7
    }
    places.time[places.length] = fixTime[i]!
    places.lat[places.length] = lat
    places.lon[places.length] = lon
    places.length++
  }
  return places
}

/** The middle of the wandering before the first trusted fix. */
function standingAtFirst({ length, latE7, lonE7, quality }: PlacedTrack): [lat: number, lon: number] {
  const [lats, lons]: [number[], number[]] = [[], []]
  for (let i = 0; i < length; i++) {
    const bits = quality[i]! & untrustedBits
    if (latE7[i] === noPlace || (bits !== 0 && bits !== qualityBits.drift)) continue
    if (bits === 0) break
    lats.push(latE7[i]!)
    lons.push(lonE7[i]!)
  }
  if (lats.length === 0) return [Number.NaN, Number.NaN]
  return [middleOf(lats) / 1e7, middleOf(lons) / 1e7]
}

/** One of the values, so that longitudes on both sides of the 180th meridian do not give one at 0. */
function middleOf(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}

/**
 * What is known of the time between two neighbouring places: `way`, it went straight from one to the other;
 * `stay`, nothing was heard for long, and it was found where it had been; `unknown`.
 */
export type Link = 'way' | 'stay' | 'unknown'

export function linkOf(elapsedMs: number, metres: number): Link {
  if (elapsedMs > gapMs) return metres <= gapStayM ? 'stay' : 'unknown'
  if (metres > jumpSlackM && metres * 3600 > jumpKmh * elapsedMs) return 'unknown'
  return 'way'
}

/** Metres between two of the places. */
export function metresBetween({ lat, lon }: Places, a: number, b: number): number {
  return distanceM(lat[a]!, lon[a]!, lat[b]!, lon[b]!)
}
