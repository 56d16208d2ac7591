import type { EpisodeReason } from '../../codes/episodes.ts'
import { isIdleBetween, type TrackAnalysis } from '../analysis/track-analysis.ts'
import type { Episode } from './episode.ts'
import { type EpisodeStart, plainEpisode, startAt } from './plain-episode.ts'

/**
 * Standing with the ignition on for at least `minIdleMs`, in a stop or in a halt of a trip.
 * @param at an index of `motion.points`: the idling that goes on there is returned as `open`
 */
export function findIdling(
  analysis: TrackAnalysis,
  minIdleMs: number,
  checkpoint: { point: unknown; idle: EpisodeStart | null } | null,
  at: number,
): { episodes: Episode[]; open: EpisodeStart | null } {
  const { track, motion } = analysis
  const { points } = motion
  const episodes: Episode[] = []
  let began = checkpoint?.idle ?? null
  let open = at === 0 ? began : null
  // A track that begins with a stop has been moving up to there.
  const hasMoved = (n: number) =>
    motion.isMoving[n] || (n === 0 && checkpoint !== null && checkpoint.point === null)
  const end = (n: number, ended: EpisodeReason) => {
    if (began === null) return
    const to = startAt(track, points[n]!, ended)
    if (to.time - began.time >= minIdleMs) {
      const episode = plainEpisode('idling', began, to, ended)
      episodes.push({ ...episode, idleMs: to.time - began.time })
    }
    began = null
  }
  for (let n = 1; n < points.length; n++) {
    if (isIdleBetween(analysis, n))
      began ??= startAt(track, points[n - 1]!, hasMoved(n - 1) ? 'speed' : 'ignition')
    else end(n - 1, motion.isMoving[n] ? 'speed' : 'ignition')
    if (n === at) open = began
  }
  end(points.length - 1, 'track')
  return { episodes, open }
}
