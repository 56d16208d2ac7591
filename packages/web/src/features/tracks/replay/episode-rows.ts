import { dayAt } from '@trackway/core/rules/local-days.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'

/** A stop with the number that its pin on the map has. */
export interface NumberedEpisode {
  episode: Episode
  /** Of a stop; null for a trip. */
  number: number | null
}

export type EpisodeRow =
  | { kind: 'day'; date: string; distanceM: number }
  | ({ kind: 'episode' } & NumberedEpisode)

/** Trips and stops in order, the stops numbered. */
export function numberStops(episodes: readonly Episode[]): NumberedEpisode[] {
  let stops = 0
  return episodes
    .filter(({ kind }) => kind === 'trip' || kind === 'stop')
    .map((episode) => ({ episode, number: episode.kind === 'stop' ? ++stops : null }))
}

/**
 * The same under headings by day. An episode stands under the day it begins on; the heading says how far the
 * vehicle went that day, which a trip over midnight divides.
 * @param days metres by date where they are known
 */
export function episodeRows(
  episodes: readonly Episode[],
  timeZone: string,
  days: ReadonlyMap<string, number | null>,
): EpisodeRow[] {
  const rows: EpisodeRow[] = []
  let day = { kind: 'day' as const, date: '', distanceM: 0 }
  for (const numbered of numberStops(episodes)) {
    const date = dayAt(numbered.episode.from, timeZone)
    if (day.date !== date) {
      day = { kind: 'day', date, distanceM: 0 }
      rows.push(day)
    }
    day.distanceM += numbered.episode.distanceM
    rows.push({ kind: 'episode', ...numbered })
  }
  return rows.map((row) =>
    row.kind === 'day' ? { ...row, distanceM: days.get(row.date) ?? row.distanceM } : row,
  )
}
