import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { dayAt, localDays } from '@trackway/core/rules/local-days.ts'
import { newTrack } from '@trackway/core/track/columns.ts'
import { longestOfflineMs } from '@trackway/core/track/episodes/offline.ts'
import type pg from 'pg'
import { sumDays } from '../storage/day-sums.ts'
import { episodesOf, replaceDaySums } from '../storage/stored-episodes.ts'

/** An offline period that goes on is extended this often. */
const extendMs = 600_000

/** An offline period that goes on, as far as it is stored. */
export interface OfflinePeriod {
  deviceId: number
  timeZone: string
  from: number
  to: number
}

/** When to process a device again if there is no contact until then; null: no need to. */
export function nextCheckTime(contactTime: number | null, offlineMs: number, now: number): number | null {
  if (contactTime === null) return null
  const silentMs = now - contactTime
  if (silentMs <= offlineMs) return contactTime + offlineMs + 1
  return silentMs < longestOfflineMs ? now + extendMs : null
}

/**
 * Extends the offline periods of devices without contact since, and sums the days concerned: what processing the
 * whole of their tracks would come to, without reading them. Call it under their locks.
 */
export async function extendOffline(
  client: Pick<pg.ClientBase, 'query'>,
  periods: readonly OfflinePeriod[],
  now: number,
): Promise<void> {
  if (periods.length === 0) return
  const extended = periods.map((period) => {
    const to = Math.max(period.to, Math.min(now, period.from + longestOfflineMs))
    return { ...period, since: period.to, to, dueTime: nextCheckTime(period.from, 0, now) }
  })
  const ids = extended.map(({ deviceId }) => deviceId)
  await client.query({
    name: 'extend-offline',
    text: `update track_episodes e set to_time = u.to_time
      from unnest($1::int4[], $2::int8[], $3::int8[]) as u (device_id, from_time, to_time)
      where e.device_id = u.device_id and e.kind = ${episodeKinds.offline} and e.from_time = u.from_time`,
    values: [ids, extended.map(({ from }) => from), extended.map(({ to }) => to)],
  })
  await client.query({
    name: 'extend-offline-later',
    text: `update episode_progress p set due_time = u.due_time
      from unnest($1::int4[], $2::int8[]) as u (device_id, due_time) where p.device_id = u.device_id`,
    values: [ids, extended.map(({ dueTime }) => dueTime)],
  })
  const spans = extended.map(({ deviceId, timeZone, since, to }) => {
    const days = localDays(dayAt(since, timeZone), dayAt(to, timeZone), timeZone)
    return { deviceId, since, until: to, days, from: days[0]!.from, to: days.at(-1)!.to }
  })
  const episodes = await episodesOf(client, spans)
  const nothing = { track: newTrack(0), batteryPercent: null }
  await replaceDaySums(
    client,
    spans.map(({ days, ...span }) => ({
      ...span,
      days: sumDays(days, episodes.get(span.deviceId) ?? [], nothing),
    })),
  )
}
