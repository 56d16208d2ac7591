import { episodeKinds, episodeReasons } from '@trackway/core/codes/episodes.ts'
import { believedWithinMs } from '@trackway/core/track/analysis/believed-points.ts'
import { noWireEvidence, type WireEvidence } from '@trackway/core/track/analysis/ignition-wire.ts'
import type { Checkpoint } from '@trackway/core/track/episodes/checkpoint.ts'
import { checkpointAtStop, unsettledMs } from '@trackway/core/track/episodes/checkpoint.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import type pg from 'pg'
import { trackSettingsOf } from '../../track-settings/resolve.ts'
import { type EpisodeRow, toEpisode } from '../storage/episode-rows.ts'
import { checkpointForm, wireEvidenceForm } from '../storage/stored-progress.ts'
import type { OfflinePeriod } from './offline-periods.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** A device whose track is to be processed, and where to begin. */
export interface DeviceWork {
  deviceId: number
  timeZone: string
  settings: TrackSettingValues
  /** `device_states.state_time`: what is reported after it is not sure to be seen. */
  stateTime: number
  /** Since when it has been connected; null: it is not, or keeps no connection. */
  connectedTime: number | null
  checkpoint: Checkpoint | null
  /** What the track has shown about the ignition wire so far. */
  wire: WireEvidence
  /** Points after this are processed. */
  after: number
  /** Rows of `track_changes` that this settles. */
  marks: number[]
  /**
   * The track changed up to `until`; later changes are processed by themselves. Null: it is to be processed to its
   * end.
   */
  changed: { until: number; marks: number[] } | null
  isFirst: boolean
  /** All there is to do is to extend this offline period: there was no contact since. */
  offline: OfflinePeriod | null
}

interface Row {
  id: number
  time_zone: string
  state_time: number | null
  connected_time: number | null
  seen_time: number | null
  until_time: number | null
  due_time: number | null
  offline: EpisodeRow | null
  checkpoint: unknown
  ignition_evidence: unknown
  sums_zone: string | null
  marks: Mark[] | null
}

/** A part of the track that changed; `until` null: all that follows. */
type Mark = readonly [id: number, from: number, until: number | null]

const dayMs = 86_400_000
/** What changed so long before the end of a track is processed by itself, */
const longAgoMs = 16 * dayMs
/** together with what changed so soon after it. */
const soonMs = dayMs

/** Reads what is known of these devices; a device that was deleted is left out. Call it under their locks. */
export async function readDeviceWork(
  client: Client,
  deviceIds: readonly number[],
  now: number,
): Promise<DeviceWork[]> {
  const { rows } = await client.query<Row>({
    name: 'device-work',
    text: `select d.id, a.time_zone, s.state_time, case when s.is_connected then s.connected_time end as connected_time,
        p.checkpoint, p.ignition_evidence, p.time_zone as sums_zone, p.seen_time, p.until_time, p.due_time, m.marks,
        case when p.due_time is not null then (
          select to_json(e) from track_episodes e where device_id = d.id and kind = ${episodeKinds.offline}
          order by from_time desc limit 1) end as offline
      from devices d join accounts a on a.id = d.account_id
      left join device_states s on s.device_id = d.id
      left join episode_progress p on p.device_id = d.id
      left join lateral (
        select json_agg(json_build_array(k.id, k.from_time, k.until_time) order by k.from_time) as marks
        from track_changes k where k.device_id = d.id) m on true
      where d.id = any($1::int4[])`,
    values: [deviceIds],
  })
  const settings = await trackSettingsOf(
    client,
    rows.map(({ id }) => id),
  )
  const work = rows.map((row) => toDeviceWork(row, settings.get(row.id)!, now))
  await findCheckpoints(client, work, new Map(rows.map((row) => [row.id, row.marks?.[0]?.[1] ?? null])))
  return work
}

