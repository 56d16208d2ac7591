import { qualityBits, untrustedBits } from '../../codes/states.ts'
import { distanceM } from '../../geo/distance.ts'
import { hasPlace, type Track } from '../columns.ts'
import { type SegmentSettings, trackSettingDefaults } from '../track-settings.ts'

/** Nobody drives faster, or gathers speed faster. */
const fastestMs = 300 / 3.6
const accelerationMs2 = 3
/** Two fixes may lie this far apart by the error of positioning alone. */
const slackM = 150
/** A place far away from which the vehicle is back so soon was never reached. */
const leapMs = 600_000
/** The same with the ignition off and no speed, where nothing else shows that it moved. */
const parkedLeapMs = 3_600_000
/** How far the place of a vehicle with its ignition off wanders. */
const parkedRadiusM = 200
/** Who drives on for so long and so far, in so many legs as long as its speeds say, is there and need not come back. */
const drivesOn = { ms: 120_000, metres: 1_000, legs: 3, kmh: 15, shares: [0.5, 1.5] } as const
/** Late points may change what is believed this long before them. */
export const believedWithinMs = parkedLeapMs

/** The points of a track that say where the vehicle was. */
export interface BelievedPoints {
  /** Indices of the track. */
  points: number[]
  /** By point: the straight way from the one before, metres. */
  ways: number[]
  /** The first index of the track of which it may still turn out either way; the length of the track: none. */
  undecidedFrom: number
  /** When the clock decides on what is left out because it may still turn out either way; null: nothing is. */
  decidedTime: number | null
  /** Of `points`, those that nobody can have reached from the one before: the way to them was not driven. */
  unreached: Set<number>
}

/**
 * Judges every place against its neighbours in time, also those that came late, as far as the track goes: a place that
 * nobody can have driven to is left out where the vehicle is soon found back, however many fixes confirm it; where it
 * stays there, or drives on from there, the place before was the wrong one or something carried it. What may still turn
 * out either way at the end of the track is left out until it has, or until it is too late for coming back.
 * @param now the points given are all there are by now; null: the track goes on after them
 */
export function findBelievedPoints(
  track: Track,
  { stopKmh }: Pick<SegmentSettings, 'stopKmh'>,
  now: number | null = null,
): BelievedPoints {
  const usable = usablePoints(track)
  const points: number[] = []
  const ways: number[] = []
  const unreached = new Set<number>()
  let undecidedFrom = track.length
  let decidedTime: number | null = null
  const isParked = (i: number) => track.accOn[i] === 0 && !(track.speedKmh[i]! >= stopKmh)
  const isNear = (a: number, b: number) => metresBetween(track, a, b) <= parkedRadiusM
  const canReach = (a: number, b: number) => isDrivable(track, a, b, metresBetween(track, a, b))
  const believe = (i: number, way: number) => {
    points.push(i)
    ways.push(way)
  }

  if (usable.length > 0) believe(usable[0]!, 0)
  for (let n = 1; n < usable.length; n++) {
    const last = points[points.length - 1]!
    const here = usable[n]!
    const way = metresBetween(track, last, here)
    const isReached = isDrivable(track, last, here, way)
    const isParkedLeap = isReached && way > parkedRadiusM && isParked(last) && isParked(here)
    if (isReached && !isParkedLeap) {
      believe(here, way)
      continue
    }
    const until = track.fixTime[here]! + (isParkedLeap ? parkedLeapMs : leapMs)
    const back = findReturn(n, until, (before, there) =>
      isParkedLeap
        ? !isParked(there) || isNear(last, there)
        : isNear(last, there) || (!canReach(before, there) && canReach(last, there)),
    )
    if (back === 'unknown') {
      undecidedFrom = Math.min(undecidedFrom, here)
      if (now === null || now <= until) {
        decidedTime = until + 1
        break
      }
    }
    const hasReturned = typeof back === 'number'
    // It was driven away from there: with the ignition on, or in a way that its speed shows.
    if (!hasReturned || (isParkedLeap && !isNear(last, usable[back]!))) {
      if (!isReached) unreached.add(points.length)
      believe(here, way)
    } else n = back - 1
  }
  return { points, ways, undecidedFrom, decidedTime, unreached }

  /** The first point until then that is back, as its place in `usable`; null: none; unknown: it may yet come. */
  function findReturn(n: number, until: number, isBack: (before: number, there: number) => boolean) {
    const first = usable[n]!
    let drivenLegs = 0
    for (let m = n + 1; m < usable.length; m++) {
      const [before, there] = [usable[m - 1]!, usable[m]!]
      if (track.fixTime[there]! > until) return null
      if (isBack(before, there)) return m
      if (!canReach(before, there)) drivenLegs = Number.NEGATIVE_INFINITY
      else if (isDriven(track, before, there)) drivenLegs++
      if (
        drivenLegs >= drivesOn.legs &&
        track.fixTime[there]! - track.fixTime[first]! >= drivesOn.ms &&
        metresBetween(track, first, there) >= drivesOn.metres
      )
        return null
    }
    return track.fixTime[track.length - 1]! > until ? null : 'unknown'
  }
}

