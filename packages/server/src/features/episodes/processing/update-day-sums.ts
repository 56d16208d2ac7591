import { dayAt, type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import { longestOfflineMs } from '@trackway/core/track/episodes/offline.ts'
import type pg from 'pg'
import { sumDays } from '../storage/day-sums.ts'
import { episodesOf, replaceDaySums } from '../storage/stored-episodes.ts'
import type { DeviceWork } from './device-work.ts'
import type { TrackPage } from './track-pages.ts'

/** Of an offline period each day so near to its end is summed, and from its beginning on those it is followed for. */
const beforeEndMs = 31 * 86_400_000

/** What was found in a piece of the track of a device: its episodes from `since` to `until`. */
export interface RecomputedSpan {
  one: DeviceWork
  piece: TrackPage
  episodes: readonly StoredEpisode[]
  since: number
  until: number
}

/** The sums of the days that the processed span reaches into, from the episodes as they are stored now. */
export async function updateDaySums(
  client: Pick<pg.ClientBase, 'query'>,
  found: readonly RecomputedSpan[],
): Promise<void> {
  const spans = found.flatMap((each) => {
    const { one, piece, since, until } = each
    const days = daysOf(each)
    if (days.length === 0) return []
    const { deviceId } = one
    return [{ deviceId, since, until, days, piece, from: days[0]!.from, to: days.at(-1)!.to }]
  })
  if (spans.length === 0) return
  const stored = await episodesOf(client, spans)
  await replaceDaySums(
    client,
    spans.map(({ days, piece, ...span }) => {
      const episodes = stored.get(span.deviceId) ?? []
      return { ...span, days: sumDays(knownDays(days, episodes), episodes, piece) }
    }),
  )
}

/** From where processing began, or the first known point, to the last one or the end of an offline period after it. */
function daysOf({ one, piece, episodes, since }: RecomputedSpan): LocalDay[] {
  const { fixTime } = piece.track
  const offline = episodes.filter(({ kind }) => kind === 'offline')
  const last = Math.max(fixTime.at(-1) ?? 0, ...offline.map(({ to }) => to))
  if (last === 0) return []
  const begin = Math.min(fixTime[0] ?? last, ...offline.map(({ from }) => from))
  const first = Math.max(since, one.checkpoint === null ? begin : 0)
  return localDays(dayAt(first, one.timeZone), dayAt(last, one.timeZone), one.timeZone)
}

/** Days in the middle of an offline period of months, as a wrong clock makes them, have no sums. */
function knownDays(days: readonly LocalDay[], episodes: readonly StoredEpisode[]): LocalDay[] {
  const long = episodes.filter(
    ({ kind, from, to }) => kind === 'offline' && to - from > longestOfflineMs + beforeEndMs,
  )
  return days.filter(
    (day) => !long.some(({ from, to }) => day.from - from > longestOfflineMs && to - day.to > beforeEndMs),
  )
}
