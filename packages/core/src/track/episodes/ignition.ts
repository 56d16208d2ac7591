import type { EpisodeReason } from '../../codes/episodes.ts'
import type { Ignition } from '../analysis/steady-ignition.ts'
import type { Track } from '../columns.ts'
import type { Episode } from './episode.ts'
import { type EpisodeStart, plainEpisode, startAt } from './plain-episode.ts'

/**
 * The ignition on, until a point reports otherwise or there was none for more than `offlineMs`. Reported off after a
 * pause of the reports, it was off all along: a device reports the change itself at once.
 * @param isWhole the track begins with its first point
 * @param at an index of the track: the ignition that is on there is returned as `open`
 */
export function findIgnition(
  track: Track,
  { on }: Ignition,
  { gapMs, offlineMs }: { gapMs: number; offlineMs: number },
  before: EpisodeStart | null,
  isWhole: boolean,
  at: number,
): { episodes: Episode[]; open: EpisodeStart | null } {
  const episodes: Episode[] = []
  let running = before
  let open: EpisodeStart | null = null
  const endAt = (i: number, ended: EpisodeReason) => {
    if (running === null) return
    const to = startAt(track, i, ended)
    if (to.time > running.time) episodes.push(plainEpisode('ignition', running, to, ended))
    running = null
  }
  for (let i = 0; i < track.length; i++) {
    const pauseMs = i > 0 ? track.fixTime[i]! - track.fixTime[i - 1]! : 0
    const isSilent = pauseMs > offlineMs
    if (isSilent) endAt(i - 1, 'gap')
    if (on[i] === 0) endAt(pauseMs > gapMs ? i - 1 : i, 'ignition')
    else if (on[i] === 1) {
      const reason = isSilent ? 'gap' : i === 0 && isWhole ? 'track' : 'ignition'
      running ??= startAt(track, i, reason)
    }
    if (i === at) open = running
  }
  if (track.length > 0) endAt(track.length - 1, 'track')
  return { episodes, open }
}
