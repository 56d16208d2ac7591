import { dayAt, type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import { longestOfflineMs } from '@trackway/core/track/episodes/offline.ts'
import type pg from 'pg'
import { sumDays } from '../storage/day-sums.ts'
import { episodesOf, isReplaced, replaceDaySums, replaceEpisodes } from '../storage/stored-episodes.ts'
import type { DeviceWork } from './device-work.ts'
import type { TrackPage } from './track-pages.ts'

/** Of an offline period each day so near to its end is summed, and from its beginning on those it is followed for. */
const beforeEndMs = 31 * 86_400_000

/** What was found in a piece of the track of a device: its episodes from `since` to `until`. */
export interface FoundSpan {
  one: DeviceWork
  piece: TrackPage
  episodes: readonly StoredEpisode[]
  since: number
  until: number
  /** An idling that goes on from before `since`, and may have turned out to be none. */
  idlingSince: number | null
  /** Days up to here are summed. */
  sumsUntil: number
}

/** Stores what was found in place of what is stored, and the sums of the days that it reaches into. */
export async function storeFound(
  client: Pick<pg.ClientBase, 'query'>,
  found: readonly FoundSpan[],
): Promise<void> {
  if (found.length === 0) return
  const spans = found.map((each) => ({ ...each, deviceId: each.one.deviceId, days: daysOf(each) }))
  const known = await episodesOf(client, spans.map(reachOf))
  const whole = spans.map((span) => ({ ...span, stored: known.get(span.deviceId) ?? [] }))
  await replaceEpisodes(client, whole)
  const summed = whole.filter(({ days }) => days.length > 0)
  await replaceDaySums(
    client,
    summed.map(({ days, piece, episodes, stored, ...span }) => {
      const all = [...stored.filter((each) => !isReplaced(each, { ...span, episodes })), ...episodes]
      const byKey = [...new Map(all.map((each) => [`${each.kind} ${each.from}`, each])).values()]
      const within = byKey.filter(({ from, to }) => from < days.at(-1)!.to && to > days[0]!.from)
      return { ...span, until: span.sumsUntil, days: sumDays(knownDays(days, within), within, piece) }
    }),
  )
}

/** From the beginning of the first day on, or of what is replaced, if it has no length. */
function reachOf({
  deviceId,
  days,
  since,
  until,
  idlingSince,
}: FoundSpan & { deviceId: number; days: LocalDay[] }) {
  const from = Math.min(since, days[0]?.from ?? since, idlingSince ?? since) - 1
  return { deviceId, from, to: Math.max(until, days.at(-1)?.to ?? until) }
}

/** From where processing began, or the first known point, to the last one or the end of an offline period after it. */
function daysOf({ one, piece, episodes, since }: FoundSpan): LocalDay[] {
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
