import { episodeReasons } from '@trackway/core/codes/episodes.ts'
import type { LocalDay } from '@trackway/core/rules/local-days.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import type pg from 'pg'
import type { Tables } from '../../platform/database/tables.ts'
import { type CutRequest, cutEpisodes } from './cut-episodes.ts'
import { type DaySum, sumParts } from './storage/day-sums.ts'
import { type EpisodeRow, toEpisodeRow } from './storage/episode-rows.ts'
import { episodesOf, type Span } from './storage/stored-episodes.ts'

/**
 * Of devices that are shown for a part of a period, what its ends cut: measured on the track, for stored days and
 * episodes know only wholes.
 */

type Client = Pick<pg.ClientBase, 'query'>

/** Spans a statement. */
const spansAtOnce = 500

/** By the code of a reason: cut at the end of what is shown. */
export const cutReason = episodeReasons.range

/** The sums of the days of which only a part is shown, as rows of `day_sums` of the whole day. */
export async function sumShownParts(
  client: Client,
  parts: readonly Span[],
  days: readonly LocalDay[],
): Promise<(DaySum & Pick<Tables['day_sums'], 'device_id'>)[]> {
  const cutDays = parts.flatMap((part) =>
    days
      .filter((day) => day.from < part.to && day.to > part.from && (day.from < part.from || day.to > part.to))
      .map((day) => ({ part, day })),
  )
  const found = await cutBetween(
    client,
    cutDays.map(({ part, day }) => ({
      deviceId: part.deviceId,
      from: Math.max(part.from, day.from),
      to: Math.min(part.to, day.to),
    })),
  )
  // A device that comes back within a day has two parts of it.
  const byDay = new Map<string, { deviceId: number; day: LocalDay; episodes: StoredEpisode[] }>()
  for (const [n, { part, day }] of cutDays.entries()) {
    const key = `${part.deviceId} ${day.from}`
    const known = byDay.get(key) ?? { deviceId: part.deviceId, day, episodes: [] }
    known.episodes.push(...found[n]!)
    byDay.set(key, known)
  }
  return [...byDay.values()].flatMap(({ deviceId, day, episodes }) =>
    episodes.length === 0 ? [] : [Object.assign(sumParts(day, episodes), { device_id: deviceId })],
  )
}

/** The parts within of the episodes that an end of what is shown cuts, as rows of `track_episodes`. */
export async function cutShownEpisodes(
  client: Client,
  parts: readonly Span[],
  { from, to }: Pick<Span, 'from' | 'to'>,
): Promise<EpisodeRow[]> {
  const edges = parts.flatMap(({ deviceId, ...part }) =>
    [part.from, part.to].filter((time) => time > from && time < to).map((time) => ({ deviceId, time })),
  )
  const crossing = await episodesBetween(
    client,
    edges.map(({ deviceId, time }) => ({ deviceId, from: time, to: time })),
  )
  const found = await cutEpisodes(
    client,
    parts.map((part) => {
      const isCut = (episode: StoredEpisode) =>
        [part.from, part.to].some((time) => episode.from < time && time < episode.to)
      return { ...part, episodes: (crossing.get(part.deviceId) ?? []).filter(isCut) }
    }),
  )
  return parts.flatMap(({ deviceId }, n) => found[n]!.map((episode) => toEpisodeRow(deviceId, episode)))
}

async function cutBetween(client: Client, spans: readonly Span[]): Promise<StoredEpisode[][]> {
  const episodes = await episodesBetween(client, spans)
  return cutEpisodes(
    client,
    spans.map((span): CutRequest => ({ ...span, episodes: episodes.get(span.deviceId) ?? [] })),
  )
}

/** Each episode once, however many spans it reaches into. */
async function episodesBetween(
  client: Client,
  spans: readonly Span[],
): Promise<Map<number, StoredEpisode[]>> {
  const byDevice = new Map<number, Map<string, StoredEpisode>>()
  for (let first = 0; first < spans.length; first += spansAtOnce) {
    for (const [deviceId, episodes] of await episodesOf(client, spans.slice(first, first + spansAtOnce))) {
      const known = byDevice.get(deviceId) ?? new Map<string, StoredEpisode>()
      for (const episode of episodes) known.set(`${episode.kind} ${episode.from}`, episode)
      byDevice.set(deviceId, known)
    }
  }
  return new Map([...byDevice].map(([deviceId, episodes]) => [deviceId, [...episodes.values()]]))
}
