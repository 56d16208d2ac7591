import type { EpisodeReason } from '../../codes/episodes.ts'
import { untrustedBits } from '../../codes/states.ts'
import type { Stretch } from '../analysis/motion-segments.ts'
import { borderReason, isIdleBetween, isOff, measureOf, type Survey } from '../analysis/track-analysis.ts'
import type { TripMetres } from '../analysis/trip-mileage.ts'
import type { Track } from '../columns.ts'
import type { MarkedEpisode } from './episode.ts'
import { knownPlaceAt } from './plain-episode.ts'
import { addSpeed, addWay, copyTally, newTally, type Tally, totalsOf } from './quarter-hour-sums.ts'

/** The stop in which a look at the track ended, as far as it had come. */
export interface OpenStop {
  tally: Tally
  began: EpisodeReason
  lat: number
  lon: number
  /** The ignition has been off in it. */
  wasOff: boolean
}

/**
 * Trips and stops, oldest first.
 * @param before the stop that the track continues; null: it begins with its first point
 * @param anchor an index of `division.points` within a stop, which is returned as `open`, as far as it had come there
 */
export function findTrips(
  found: Survey,
  before: OpenStop | null,
  anchor: number | null,
): { episodes: MarkedEpisode[]; open: OpenStop | null } {
  const { track, ignition, division } = found
  const { points, stretches } = division
  const episodes: MarkedEpisode[] = []
  let open: OpenStop | null = null
  let running = before === null ? null : copyStop(before)
  let began: EpisodeReason = 'track'
  const end = (kind: 'trip' | 'stop', stop: OpenStop, b: number, ended: EpisodeReason) => {
    const place = points[b] === undefined ? stop : knownPlaceAt(track, points[b])
    if (stop.tally.to > stop.tally.from) episodes.push(toEpisode(kind, stop, place, ended))
    began = ended
  }
  // The stop that the track continues ends at once, or nothing follows it yet.
  if (running !== null && stretches[0]?.isMoving !== false) {
    if (anchor === 0) open = copyStop(running)
    const soFar = { isMoving: false, a: 0, b: 0 }
    end('stop', running, 0, borderReason(found, soFar, stretches[0], running.wasOff))
    running = null
  }
  for (const [n, stretch] of stretches.entries()) {
    const segment = running ?? newSegment(track, points[stretch.a]!, began)
    running = null
    if (anchor !== null && !stretch.isMoving && stretch.a <= anchor && anchor <= stretch.b) {
      const soFar = { ...stretch, b: anchor }
      open = copyStop(segment)
      addPoints(found, open.tally, soFar, { source: 'gps' })
      open.wasOff ||= isOff(track, ignition, division, soFar)
    }
    addPoints(found, segment.tally, stretch, measureOf(found, stretch))
    const ended = borderReason(found, stretch, stretches[n + 1], segment.wasOff)
    end(stretch.isMoving ? 'trip' : 'stop', segment, stretch.b, ended)
  }
  return { episodes, open }
}

function newSegment(track: Track, i: number, began: EpisodeReason): OpenStop {
  const [lat, lon] = [track.latE7[i]! / 1e7, track.lonE7[i]! / 1e7]
  return { tally: newTally(track.fixTime[i]!), began, lat, lon, wasOff: false }
}

const copyStop = (stop: OpenStop): OpenStop => ({ ...stop, tally: copyTally(stop.tally) })

function toEpisode(
  kind: 'trip' | 'stop',
  { tally, began, lat, lon }: OpenStop,
  to: { lat: number | null; lon: number | null },
  ended: EpisodeReason,
): MarkedEpisode {
  return {
    kind,
    from: tally.from,
    to: tally.to,
    ...totalsOf(tally),
    maxSpeedKmh: tally.maxSpeedKmh === null ? null : Math.round(tally.maxSpeedKmh * 10) / 10,
    fromLat: lat,
    fromLon: lon,
    toLat: to.lat,
    toLon: to.lon,
    began,
    ended,
    fromValue: null,
    toValue: null,
  }
}

/** Adds the points of a trip or stop to its tally. */
function addPoints(
  found: Survey,
  tally: Tally,
  { isMoving, a, b }: Stretch,
  { source }: Pick<TripMetres, 'source'>,
): void {
  const { track, division, odometer } = found
  const { points } = found.division
  // The speed at which it came to a stop is the trip's.
  for (let n = isMoving ? a : a + 1; n <= b; n++) {
    const i = points[n]!
    if (n > a) {
      const [from, to] = [track.fixTime[points[n - 1]!]!, track.fixTime[i]!]
      const isIdle = isIdleBetween(found, n)
      const counted =
        source === 'gps' ? division.metres[n]! : odometer.metres[i]! - odometer.metres[points[n - 1]!]!
      addWay(tally, from, to, isMoving ? counted : 0, isIdle ? to - from : 0)
    }
    const speed = track.speedKmh[i]!
    // Of a speed that is not known the comparison is false.
    if (speed >= 0 && (track.quality[i]! & untrustedBits) === 0)
      addSpeed(tally, track.fixTime[i]!, speed, isMoving)
  }
}
