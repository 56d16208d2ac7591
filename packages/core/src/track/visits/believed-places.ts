import { qualityBits, untrustedBits } from '../../codes/states.ts'
import type { Place } from '../../geo/area.ts'
import { noPlace, type Track } from '../columns.ts'
import { trackSettingDefaults } from '../track-settings.ts'

/** Where a device was on one UTC day: the columns of a track that say so. */
export type PlacedTrack = Pick<Track, 'length' | 'fixTime' | 'latE7' | 'lonE7' | 'quality'>

/** Believed places in order of time, 10^-7 degree. */
export type BelievedPlaces = Pick<Track, 'length' | 'fixTime' | 'latE7' | 'lonE7'>

const { gapMs, gapStayM } = trackSettingDefaults
/** Faster than this, further than positions err, and one of two fixes is wrong: as ingest judges it. */
const [jumpKmh, jumpSlackM] = [300, 150]

/**
 * The places of a UTC day that are believed. A fix that drifts while the vehicle is parked shows that it
 * is still where it was last believed to be; drift that begins the day, around the middle of it. So a
 * day has the same places with and without the day before.
 * @param into where they are put; the track itself, if nobody needs it any more
 */
export function believedPlaces(track: PlacedTrack, into?: BelievedPlaces): BelievedPlaces {
  const { length, fixTime, latE7, lonE7, quality } = track
  let i = 0
  while (i < length && latE7[i] !== noPlace && (quality[i]! & untrustedBits) === 0) i++
  if (i === length) return track

  const places = into ?? {
    length: 0,
    fixTime: new Float64Array(length),
    latE7: new Int32Array(length),
    lonE7: new Int32Array(length),
  }
  let [lat, lon] = standingAtFirst(track)
  let count = 0
  for (i = 0; i < length; i++) {
    const bits = quality[i]! & untrustedBits
    if (latE7[i] === noPlace || (bits !== 0 && bits !== qualityBits.drift)) continue
    if (bits === 0) {
      lat = latE7[i]!
      lon = lonE7[i]!
    }
    places.fixTime[count] = fixTime[i]!
    places.latE7[count] = lat
    places.lonE7[count++] = lon
  }
  places.length = count
  return places
}

/** More would not make the middle more precise. */
const samples = 64

/**
 * The middle of the wandering before the first trusted fix: of latitudes and longitudes one each, so that those on
 * both sides of the 180th meridian do not give one at 0.
 */
function standingAtFirst({ length, latE7, lonE7, quality }: PlacedTrack): [lat: number, lon: number] {
  const wandering: number[] = []
  for (let i = 0; i < length; i++) {
    const bits = quality[i]! & untrustedBits
    if (bits === 0 && latE7[i] !== noPlace) break
    if (bits === qualityBits.drift && latE7[i] !== noPlace) wandering.push(i)
  }
  if (wandering.length === 0) return [noPlace, noPlace]
  const count = Math.min(samples, wandering.length)
  const middleOf = (values: Int32Array) => {
    const some = new Int32Array(count)
    for (let n = 0; n < count; n++) some[n] = values[wandering[Math.floor((n * wandering.length) / count)]!]!
    return some.sort()[count >> 1]!
  }
  return [middleOf(latE7), middleOf(lonE7)]
}

/**
 * What is known of the time between two neighbouring places: `way`, it went straight from one to the other;
 * `stay`, after a long silence it was found where it had been; `unknown`.
 */
export type Link = 'way' | 'stay' | 'unknown'

export function linkOf(elapsedMs: number, metres: number): Link {
  if (elapsedMs > gapMs) return metres <= gapStayM ? 'stay' : 'unknown'
  if (metres > jumpSlackM && metres * 3600 > jumpKmh * elapsedMs) return 'unknown'
  return 'way'
}

/** Degrees. */
export function placeAt({ latE7, lonE7 }: BelievedPlaces, i: number): Place {
  return { lat: latE7[i]! / 1e7, lon: lonE7[i]! / 1e7 }
}
