import { qualityBits } from '../../codes/states.ts'
import { type Survey, survey } from '../analysis/track-analysis.ts'
import { readingSince } from '../analysis/trip-mileage.ts'
import { hasPlace, indexAt, joinTracks, type Track, type TrackPointValues, toTrack } from '../columns.ts'
import type { TrackSettingValues } from '../track-settings.ts'
import { findBatteryLegs, newBatteryState } from './charging.ts'
import { anchorOf, type Carry } from './checkpoint.ts'
import type { MarkedEpisode } from './episode.ts'
import { findTrips, type OpenStop } from './find-trips.ts'
import { findIdling } from './idling.ts'
import { findIgnition } from './ignition.ts'
import { findOffline, type Heard, onlyPoints } from './offline.ts'
import { findOverspeed } from './overspeed.ts'

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
  const trips = findTrips(found, carry?.stop ?? null, anchor)
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
    episodes: [...trips.episodes, ...overlays.map((episode) => ({ ...episode, marks: null }))],
    carry:
      trips.open === null
        ? null
        : {
            point: pointAt(track, anchorIndex),
            stop: trips.open,
            odometerM: odometerIn(found, trips.open, anchorIndex),
            ignition: found.ignition.state[anchorIndex]!,
            ignitionOn: ignition.open,
            idle: idling.open,
            battery: battery.state,
          },
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

function pointAt(track: Track, i: number): TrackPointValues {
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
