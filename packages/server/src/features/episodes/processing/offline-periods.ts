import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { dayAt, localDays } from '@trackway/core/rules/local-days.ts'
import { newTrack } from '@trackway/core/track/columns.ts'
import { longestOfflineMs } from '@trackway/core/track/episodes/offline.ts'
import type pg from 'pg'
import { sumDays } from '../storage/day-sums.ts'
import { episodesOf, replaceDaySums } from '../storage/stored-episodes.ts'

/** A silence that goes on is drawn out this often. */
const drawOutMs = 600_000

/** An offline time that goes on, as far as it is stored. */
export interface OfflinePeriod {
  deviceId: number
  timeZone: string
  from: number
  to: number
}

/** When to look at a device again if nothing is heard of it until then; null: no need to. */
export function nextCheckTime(heardTime: number | null, offlineMs: number, now: number): number | null {
  if (heardTime === null) return null
  const silentMs = now - heardTime
  if (silentMs <= offlineMs) return heardTime + offlineMs + 1
  return silentMs < longestOfflineMs ? now + drawOutMs : null
}

/**
 * Draws out the offline times of devices of which nothing was heard since, and sums the days concerned: what a
 * look at the whole of their tracks would come to, without reading them. Call it under their locks.
 */
export async function extendOffline(
  client: Pick<pg.ClientBase, 'query'>,
  silences: readonly OfflinePeriod[],
  now: number,
): Promise<void> {
  if (silences.length === 0) return
  const drawn = silences.map((silence) => {
    const to = Math.max(silence.to, Math.min(now, silence.from + longestOfflineMs))
    return { ...silence, since: silence.to, to, dueTime: nextCheckTime(silence.from, 0, now) }
  })
  const ids = drawn.map(({ deviceId }) => deviceId)
  await client.query({
    name: 'draw-out-silences',
    text: `update track_episodes e set to_time = u.to_time
      from unnest($1::int4[], $2::int8[], $3::int8[]) as u (device_id, from_time, to_time)
      where e.device_id = u.device_id and e.kind = ${episodeKinds.offline} and e.from_time = u.from_time`,
    values: [ids, drawn.map(({ from }) => from), drawn.map(({ to }) => to)],
  })
  await client.query({
    name: 'draw-out-later',
    text: `update episode_progress p set due_time = u.due_time
      from unnest($1::int4[], $2::int8[]) as u (device_id, due_time) where p.device_id = u.device_id`,
    values: [ids, drawn.map(({ dueTime }) => dueTime)],
  })
  const spans = drawn.map(({ deviceId, timeZone, since, to }) => {
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
