import type { EpisodeReason } from '../../codes/episodes.ts'
import { metresBetween } from '../analysis/believed-points.ts'
import type { TrackAnalysis } from '../analysis/track-analysis.ts'
import type { StoredEpisode } from './episode.ts'
import { plainEpisode, startAt } from './plain-episode.ts'
import { addWay, newSums, totalsOf } from './quarter-hour-sums.ts'

/**
 * The share of the limit that the mean speed over the way must reach. A single reported speed may be wrong; the
 * distance between the fixes is not.
 */
const leastImpliedShare = 0.5

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
  { track, motion: { points, isMoving } }: TrackAnalysis,
  { overspeedKmh, overspeedMs, gapMs }: SpeedLimit,
): StoredEpisode[] {
  const episodes: StoredEpisode[] = []
  let run: number[] = []
  const end = (ended: EpisodeReason) => {
    if (run.length === 0) return
    const indices = run
    run = []
    const [first, last] = [indices[0]!, indices.at(-1)!]
    if (first === last) return
    const [from, to] = [startAt(track, first, 'speed'), startAt(track, last, ended)]
    const sums = newSums(from.time)
    let fastestKmh = track.speedKmh[first]!
    for (let k = 1; k < indices.length; k++) {
      const [a, b] = [indices[k - 1]!, indices[k]!]
      addWay(sums, track.fixTime[a]!, track.fixTime[b]!, metresBetween(track, a, b), 0)
      fastestKmh = Math.max(fastestKmh, track.speedKmh[indices[k]!]!)
    }
    const { distanceM, quarterHours } = totalsOf(sums)
    const elapsedMs = to.time - from.time
    const impliedKmh = (distanceM / elapsedMs) * 3600
    if (elapsedMs < overspeedMs || impliedKmh < overspeedKmh * leastImpliedShare) return
    const values = { fromValue: overspeedKmh, toValue: overspeedKmh }
    const episode = plainEpisode('overspeed', from, to, ended)
    episodes.push({ ...episode, ...values, maxSpeedKmh: tenths(fastestKmh), distanceM, quarterHours })
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
