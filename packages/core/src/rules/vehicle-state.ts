import { limits } from '../codes/limits.ts'
import {
  type CarIconState,
  type ConnectionState,
  carIconStates,
  type RunState,
  runStates,
  type TrackState,
  trackStates,
  untrustedBits,
} from '../codes/states.ts'

/** What the state of a vehicle follows from; instants in epoch milliseconds. */
export interface VehicleFacts {
  /** A connection is open, or a connectionless device has reported recently. */
  isConnected: boolean
  /** First time the device ever reported; null: never, it is inactive. */
  activateTime: number | null
  /** When the owner's right to see it ends; null: never. */
  expireTime: number | null
  /** Last time it sent anything. */
  stateTime: number | null
  /** Time of its last position. */
  utcTime: number | null
  hasPosition: boolean
  speedKmh: number | null
  /** From where on it is too fast; null or left out: the platform's limit. */
  speedLimitKmh?: number | null
}

export interface VehicleState {
  state: ConnectionState
  runState: RunState
  carIconState: CarIconState
}

/**
 * The only place that decides the state of a vehicle: list, card, marker, counts and API all use it.
 * Outside tools know the thresholds; overspeed is tested before fast, so that both occur.
 */
export function vehicleState(facts: VehicleFacts, now: number): VehicleState {
  const isExpired = facts.expireTime !== null && facts.expireTime <= now
  const runState = runStateOf(facts)
  const state: ConnectionState = isExpired
    ? 'expired'
    : facts.activateTime === null
      ? 'inactive'
      : facts.isConnected
        ? 'online'
        : 'offline'
  return { state, runState, carIconState: isExpired ? carIconStates.expired : iconOf(facts, runState) }
}

function runStateOf(facts: VehicleFacts): RunState {
  if (!facts.isConnected) return runStates.offline
  if (!facts.hasPosition || facts.utcTime === null || facts.stateTime === null) return runStates.noPosition
  // A parked device stops sending positions and sends heartbeats only: the gap between the two shows it.
  const gapMs = facts.stateTime - facts.utcTime
  if (gapMs > limits.stateGapMs) return runStates.stopped
  return (facts.speedKmh ?? 0) <= limits.stoppedKmh ? runStates.stopped : runStates.moving
}

function iconOf(facts: VehicleFacts, runState: RunState): CarIconState {
  if (runState === runStates.offline) return carIconStates.offline
  if (runState === runStates.noPosition) return carIconStates.unknown
  if (runState === runStates.stopped) return carIconStates.stop
  const speedKmh = facts.speedKmh ?? 0
  if (speedKmh > (facts.speedLimitKmh ?? limits.overspeedKmh)) return carIconStates.overspeed
  return speedKmh > limits.fastKmh ? carIconStates.fast : carIconStates.moving
}

/**
 * The state of a point of a track. Overspeed is tested before fast, so that both occur; a point that counts for
 * nothing is abnormal whatever it reports.
 * @param quality bits of `qualityBits`
 */
export function trackState({ speedKmh, quality }: { speedKmh: number | null; quality: number }): TrackState {
  if ((quality & untrustedBits) !== 0) return trackStates.abnormal
  const speed = speedKmh ?? 0
  if (speed > limits.overspeedKmh) return trackStates.overspeed
  if (speed > limits.fastKmh) return trackStates.fast
  return speed > limits.stoppedKmh ? trackStates.normal : trackStates.stop
}
