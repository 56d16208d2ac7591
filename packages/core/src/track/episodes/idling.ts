import type { EpisodeReason } from '../../codes/episodes.ts'
import { isIdleBetween, type Survey } from '../analysis/track-analysis.ts'
import type { Episode } from './episode.ts'
import { type Began, beginAt, plainEpisode } from './plain-episode.ts'

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