function toDeviceWork(row: Row, settings: TrackSettingValues, now: number): DeviceWork {
  const wire = wireEvidenceForm.read(row.ignition_evidence)
  // The wire is learnt from the beginning of a track, and days of another zone are summed anew, all of them.
  const isAnew = (wire === null && row.ignition_evidence !== null) || row.sums_zone !== row.time_zone
  const checkpoint = isAnew ? null : checkpointForm.read(row.checkpoint)
  const after = checkpoint?.point?.fixTime ?? 0
  return {
    deviceId: row.id,
    timeZone: row.time_zone,
    settings,
    stateTime: row.state_time ?? 0,
    connectedTime: row.connected_time,
    checkpoint,
    wire: wire ?? noWireEvidence,
    after,
    marks: (row.marks ?? []).map(([id]) => id),
    changed: changedLongAgo(row.marks ?? [], after - longAgoMs),
    isFirst: row.sums_zone === null,
    offline: isOnlySilent(row, now) ? openPeriodOf(row) : null,
  }
}

/** The first part that changed, if it and what changed soon after it ends before `before`. */
function changedLongAgo(marks: readonly Mark[], before: number): DeviceWork['changed'] {
  const changed = { until: Number.NEGATIVE_INFINITY, marks: [] as number[] }
  for (const [id, from, until] of marks) {
    if (changed.marks.length > 0 && from > changed.until + soonMs) break
    if (until === null || until >= before) return null
    changed.until = Math.max(changed.until, until)
    changed.marks.push(id)
  }
  return changed.marks.length > 0 ? changed : null
}

/** It is due for processing, but only because it has been silent. */
function isOnlySilent({ due_time, seen_time, state_time, time_zone, sums_zone, marks }: Row, now: number) {
  if (due_time === null || due_time > now || marks !== null || time_zone !== sums_zone) return false
  return (state_time ?? 0) <= (seen_time ?? 0)
}

/** The last one, if it goes on; none while the clock may still decide on what its last points say. */
function openPeriodOf({ id, time_zone, until_time, offline }: Row): OfflinePeriod | null {
  if (offline === null || offline.ended !== episodeReasons.track) return null
  if (offline.to_time <= (until_time ?? 0) + believedWithinMs) return null
  return { deviceId: id, timeZone: time_zone, from: offline.from_time, to: offline.to_time }
}

/** Devices with marks that lie before where they would go on begin at a stop before the mark. */
async function findCheckpoints(
  client: Client,
  work: readonly DeviceWork[],
  markTimes: ReadonlyMap<number, number | null>,
): Promise<void> {
  const changedEarlier = work.filter(
    ({ deviceId, checkpoint, after }) =>
      checkpoint !== null && (markTimes.get(deviceId) ?? Infinity) <= after,
  )
  if (changedEarlier.length === 0) return
  const { stop, trip, ignition, charging, discharging } = episodeKinds
  const { rows } = await client.query<{
    id: number
    stop: EpisodeRow
    ignition: EpisodeRow | null
    leg: EpisodeRow | null
  }>(
    `select u.id, to_json(s) as stop,
       (select to_json(e) from track_episodes e where device_id = u.id and kind = ${ignition}
          and from_time <= s.from_time order by from_time desc limit 1) as ignition,
       (select to_json(e) from track_episodes e where device_id = u.id and kind in (${charging}, ${discharging})
          and from_time < s.from_time order by from_time desc limit 1) as leg
     from unnest($1::int4[], $2::int8[], $3::int8[]) as u (id, mark_time, unsettled_ms)
     cross join lateral (
       select max(from_time) - u.unsettled_ms as until from (
         select max(from_time) as from_time from track_episodes
         where device_id = u.id and kind = ${stop} and from_time <= u.mark_time
         union all select max(from_time) from track_episodes
         where device_id = u.id and kind = ${trip} and from_time <= u.mark_time) as borders
     ) as b
     cross join lateral (
       select * from track_episodes
       where device_id = u.id and kind = ${stop} and from_time < b.until and to_time <= b.until and began <> 0
       order by from_time desc limit 1) as s`,
    [
      changedEarlier.map(({ deviceId }) => deviceId),
      changedEarlier.map(({ deviceId }) => markTimes.get(deviceId)!),
      changedEarlier.map(({ settings }) => unsettledMs(settings)),
    ],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const one of changedEarlier) {
    const row = found.get(one.deviceId)
    if (row === undefined) {
      one.checkpoint = null
      one.after = 0
      continue
    }
    const before = row.ignition && toEpisode(row.ignition)
    const from = toEpisode(row.stop)
    one.checkpoint = checkpointAtStop(
      from,
      before !== null && before.to >= from.from ? before : null,
      row.leg && toEpisode(row.leg),
    )
    one.after = from.from - 1
  }
}
