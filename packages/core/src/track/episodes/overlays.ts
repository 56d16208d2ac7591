import { metresBetween } from '../analysis/motion-segments.ts'
import type { Ignition } from '../analysis/steady-ignition.ts'
import { isIdleBetween, type Survey } from '../analysis/track-analysis.ts'
import { hasPlace, type Track } from '../columns.ts'
import type { Episode, EpisodeKind, EpisodeReason } from './episode.ts'

/** What lies over trips and stops: idling, ignition, speed over the limit; silence is in `silence.ts`. */

interface Place {
  time: number
  lat: number | null
  lon: number | null
}

/** Where something began that goes on. */
export interface Began extends Place {
  reason: EpisodeReason
}

/** Of the limit, what the mean speed over the way must reach: single speeds may be wrong, the way covered is not. */
const leastImpliedShare = 0.5

export function beginAt(track: Track, i: number, reason: EpisodeReason): Began {
  return { time: track.fixTime[i]!, ...knownPlaceAt(track, i), reason }
}

/** Where a point was, degrees; null where it has no place. */
export function knownPlaceAt(track: Track, i: number): { lat: number | null; lon: number | null } {
  if (!hasPlace(track, i)) return { lat: null, lon: null }
  return { lat: track.latE7[i]! / 1e7, lon: track.lonE7[i]! / 1e7 }
}

/** An episode without distance and speed. */
export function plainEpisode(kind: EpisodeKind, from: Began, to: Place, ended: EpisodeReason): Episode {
  return {
    kind,
    from: from.time,
    to: to.time,
    distanceM: 0,
    maxSpeedKmh: null,
    idleMs: 0,
    fromLat: from.lat,
    fromLon: from.lon,
    toLat: to.lat,
    toLon: to.lon,
    began: from.reason,
    ended,
    fromValue: null,
    toValue: null,
  }
}

/**
 * Standing with the ignition on for at least `minIdleMs`, in a stop or in a halt of a trip.
 * @param at an index of `division.points`: the idling that goes on there is returned as `open`
 */
export function findIdling(
  found: Survey,
  minIdleMs: number,
  carry: { point: unknown; idle: Began | null } | null,
  at: number,
): { episodes: Episode[]; open: Began | null } {
  const { track, division } = found
  const { points } = division
  const episodes: Episode[] = []
  let began = carry?.idle ?? null
  let open = at === 0 ? began : null
  // A track that begins with a stop has been moving up to there.
  const hasMoved = (n: number) => division.isMoving[n] || (n === 0 && carry !== null && carry.point === null)
  const end = (n: number, ended: EpisodeReason) => {
    if (began === null) return
    const to = beginAt(track, points[n]!, ended)
    if (to.time - began.time >= minIdleMs) {
      const episode = plainEpisode('idling', began, to, ended)
      episodes.push({ ...episode, idleMs: to.time - began.time })
    }
    began = null
  }
  for (let n = 1; n < points.length; n++) {
    if (isIdleBetween(found, n))
      began ??= beginAt(track, points[n - 1]!, hasMoved(n - 1) ? 'speed' : 'ignition')
    else end(n - 1, division.isMoving[n] ? 'speed' : 'ignition')
    if (n === at) open = began
  }
  end(points.length - 1, 'track')
  return { episodes, open }
}

/**
 * The ignition on, until a point tells otherwise or there was none for more than `offlineMs`. Told to be off after a
 * pause of the reports, it was off all along: a device tells of the change itself at once.
 * @param isWhole the track begins with its first point
 * @param at an index of the track: the ignition that is on there is returned as `open`
 */
export function findIgnition(
  track: Track,
  { on }: Ignition,
  { gapMs, offlineMs }: { gapMs: number; offlineMs: number },
  before: Began | null,
  isWhole: boolean,
  at: number,
): { episodes: Episode[]; open: Began | null } {
  const episodes: Episode[] = []
  let running = before
  let open: Began | null = null
  const endAt = (i: number, ended: EpisodeReason) => {
    const to = beginAt(track, i, ended)
    if (running !== null && to.time > running.time)
      episodes.push(plainEpisode('ignition', running, to, ended))
    running = null
  }
  for (let i = 0; i < track.length; i++) {
    const pauseMs = i > 0 ? track.fixTime[i]! - track.fixTime[i - 1]! : 0
    const isSilent = pauseMs > offlineMs
    if (isSilent) endAt(i - 1, 'gap')
    if (on[i] === 0) endAt(pauseMs > gapMs ? i - 1 : i, 'ignition')
    else if (on[i] === 1) {
      const reason = isSilent ? 'gap' : i === 0 && isWhole ? 'track' : 'ignition'
      running ??= beginAt(track, i, reason)
    }
    if (i === at) open = running
  }
  if (track.length > 0) endAt(track.length - 1, 'track')
  return { episodes, open }
}

export interface SpeedLimit {
  overspeedKmh: number
  overspeedMs: number
  gapMs: number
}

/**
 * Faster than the limit in two fixes of a drive or more, for at least `overspeedMs`, and far enough to have been
 * that fast.
 */
export function findOverspeed(
  { track, division: { points, isMoving } }: Survey,
  { overspeedKmh, overspeedMs, gapMs }: SpeedLimit,
): Episode[] {
  const episodes: Episode[] = []
  let run: number[] = []
  const end = (ended: EpisodeReason) => {
    const indices = run
    run = []
    const [first, last] = [indices[0], indices.at(-1)]
    if (first === undefined || last === undefined || first === last) return
    const [from, to] = [beginAt(track, first, 'speed'), beginAt(track, last, ended)]
    let distanceM = 0
    let fastestKmh = track.speedKmh[first]!
    for (let k = 1; k < indices.length; k++) {
      distanceM += metresBetween(track, indices[k - 1]!, indices[k]!)
      fastestKmh = Math.max(fastestKmh, track.speedKmh[indices[k]!]!)
    }
    const elapsedMs = to.time - from.time
    const impliedKmh = (distanceM / elapsedMs) * 3600
    if (elapsedMs < overspeedMs || impliedKmh < overspeedKmh * leastImpliedShare) return
    const values = { fromValue: overspeedKmh, toValue: overspeedKmh }
    const episode = plainEpisode('overspeed', from, to, ended)
    const measured = { maxSpeedKmh: tenths(fastestKmh), distanceM: tenths(distanceM) }
    episodes.push({ ...episode, ...values, ...measured })
  }
  for (let n = 1; n < points.length; n++) {
    const i = points[n]!
    const last = run.at(-1)
    if (last !== undefined && track.fixTime[i]! - track.fixTime[last]! > gapMs) end('gap')
    if (!isMoving[n]) end('speed')
    else if (track.speedKmh[i]! > overspeedKmh) run.push(i)
    else if (!Number.isNaN(track.speedKmh[i]!)) end('speed')
  }
  end('track')
  return episodes
}

const tenths = (value: number) => Math.round(value * 10) / 10
