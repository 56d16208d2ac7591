import { qualityBits, untrustedBits } from '../codes/states.ts'
import { distanceM } from '../geo/distance.ts'
import { hasPlace, type Track } from './columns.ts'

/**
 * Trips and stops: the one model that list, replay, statistics and API share. A vehicle drives from when it
 * is faster than `startKmh` until it is slower than `stopKmh` or its ignition is off; what is too short to be
 * a stop belongs to the trip around it, and what is too short to be a trip belongs to the stop around it.
 */
export interface SegmentSettings {
  /** Two thresholds, so that crawling traffic does not flicker between driving and standing. */
  startKmh: number
  stopKmh: number
  /** A red light is no stop. */
  minStopMs: number
  /** Moving the vehicle in the yard is no trip. */
  minTripMs: number
  minTripM: number
  /** Two reports further apart in time are a pause of the reports, not of the clock between two fixes. */
  gapMs: number
  /** A vehicle found this near after such a pause has been standing. */
  gapStayM: number
}

export const segmentDefaults: SegmentSettings = {
  startKmh: 7,
  stopKmh: 4,
  minStopMs: 180_000,
  minTripMs: 60_000,
  minTripM: 200,
  gapMs: 300_000,
  gapStayM: 300,
}

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
  /** Where it began, WGS-84; for a stop, where it was. */
  lat: number
  lon: number
}

/** A stretch between two points of the track, `a` < `b`, before the short ones are joined to their neighbours. */
interface Stretch {
  isMoving: boolean
  a: number
  b: number
  distanceM: number
}

/** Divides a track in ascending time into trips and stops without a gap between them. */
export function segmentsOf(track: Track, settings: SegmentSettings = segmentDefaults): Segment[] {
  const points = usablePoints(track)
  if (points.length < 2) return []
  let stretches = toStretches(track, points, settings)
  stretches = join(stretches, ({ a, b }) => time(track, b) - time(track, a) < settings.minStopMs, false)
  stretches = join(stretches, (stretch) => isTooShortATrip(track, stretch, settings), true)
  return stretches.map((stretch) => toSegment(track, stretch))
}

const time = (track: Track, index: number) => track.fixTime[index]!

/** Drift stays in: it is a vehicle that stands. Jumps, cells and clocks ahead of time say nothing. */
function usablePoints(track: Track): number[] {
  const points: number[] = []
  const unusable = untrustedBits & ~qualityBits.drift
  for (let i = 0; i < track.length; i++) {
    if (hasPlace(track, i) && (track.quality[i]! & unusable) === 0) points.push(i)
  }
  return points
}

function toStretches(track: Track, points: readonly number[], settings: SegmentSettings): Stretch[] {
  const stretches: Stretch[] = []
  let isMoving = false
  for (let n = 1; n < points.length; n++) {
    const a = points[n - 1]!
    const b = points[n]!
    const metres = isDrift(track, a) && isDrift(track, b) ? 0 : between(track, a, b)
    isMoving = isMovingBetween(track, a, b, metres, isMoving, settings)
    const last = stretches.at(-1)
    if (last?.isMoving === isMoving) {
      last.b = b
      last.distanceM += isMoving ? metres : 0
    } else stretches.push({ isMoving, a, b, distanceM: isMoving ? metres : 0 })
  }
  return stretches
}

const isDrift = (track: Track, index: number) => (track.quality[index]! & qualityBits.drift) !== 0

function isMovingBetween(
  track: Track,
  a: number,
  b: number,
  metres: number,
  before: boolean,
  { gapMs, gapStayM, startKmh, stopKmh }: SegmentSettings,
): boolean {
  const elapsedMs = time(track, b) - time(track, a)
  if (elapsedMs > gapMs) return metres > gapStayM
  if (isDrift(track, b) || (track.accOn[a] === 0 && track.accOn[b] === 0)) return false
  const said = track.speedKmh[b]!
  const speedKmh = Number.isNaN(said) ? (elapsedMs > 0 ? (metres / elapsedMs) * 3600 : 0) : said
  if (speedKmh >= startKmh) return true
  return speedKmh < stopKmh ? false : before
}

function isTooShortATrip(
  track: Track,
  { a, b, distanceM: metres }: Stretch,
  settings: SegmentSettings,
): boolean {
  return time(track, b) - time(track, a) < settings.minTripMs || metres < settings.minTripM
}

/** Joins stretches of one kind that are too short to the ones around them. The first and last may stay short. */
function join(
  stretches: readonly Stretch[],
  isTooShort: (stretch: Stretch) => boolean,
  isMoving: boolean,
): Stretch[] {
  const joined: Stretch[] = []
  for (const [index, stretch] of stretches.entries()) {
    const isInner = isMoving || (index > 0 && index < stretches.length - 1)
    const kind =
      stretch.isMoving === isMoving && isInner && isTooShort(stretch) ? !isMoving : stretch.isMoving
    const last = joined.at(-1)
    if (last?.isMoving === kind) {
      last.b = stretch.b
      // A yard manoeuvre adds nothing to a stop; a red light has nothing to add to a trip.
      last.distanceM += kind ? stretch.distanceM : 0
    } else joined.push({ ...stretch, isMoving: kind, distanceM: kind ? stretch.distanceM : 0 })
  }
  return joined
}

function toSegment(track: Track, { isMoving, a, b, distanceM: metres }: Stretch): Segment {
  let maxSpeedKmh: number | null = null
  for (let i = a; i <= b; i++) {
    const speed = track.speedKmh[i]!
    if ((track.quality[i]! & untrustedBits) === 0 && speed > (maxSpeedKmh ?? -1)) maxSpeedKmh = speed
  }
  return {
    kind: isMoving ? 'trip' : 'stop',
    from: time(track, a),
    to: time(track, b),
    fromIndex: a,
    toIndex: b,
    distanceM: metres,
    maxSpeedKmh,
    lat: track.latE7[a]! / 1e7,
    lon: track.lonE7[a]! / 1e7,
  }
}

function between(track: Track, a: number, b: number): number {
  return distanceM(track.latE7[a]! / 1e7, track.lonE7[a]! / 1e7, track.latE7[b]! / 1e7, track.lonE7[b]! / 1e7)
}
