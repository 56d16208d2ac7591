import { qualityBits } from '../../codes/states.ts'
import { analyzeTrack, type TrackAnalysis } from '../analysis/track-analysis.ts'
import { readingSince } from '../analysis/trip-mileage.ts'
import { hasPlace, indexAt, joinTracks, type Track, type TrackPointValues, toTrack } from '../columns.ts'
import type { TrackSettingValues } from '../track-settings.ts'
import { findCharging, newBatteryState } from './charging.ts'
import { type Checkpoint, checkpointIndex } from './checkpoint.ts'
import type { StoredEpisode } from './episode.ts'
import { findTrips, type OpenStop } from './find-trips.ts'
import { findIdling } from './idling.ts'
import { findIgnition } from './ignition.ts'
import { type Contact, findOffline, pointsOnly } from './offline.ts'
import { findOverspeed } from './overspeed.ts'

export interface EpisodeInput {
  /** In order of time, without points of the future. */
  track: Track
  /** Of each point; NaN: unknown. Null: no point has it. */
  batteryPercent: Float32Array | null
}

export interface FoundEpisodes {
  /**
   * Those that end after the point of the checkpoint, in no order across kinds. They replace all that began at that
   * point or later, and the idling that was open there: it may have turned out to be none.
   */
  episodes: StoredEpisode[]
  /** Null: nothing is for good yet. */
  checkpoint: Checkpoint | null
  /** When to look again though nothing comes: the clock decides on what is left out until then; null: nothing is. */
  decidedTime: number | null
}

/**
 * All episodes of a track, or of what follows the point of the checkpoint: processing a track in pieces gives
 * what processing it at once would.
 */
export function findEpisodes(
  points: EpisodeInput,
  settings: TrackSettingValues,
  checkpoint: Checkpoint | null,
  contact: Contact = pointsOnly,
): FoundEpisodes {
  const { track, batteryPercent } = continued(points, checkpoint)
  const analysis = analyzeTrack(
    track,
    settings,
    checkpoint === null
      ? undefined
      : {
          ignition: checkpoint.ignition,
          odometerM: checkpoint.odometerM ?? Number.NaN,
          motion: checkpoint.motion,
        },
    contact.now,
  )
  const checkpointAt = checkpointIndex(analysis, checkpoint !== null)
  const trips = findTrips(analysis, checkpoint?.stop ?? null, checkpointAt)
  const checkpointPoint = checkpointAt === null ? -1 : analysis.motion.points[checkpointAt]!
  const idling = findIdling(analysis, settings.minIdleMs, checkpoint, checkpointAt ?? -1)
  const ignition = findIgnition(
    track,
    analysis.ignition,
    settings,
    checkpoint?.ignitionOn ?? null,
    checkpoint === null,
    checkpointPoint,
  )
  const battery = findCharging(track, batteryPercent, checkpoint?.battery ?? newBatteryState, checkpointPoint)
  const overlays = [
    ...idling.episodes,
    ...ignition.episodes,
    ...findOffline(track, settings.offlineMs, contact, checkpoint !== null),
    ...battery.episodes,
  ]
  return {
    episodes: [
      ...trips.episodes,
      ...findOverspeed(analysis, settings),
      ...overlays.map((episode) => ({ ...episode, quarterHours: null })),
    ],
    checkpoint:
      trips.open === null
        ? null
        : {
            point: pointAt(track, checkpointPoint),
            stop: trips.open,
            odometerM: odometerIn(analysis, trips.open, checkpointPoint),
            ignition: analysis.ignition.state[checkpointPoint]!,
            ignitionOn: ignition.open,
            idle: idling.open,
            battery: battery.state,
            motion: analysis.motion.stateAt(checkpointAt!),
          },
    decidedTime: analysis.motion.decidedTime,
  }
}

/** The point of the checkpoint in front of the others; its battery is in its state. */
function continued({ track, batteryPercent }: EpisodeInput, checkpoint: Checkpoint | null): EpisodeInput {
  if (!checkpoint?.point) return { track, batteryPercent }
  const whole = joinTracks([toTrack([checkpoint.point]), track])
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
    courseDeg: track.courseDeg[i] === -1 ? null : track.courseDeg[i]!,
    altitudeM: null,
    satellites: null,
    accOn: track.accOn[i] === -1 ? null : track.accOn[i] === 1,
    odometerM: numberOrNull(track.odometerM[i]!),
    // That it came late is of no account; drift is.
    quality: track.quality[i]! & qualityBits.drift,
  }
}

/** Read in the stop that is open, or carried into it. */
function odometerIn({ track, odometer }: TrackAnalysis, { sums }: OpenStop, i: number): number | null {
  return numberOrNull(readingSince(odometer, i, indexAt(track, sums.from)))
}

const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value)
