import type { TrackSettingValues } from '../api/episodes.ts'
import { qualityBits } from '../codes/states.ts'
import { anchorOf } from './anchor.ts'
import { type BatteryState, findBatteryLegs, newBatteryState } from './battery-legs.ts'
import { hasPlace, indexAt, joinTracks, type Track, type TrackPointValues, toTrack } from './columns.ts'
import type { Episode, EpisodeReason } from './episodes.ts'
import { type Began, findIdling, findIgnition, findOverspeed, knownPlaceAt } from './overlays.ts'
import { findOffline, type Heard, onlyPoints } from './silence.ts'
import { addPoints, borderReason, isOff, measureOf, type Survey, survey } from './survey.ts'
import { copyTally, newTally, type Tally, totalsOf } from './tally.ts'
import { readingSince } from './trip-metres.ts'

/** An episode as it is stored: `marks` as in `Totals`. */
export interface MarkedEpisode extends Episode {
  marks: number[] | null
}

/** The stop in which a look at the track ended, as far as it had come. */
interface OpenStop {
  tally: Tally
  began: EpisodeReason
  lat: number
  lon: number
  /** The ignition has been off in it. */
  wasOff: boolean
}

/**
 * Where a look at a track ended for good: what the next one needs to go on as if it had seen all of the track.
 * Plain data, stored as JSON.
 */
export interface Carry {
  /** The last point that was looked at for good; null: the track given begins with it. */
  point: TrackPointValues | null
  stop: OpenStop
  /** Read in that stop. */
  odometerM: number | null
  ignition: number
  ignitionOn: Began | null
  idle: Began | null
  battery: BatteryState
}

export interface Points {
  /** In order of time, without points of the future. */
  track: Track
  /** Of each point; NaN: unknown. Null: none tells. */
  batteryPercent: Float32Array | null
}

export interface Found {
  /**
   * Those that reach behind the point of `carry`, in no order across kinds. They replace all that began at that
   * point or later, and the idling that was open there: it may have turned out to be none.
   */
  episodes: MarkedEpisode[]
  /** Null: nothing is for good yet. */
  carry: Carry | null
}

/**
 * All episodes of a track, or of what follows the point of `carry`: looking through a track in pieces gives
 * what looking through it at once would.
 */
export function findEpisodes(
  points: Points,
  settings: TrackSettingValues,
  carry: Carry | null,
  heard: Heard = onlyPoints,
): Found {
  const { track, batteryPercent } = continued(points, carry)
  const found = survey(
    track,
    settings,
    carry === null ? undefined : { ignition: carry.ignition, odometerM: carry.odometerM ?? Number.NaN },
  )
  const anchor = anchorOf(found, carry !== null)
  const segments = findSegments(found, carry, anchor)
  const anchorIndex = anchor === null ? -1 : found.division.points[anchor]!
  const idling = findIdling(found, settings.minIdleMs, carry, anchor ?? -1)
  const ignition = findIgnition(
    track,
    found.ignition,
    settings,
    carry?.ignitionOn ?? null,
    carry === null,
    anchorIndex,
  )
  const battery = findBatteryLegs(track, batteryPercent, carry?.battery ?? newBatteryState, anchorIndex)
  const overlays = [
    ...idling.episodes,
    ...ignition.episodes,
    ...findOffline(track, settings.offlineMs, heard, carry !== null),
    ...findOverspeed(found, settings),
    ...battery.episodes,
  ]
  return {
    episodes: [...segments.episodes, ...overlays.map((episode) => ({ ...episode, marks: null }))],
    carry:
      segments.open === null
        ? null
        : {
            point: pointAt(track, anchorIndex),
            stop: segments.open,
            odometerM: odometerIn(found, segments.open, anchorIndex),
            ignition: found.ignition.state[anchorIndex]!,
            ignitionOn: ignition.open,
            idle: idling.open,
            battery: battery.state,
          },
  }
}

/** Trips and stops, and the stop at the anchor as far as there. */
function findSegments(found: Survey, carry: Carry | null, anchor: number | null) {
  const { track, ignition, division } = found
  const { points, stretches } = division
  const episodes: MarkedEpisode[] = []
  let open: OpenStop | null = null
  let running = carry === null ? null : copyStop(carry.stop)
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

/** The point of `carry` in front of the others; what it said of the battery is in its state. */
function continued({ track, batteryPercent }: Points, carry: Carry | null): Points {
  if (!carry?.point) return { track, batteryPercent }
  const whole = joinTracks([toTrack([carry.point]), track])
  if (batteryPercent === null) return { track: whole, batteryPercent }
  const percents = new Float32Array(whole.length).fill(Number.NaN)
  percents.set(batteryPercent, 1)
  return { track: whole, batteryPercent: percents }
}

export function pointAt(track: Track, i: number): TrackPointValues {
  const isPlaced = hasPlace(track, i)
  return {
    fixTime: track.fixTime[i]!,
    latE7: isPlaced ? track.latE7[i]! : null,
    lonE7: isPlaced ? track.lonE7[i]! : null,
    speedKmh: numberOrNull(track.speedKmh[i]!),
    courseDeg: null,
    altitudeM: null,
    satellites: null,
    accOn: track.accOn[i] === -1 ? null : track.accOn[i] === 1,
    odometerM: numberOrNull(track.odometerM[i]!),
    // That it came late is of no account; drift is.
    quality: track.quality[i]! & qualityBits.drift,
  }
}

/** Read in the stop that is open, or carried into it. */
function odometerIn({ track, odometer }: Survey, { tally }: OpenStop, i: number): number | null {
  return numberOrNull(readingSince(odometer, i, indexAt(track, tally.from)))
}

const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value)
