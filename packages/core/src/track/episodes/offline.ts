import type { EpisodeReason } from '../../codes/episodes.ts'
import type { Track } from '../columns.ts'
import type { Episode } from './episode.ts'
import { knownPlaceAt, plainEpisode } from './plain-episode.ts'

/** A silence that goes on is followed for so long: a device that is dead must not make days for ever. */
export const longestOfflineMs = 90 * 86_400_000

/** What is known of a device being heard besides the points of its track. */
export interface Contact {
  /** Stretches in which it was, by heartbeats, without a pause worth telling: in order of time, none within another. */
  spans: readonly (readonly [from: number, to: number])[]
  /** The points given are all there are by now; null: the track goes on behind them. */
  now: number | null
}

export const pointsOnly: Contact = { spans: [], now: null }

/**
 * Nothing heard for longer than `offlineMs`, neither points, with a place or without, nor heartbeats. A silence
 * that goes on ends now, for no more of the track (`track`). The vehicle was last where it last told to be.
 * @param isContinued the first point was looked at before: what lies before it is known
 */
export function findOffline(
  track: Track,
  offlineMs: number,
  { spans, now }: Contact = pointsOnly,
  isContinued = false,
): Episode[] {
  const episodes: Episode[] = []
  let heardTime: number | null = null
  let next = 0
  const place = (i: number) =>
    i >= 0 && i < track.length ? knownPlaceAt(track, i) : { lat: null, lon: null }
  /** Silent until `time`, having told its place with point `i - 1`; from there on its place is that of point `to`. */
  const endSilence = (time: number, i: number, to: number, ended: EpisodeReason) => {
    if (heardTime === null || time - heardTime <= offlineMs) return
    const from = { time: heardTime, ...place(i - 1), reason: 'gap' as const }
    episodes.push(plainEpisode('offline', from, { time, ...place(to) }, ended))
  }
  if (isContinued && track.length > 0)
    while (next < spans.length && spans[next]![1] <= track.fixTime[0]!) next++
  for (let i = 0; i <= track.length; i++) {
    const time = track.fixTime[i] ?? Number.POSITIVE_INFINITY
    for (; next < spans.length && spans[next]![0] < time; next++) {
      const [from, to] = spans[next]!
      endSilence(from, i, -1, 'gap')
      heardTime = Math.max(heardTime ?? to, to)
    }
    if (i === track.length) break
    endSilence(time, i, i, 'gap')
    heardTime = Math.max(heardTime ?? time, time)
  }
  if (now !== null && heardTime !== null)
    endSilence(Math.min(now, heardTime + longestOfflineMs), track.length, -1, 'track')
  return episodes
}
