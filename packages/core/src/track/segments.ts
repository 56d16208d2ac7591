import { untrustedBits } from '../codes/states.ts'
import type { Track } from './columns.ts'
import { type SegmentSettings, segmentDefaults } from './segment-settings.ts'
import { isIgnitionOff, type Stretch, stretchesOf } from './stretches.ts'

/** Why a segment begins or ends where it does; `track`: there is no more of it. */
export type SegmentReason = 'track' | 'speed' | 'ignition'

export interface Segment {
  kind: 'trip' | 'stop'
  /** Epoch ms; a segment ends where the next begins. */
  from: number
  to: number
  /** First and last point, as indices of the track. */
  fromIndex: number
  toIndex: number
  distanceM: number
  /** Null where no point told its speed. */
  maxSpeedKmh: number | null
  /** Standing with the ignition on; part of a stop or of a trip's halts. */
  idleMs: number
  /** Where it began, WGS-84; for a stop, where it was. */
  lat: number
  lon: number
  began: SegmentReason
  ended: SegmentReason
}

/**
 * Trips and stops of a track in ascending time, without a gap between them: the one model that list, replay,
 * statistics and API share. A vehicle drives from when it is faster than `startKmh` until it is slower than
 * `stopKmh` or its ignition is off; what is too short to be a stop belongs to the trip around it, and what is
 * too short to be a trip belongs to the stop around it.
 */
export function segmentsOf(track: Track, settings: SegmentSettings = segmentDefaults): Segment[] {
  const stretches = stretchesOf(track, settings)
  return stretches.map((stretch, n) => ({
    ...toSegment(track, stretch, settings),
    began: borderReason(track, stretches[n - 1], stretch),
    ended: borderReason(track, stretch, stretches[n + 1]),
  }))
}

function toSegment(track: Track, { isMoving, a, b, distanceM }: Stretch, { stopKmh }: SegmentSettings) {
  let maxSpeedKmh: number | null = null
  let idleMs = 0
  for (let i = a; i <= b; i++) {
    const speed = track.speedKmh[i]!
    if ((track.quality[i]! & untrustedBits) === 0 && speed > (maxSpeedKmh ?? -1)) maxSpeedKmh = speed
    const isOn = i > a && track.accOn[i - 1] === 1 && track.accOn[i] === 1
    const isIdle = isOn && (!isMoving || speed < stopKmh)
    if (isIdle) idleMs += track.fixTime[i]! - track.fixTime[i - 1]!
  }
  return {
    kind: isMoving ? ('trip' as const) : ('stop' as const),
    from: track.fixTime[a]!,
    to: track.fixTime[b]!,
    fromIndex: a,
    toIndex: b,
    distanceM,
    maxSpeedKmh,
    idleMs,
    lat: track.latE7[a]! / 1e7,
    lon: track.lonE7[a]! / 1e7,
  }
}

function borderReason(track: Track, before: Stretch | undefined, after: Stretch | undefined): SegmentReason {
  if (before === undefined || after === undefined) return 'track'
  return isIgnitionOff(track, before.isMoving ? after : before) ? 'ignition' : 'speed'
}