/** Is the way as long as the speeds at both ends say? Where none is reported, the way itself must be a drive's. */
function isDriven(track: Track, a: number, b: number): boolean {
  const seconds = (track.fixTime[b]! - track.fixTime[a]!) / 1000
  const wayKmh = (metresBetween(track, a, b) / seconds) * 3.6
  const saidKmh = (track.speedKmh[a]! + track.speedKmh[b]!) / 2
  if (Number.isNaN(saidKmh)) return wayKmh >= drivesOn.kmh
  const [least, most] = drivesOn.shares
  return saidKmh >= drivesOn.kmh && wayKmh >= saidKmh * least && wayKmh <= saidKmh * most
}

/** Marks the places that nobody can have reached as jumps, in place, and no others; what is undecided stays as it is. */
export function markJumps(
  track: Track,
  settings: Pick<SegmentSettings, 'stopKmh'> = trackSettingDefaults,
): void {
  const { points, undecidedFrom } = findBelievedPoints(track, settings)
  const believed = new Set(points)
  for (const i of usablePoints(track)) {
    if (i >= undecidedFrom) break
    if (believed.has(i)) track.quality[i]! &= ~qualityBits.jump
    else track.quality[i]! |= qualityBits.jump
  }
}

/**
 * Drift stays in: it is a parked vehicle. Fixes by cells and from clocks ahead of time are ignored. What
 * seemed to be a jump when it came is judged anew: more is known now.
 */
function usablePoints(track: Track): number[] {
  const points: number[] = []
  const unusable = untrustedBits & ~qualityBits.drift & ~qualityBits.jump
  for (let i = 0; i < track.length; i++) {
    if (hasPlace(track, i) && (track.quality[i]! & unusable) === 0) points.push(i)
  }
  return points
}

/** Could a vehicle have driven the straight way in that time, accelerating from its reported speeds at both ends? */
function isDrivable(track: Track, a: number, b: number, metres: number): boolean {
  if (metres <= slackM) return true
  const seconds = Math.max(1, (track.fixTime[b]! - track.fixTime[a]!) / 1000)
  if (metres > slackM + fastestMs * seconds) return false
  const [speedA, speedB] = [track.speedKmh[a]! / 3.6, track.speedKmh[b]! / 3.6]
  if (Number.isNaN(speedA + speedB)) return true
  // It gathers speed from one end and brakes towards the other; in between it is as fast as it can be.
  const topMs = Math.min(fastestMs, (speedA + speedB + accelerationMs2 * seconds) / 2)
  const lostS = (topMs - speedA) ** 2 + (topMs - speedB) ** 2
  return metres <= slackM + topMs * seconds - lostS / (2 * accelerationMs2)
}

export function metresBetween(track: Track, a: number, b: number): number {
  return distanceM(track.latE7[a]! / 1e7, track.lonE7[a]! / 1e7, track.latE7[b]! / 1e7, track.lonE7[b]! / 1e7)
}
