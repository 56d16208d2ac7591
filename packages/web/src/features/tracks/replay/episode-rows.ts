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

/** `newest` and `oldest` begin with that day, each in the order of time; `longest` has the stops alone, without days. */
export const listOrders = ['newest', 'oldest', 'longest'] as const
export type ListOrder = (typeof listOrders)[number]

/**
 * The same under headings by day. An episode is under the day it begins on; the heading shows how far the
 * vehicle went that day, which a trip over midnight divides.
 * @param days metres by date where they are known
 */
export function episodeRows(
  episodes: readonly Episode[],
  timeZone: string,
  days: ReadonlyMap<string, number | null>,
  order: ListOrder = 'oldest',
): EpisodeRow[] {
  const numbered = numberStops(episodes)
  if (order === 'longest') {
    return numbered
      .filter(({ episode }) => episode.kind === 'stop')
      .sort((a, b) => lengthMs(b.episode) - lengthMs(a.episode))
      .map((stop) => ({ kind: 'episode', ...stop }))
  }
  const byDay: { day: Extract<EpisodeRow, { kind: 'day' }>; rows: EpisodeRow[] }[] = []
  for (const each of numbered) {
    const date = dayAt(each.episode.from, timeZone)
    if (byDay.at(-1)?.day.date !== date) byDay.push({ day: { kind: 'day', date, distanceM: 0 }, rows: [] })
    const { day, rows } = byDay.at(-1)!
    day.distanceM += each.episode.distanceM
    rows.push({ kind: 'episode', ...each })
  }
  if (order === 'newest') byDay.reverse()
  return byDay.flatMap(({ day, rows }) => [
    { ...day, distanceM: days.get(day.date) ?? day.distanceM },
    ...rows,
  ])
}

function lengthMs({ from, to }: Episode): number {
  return to - from
}
