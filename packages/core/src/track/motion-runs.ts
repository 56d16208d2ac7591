import { qualityBits } from '../codes/states.ts'
import { hasPlace, type Track } from './columns.ts'
import { isTrusted, metresBetween } from './mileage.ts'
import type { SegmentRules } from './segments.ts'

/** `silent`: nothing was heard, and the vehicle was elsewhere afterwards. */
export type RunKind = 'moving' | 'standing' | 'silent'

/** A stretch of a track between two of its points, `first` and `last`, both included. */
export interface Run {
  kind: RunKind
  first: number
  last: number
}

/**
 * Cuts a track into stretches of moving, standing and silence: first step by step, then without stops too
 * short to be one (traffic lights, jams) and without movements too short to be a trip (wandering fixes).
 */
export function motionRuns(track: Track, rules: SegmentRules): Run[] {
  const steps = mergeEqual(rawRuns(track, rules))
  const withoutPauses = mergeEqual(
    steps.map((run, i) => (isPause(track, run, steps, i, rules) ? { ...run, kind: 'moving' as const } : run)),
  )
  return mergeEqual(
    withoutPauses.map((run) => (isTrifle(track, run, rules) ? { ...run, kind: 'standing' as const } : run)),
  )
}

/** One run for each step from one usable point to the next. */
function rawRuns(track: Track, rules: SegmentRules): Run[] {
  const runs: Run[] = []
  let before = -1
  /** The last trusted point: a drifting one says that the vehicle stands, not where. */
  let anchor = -1
  let wasMoving = false
  for (let i = 0; i < track.length; i++) {
    const isDrift = isDrifting(track, i)
    if (!isDrift && !isTrusted(track, i)) continue
    const metres = anchor < 0 || isDrift ? 0 : metresBetween(track, anchor, i)
    const elapsedMs = before < 0 ? 0 : track.fixTime[i]! - track.fixTime[before]!
    const isMoving = !isDrift && moves(track, i, metres, elapsedMs, wasMoving, rules)
    if (before >= 0) {
      runs.push({ kind: kindOf(metres, elapsedMs, wasMoving || isMoving, rules), first: before, last: i })
    }
    if (!isDrift) anchor = i
    before = i
    wasMoving = isMoving
  }
  return runs
}

function kindOf(metres: number, elapsedMs: number, isMoving: boolean, rules: SegmentRules): RunKind {
  const isElsewhere = metres > rules.standingRadiusM
  if (elapsedMs > rules.silenceMs) return isElsewhere ? 'silent' : 'standing'
  // Two reports from traffic lights, a kilometre apart: it drove in between.
  return isMoving || isElsewhere ? 'moving' : 'standing'
}

function moves(
  track: Track,
  i: number,
  metres: number,
  elapsedMs: number,
  was: boolean,
  rules: SegmentRules,
): boolean {
  const said = track.speedKmh[i]!
  const kmh = Number.isNaN(said) ? (elapsedMs > 0 ? (metres / elapsedMs) * 3600 : 0) : said
  if (track.accOn[i] === 0) return kmh >= rules.unwiredKmh
  return kmh >= (was ? rules.stopKmh : rules.startKmh)
}

function isPause(track: Track, run: Run, runs: readonly Run[], i: number, rules: SegmentRules): boolean {
  if (run.kind !== 'standing') return false
  const isBesideTrip = runs[i - 1]?.kind === 'moving' || runs[i + 1]?.kind === 'moving'
  const ms = track.fixTime[run.last]! - track.fixTime[run.first]!
  return isBesideTrip && ms < (isIgnitionOff(track, run) ? rules.minParkedMs : rules.minStopMs)
}

/** The device said "off" at some point of it and never "on" before the last one, which may begin the next trip. */
export function isIgnitionOff(track: Track, { first, last }: Run): boolean {
  let isOff = false
  for (let i = first; i < last; i++) {
    if (track.accOn[i] === 0) isOff = true
    else if (track.accOn[i] === 1 && isOff) return false
  }
  return isOff
}

function isTrifle(track: Track, run: Run, rules: SegmentRules): boolean {
  if (run.kind !== 'moving') return false
  if (track.fixTime[run.last]! - track.fixTime[run.first]! < rules.minTripMs) return true
  let start = run.first
  while (start < run.last && !isTrusted(track, start)) start++
  for (let i = start + 1; i <= run.last; i++) {
    if (isTrusted(track, i) && metresBetween(track, start, i) >= rules.minTripM) return false
  }
  return true
}

function mergeEqual(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    const before = merged.at(-1)
    if (before?.kind === run.kind) before.last = run.last
    else merged.push({ ...run })
  }
  return merged
}

function isDrifting(track: Track, i: number): boolean {
  const others = qualityBits.noFix | qualityBits.coarse | qualityBits.jump | qualityBits.future
  const quality = track.quality[i]!
  return hasPlace(track, i) && (quality & qualityBits.drift) !== 0 && (quality & others) === 0
}
