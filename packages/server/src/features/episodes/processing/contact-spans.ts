import type { Track } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import type { DeviceWork } from './device-work.ts'

/** With no contact later than this after its last point, a device is silent from that point on. */
const worthNotingMs = 300_000
/** Heartbeats this near to each other, or nearer than the device may be silent, are one span. */
const longestPauseMs = 3_600_000

type ContactSpan = readonly [from: number, to: number]

/** A device and the piece of its track that has been read. */
export interface ReadTrack {
  one: DeviceWork
  track: Track
  /** That is all there is: the device's last contact may be new. */
  isLast: boolean
}

/**
 * When each device was in contact besides its points, from where it is processed to the end of its page, and notes it
 * where the last of it is new. Of a device that keeps no connection only the last time is known. A connection that is
 * kept has been in contact all along, for the gateway ends it otherwise.
 */
export async function findContactSpans(
  client: Pick<pg.ClientBase, 'query'>,
  read: readonly ReadTrack[],
): Promise<Map<number, ContactSpan[]>> {
  const { rows } = await client.query<{ id: number; spans: ContactSpan[] }>({
    name: 'contact-spans',
    text: `select id, json_agg(json_build_array(from_time, to_time) order by from_time) as spans
      from unnest($1::int4[], $2::int8[]) as u (id, after) join contact_spans h on h.device_id = id
        and h.from_time >= coalesce((
          select from_time from contact_spans where device_id = id and from_time <= after
          order by from_time desc limit 1), after)
      group by id`,
    values: [read.map(({ one }) => one.deviceId), read.map(({ one }) => one.after)],
  })
  const known = new Map(rows.map(({ id, spans }) => [id, spans]))
  const noted: { deviceId: number; span: ContactSpan }[] = []
  for (const { one, track, isLast } of read) {
    const spans = known.get(one.deviceId) ?? []
    const pointTime = lastPointTime(one, track)
    if (!isLast) {
      known.set(
        one.deviceId,
        spans.filter(([from]) => from <= (pointTime ?? 0)),
      )
      continue
    }
    known.set(one.deviceId, spans)
    const last = spans.at(-1)
    const span = newestSpan(one, pointTime, last)
    if (span === null) continue
    if (span[0] === last?.[0]) spans.pop()
    spans.push(span)
    noted.push({ deviceId: one.deviceId, span })
  }
  await storeSpans(client, noted)
  return known
}

/** Null: there is none. */
export function lastPointTime({ checkpoint }: DeviceWork, track: Track): number | null {
  return track.fixTime.at(-1) ?? checkpoint?.point?.fixTime ?? null
}

/** The span of the last contact, the last known one extended if it is near; null: nothing new. */
function newestSpan(
  { stateTime, connectedTime, settings }: DeviceWork,
  pointTime: number | null,
  last: ContactSpan | undefined,
): ContactSpan | null {
  if (stateTime === 0 || stateTime <= (last?.[1] ?? 0)) return null
  if (pointTime !== null && stateTime - pointTime <= worthNotingMs) return null
  const from = Math.min(stateTime, Math.max(connectedTime ?? stateTime, pointTime ?? 0))
  const pauseMs = Math.min(settings.offlineMs, longestPauseMs)
  return [last !== undefined && from - last[1] <= pauseMs ? last[0] : from, stateTime]
}

async function storeSpans(
  client: Pick<pg.ClientBase, 'query'>,
  noted: readonly { deviceId: number; span: ContactSpan }[],
): Promise<void> {
  if (noted.length === 0) return
  await client.query({
    name: 'store-contact-spans',
    text: `insert into contact_spans select * from unnest($1::int4[], $2::int8[], $3::int8[])
      on conflict (device_id, from_time) do update set to_time = excluded.to_time`,
    values: [
      noted.map(({ deviceId }) => deviceId),
      noted.map(({ span }) => span[0]),
      noted.map(({ span }) => span[1]),
    ],
  })
}
