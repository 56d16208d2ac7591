import type { EpisodeReason } from '../../codes/episodes.ts'
import type { Track } from '../columns.ts'
import type { Episode } from './episode.ts'
import { knownPlaceAt, plainEpisode } from './plain-episode.ts'

/** An offline period is followed for this time: a dead device must not make days for ever. */
export const longestOfflineMs = 90 * 86_400_000

/** When a device was in contact besides the points of its track. */
export interface Contact {
  /** Stretches in which it was, by heartbeats, without a pause worth telling: in order of time, none within another. */
  spans: readonly (readonly [from: number, to: number])[]
  /** The points given are all there are by now; null: the track goes on after them. */
  now: number | null
}

export const pointsOnly: Contact = { spans: [], now: null }

/**
 * No contact for longer than `offlineMs`, neither points, with a place or without, nor heartbeats. A period
 * that goes on ends now, for no more of the track (`track`). The vehicle was last at its last reported place.
 * @param isContinued the first point was processed before: what lies before it is known
 */
export function findOffline(
  track: Track,
  offlineMs: number,
  { spans, now }: Contact = pointsOnly,
  isContinued = false,
): Episode[] {
  const episodes: Episode[] = []
  let contactTime: number | null = null
  let next = 0
  const place = (i: number) =>
    i >= 0 && i < track.length ? knownPlaceAt(track, i) : { lat: null, lon: null }
  /** Silent until `time`, after reporting its place with point `i - 1`; from there on its place is that of point `to`. */
  const endPeriod = (time: number, i: number, to: number, ended: EpisodeReason) => {
    if (contactTime === null || time - contactTime <= offlineMs) return
    const from = { time: contactTime, ...place(i - 1), reason: 'gap' as const }
    episodes.push(plainEpisode('offline', from, { time, ...place(to) }, ended))
  }
  if (isContinued && track.length > 0)
    while (next < spans.length && spans[next]![1] <= track.fixTime[0]!) next++
  for (let i = 0; i <= track.length; i++) {
    const time = track.fixTime[i] ?? Number.POSITIVE_INFINITY
    for (; next < spans.length && spans[next]![0] < time; next++) {
      const [from, to] = spans[next]!
      endPeriod(from, i, -1, 'gap')
      contactTime = Math.max(contactTime ?? to, to)
    }
    if (i === track.length) break
    endPeriod(time, i, i, 'gap')
    contactTime = Math.max(contactTime ?? time, time)
  }
  if (now !== null && contactTime !== null)
    endPeriod(Math.min(now, contactTime + longestOfflineMs), track.length, -1, 'track')
  return episodes
}
