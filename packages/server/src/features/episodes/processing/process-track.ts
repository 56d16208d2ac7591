import {
  addWireEvidence,
  applyIgnitionEvidence,
  type WireEvidence,
  wireDiffersFrom,
} from '@trackway/core/track/analysis/ignition-wire.ts'
import type { Checkpoint } from '@trackway/core/track/episodes/checkpoint.ts'
import { findEpisodes } from '@trackway/core/track/episodes/find-episodes.ts'
import type pg from 'pg'
import { forgetHotCells, storeHotCells } from '../../track-storage/hot-day-cells.ts'
import { checkpointForm, wireEvidenceForm } from '../storage/stored-progress.ts'
import { findContactSpans, lastPointTime } from './contact-spans.ts'
import { type DeviceWork, readDeviceWork } from './device-work.ts'
import { extendOffline, nextCheckTime } from './offline-periods.ts'
import { recomputeRanges } from './recompute-range.ts'
import { type FoundSpan, storeFound } from './store-found.ts'
import { storeTodaySums } from './today-sums.ts'
import { readTrackPages, type TrackPage } from './track-pages.ts'

/** Class of the advisory locks that keep two from processing the track of one device. */
export const episodeLock = 7_203_060

/** What is read of each device at a time; a track that goes on beyond is processed page by page. */
const pageRows = 20_000
const pageDays = 16
/** A track that was never processed is processed from here on first, so that these days are there at once. */
const recentMs = 3 * 86_400_000

type Client = pg.ClientBase

export interface ProcessingResult {
  /** Of these the track has been processed to its end, */
  done: number[]
  /** and of these it goes on; */
  more: number[]
  /** of those among them, nothing could be settled. */
  stuck: number[]
  points: number
}

export interface ProcessingOptions {
  now: number
  /** Wait for those that somebody else processes; else they are left out. */
  isWaiting: boolean
  /**
   * So many times as much is read of each: more where nothing could be settled in a piece, which is read again with what
   * follows, and less of many devices at once.
   */
  factor?: number
}

/**
 * Processes what is new in the tracks of these devices, or changed, and stores their episodes and the sums of
 * their days, in one transaction: if the process is killed in between, what is stored is whole, and
 * `episode_progress` and `track_changes` have what is left to do.
 */
export async function processTracks(
  client: Client,
  deviceIds: readonly number[],
  options: ProcessingOptions,
): Promise<ProcessingResult> {
  await client.query('begin')
  try {
    // A parallel plan gathers points out of order.
    await client.query('set local max_parallel_workers_per_gather = 0')
    const result = await processUnderLock(client, await lock(client, deviceIds, options.isWaiting), options)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function lock(client: Client, deviceIds: readonly number[], isWaiting: boolean): Promise<number[]> {
  // In one order, so that two who wait do not wait for each other.
  const sorted = deviceIds.toSorted((a, b) => a - b)
  const take = isWaiting
    ? 'select id, pg_advisory_xact_lock($1, id) from unnest($2::int4[]) as id'
    : 'select id from unnest($2::int4[]) as id where pg_try_advisory_xact_lock($1, id)'
  const { rows: taken } = await client.query<{ id: number }>(take, [episodeLock, sorted])
  // What is stored refers to the devices. A deletion locks their rows first, and then all that refers to them.
  const { rows } = await client.query<{ id: number }>(
    `select id from devices where id = any($1::int4[]) order by id for key share ${isWaiting ? '' : 'skip locked'}`,
    [taken.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

async function processUnderLock(
  client: Client,
  deviceIds: readonly number[],
  { now, factor = 1 }: ProcessingOptions,
): Promise<ProcessingResult> {
  const recomputed = await recomputeRanges(client, await readDeviceWork(client, deviceIds, now))
  const silent = recomputed.others.flatMap(({ offline }) => offline ?? [])
  await extendOffline(client, silent, now)
  const work = recomputed.others.filter(({ offline }) => offline === null)
  const found = await processForward(client, work, now, factor)
  const isDone = ({ piece }: { piece: TrackPage }) => hasEnded(piece)
  return {
    done: [...silent, ...found.filter(isDone).map(({ one }) => one)].map(({ deviceId }) => deviceId),
    // What is new in a track that changed long ago is processed next.
    more: [...recomputed.settled, ...found.filter((each) => !isDone(each)).map(({ one }) => one.deviceId)],
    stuck: found
      .filter(
        (each) => !isDone(each) && each.checkpoint?.point?.fixTime === each.one.checkpoint?.point?.fixTime,
      )
      .map(({ one }) => one.deviceId),
    points: found.reduce((sum, { piece }) => sum + piece.track.length, recomputed.points),
  }
}

async function processForward(
  client: Client,
  work: readonly DeviceWork[],
  now: number,
  factor: number,
): Promise<ProcessedTrack[]> {
  if (work.length === 0) return []
  const older = await beginRecent(client, work, now)
  const pieces = await readTrackPages(client, work, {
    rows: Math.ceil(pageRows * factor),
    days: Math.ceil(pageDays * factor),
  })
  const read = work.map((one) => {
    const page = pieces.get(one.deviceId)!
    const wire = addWireEvidence(one.wire, page.track)
    return { one, wire, piece: { ...page, track: applyIgnitionEvidence(page.track, wire) } }
  })
  const contactSpans = await findContactSpans(
    client,
    read.map(({ one, piece: { track, until } }) => ({
      one,
      track,
      // For a device whose older track is processed later, no new point gives its last contact.
      isLast: hasEnded({ until }) && !(track.length === 0 && older.includes(one.deviceId)),
    })),
  )
  const found = read.map(({ one, wire, piece }): ProcessedTrack => {
    const spans = contactSpans.get(one.deviceId) ?? []
    const isAll = hasEnded(piece)
    const { episodes, checkpoint, decidedTime } = findEpisodes(piece, one.settings, one.checkpoint, {
      spans,
      now: isAll ? now : null,
    })
    const contactTime = Math.max(lastPointTime(one, piece.track) ?? 0, spans.at(-1)?.[1] ?? 0)
    const checkTime = isAll ? nextCheckTime(contactTime || null, one.settings.offlineMs, now) : null
    const dueTime = isAll ? earlier(checkTime, decidedTime) : null
    // The wire is learnt in order of time: with the older track, from its beginning.
    const learnt = older.includes(one.deviceId) ? one.wire : wire
    return { one, piece, episodes, checkpoint, wire: learnt, ...spanOf(one, piece), dueTime }
  })
  await storeFound(client, found)
  await storeTodaySums(
    client,
    found
      .filter(({ piece }) => hasEnded(piece))
      .map(({ one, piece }) => ({ ...one, counted: piece.counted })),
    now,
  )
  await writeProgress(client, found)
  await forgetHotCells(
    client,
    work.filter(({ marks }) => marks.length > 0),
  )
  await storeHotCells(
    client,
    found.map(({ one: { deviceId, after, checkpoint }, piece: { track } }) => {
      return { deviceId, after, track, before: checkpoint?.point ?? null }
    }),
    now,
  )
  const marks = work.flatMap(({ marks }) => marks)
  if (marks.length > 0) await client.query('delete from track_changes where id = any($1::int8[])', [marks])
  await markChanged(client, [
    ...older.map((deviceId) => ({ deviceId, from: 0 })),
    ...found.flatMap(foundOtherwise),
  ])
  return found
}

/** @returns those that have a track before where they begin: it is processed later */
async function beginRecent(client: Client, work: readonly DeviceWork[], now: number): Promise<number[]> {
  const first = work.filter(({ isFirst }) => isFirst)
  if (first.length === 0) return []
  const after = now - recentMs
  const { rows } = await client.query<{ id: number }>(
    `select id from unnest($1::int4[]) as id
     where exists (select from track_days where device_id = id and first_time <= $2)
       or exists (select from positions where device_id = id and fix_time <= $2)`,
    [first.map(({ deviceId }) => deviceId), after],
  )
  const older = new Set(rows.map(({ id }) => id))
  for (const one of first) if (older.has(one.deviceId)) one.after = after
  return [...older]
}

const earlier = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

const hasEnded = (piece: Pick<TrackPage, 'until'>) => piece.until === Number.POSITIVE_INFINITY

/** What is replaced: from where processing began to where the page ends. */
function spanOf({ checkpoint, after }: DeviceWork, { until: end }: TrackPage) {
  const since = checkpoint === null ? after : (checkpoint.point?.fixTime ?? after + 1)
  const until = Math.min(end, Number.MAX_SAFE_INTEGER)
  return { since, until, sumsUntil: until, idlingSince: checkpoint?.idle?.time ?? null }
}

interface ProcessedTrack extends FoundSpan {
  checkpoint: Checkpoint | null
  wire: WireEvidence
  /** When to process it again if there is no contact. */
  dueTime: number | null
}

/** What was found before, with another verdict on the ignition wire, must be found anew. */
function foundOtherwise({ one, wire, since }: ProcessedTrack): { deviceId: number; from: number }[] {
  const from = wireDiffersFrom(one.wire, wire)
  return from !== null && from < since ? [{ deviceId: one.deviceId, from }] : []
}

async function markChanged(client: Client, changes: { deviceId: number; from: number }[]): Promise<void> {
  if (changes.length === 0) return
  await client.query(
    'insert into track_changes (device_id, from_time) select * from unnest($1::int4[], $2::int8[])',
    [changes.map(({ deviceId }) => deviceId), changes.map(({ from }) => from)],
  )
}

const storedOf = (checkpoint: Checkpoint | null) => checkpoint && checkpointForm.write(checkpoint)

async function writeProgress(client: Client, found: readonly ProcessedTrack[]): Promise<void> {
  const rows = found.map(({ one, piece, checkpoint, wire, dueTime }) => ({
    device_id: one.deviceId,
    until_time: piece.track.fixTime.at(-1) ?? null,
    seen_time: hasEnded(piece) ? one.stateTime : 0,
    time_zone: one.timeZone,
    checkpoint: storedOf(checkpoint ?? one.checkpoint),
    ignition_evidence: wireEvidenceForm.write(wire),
    due_time: dueTime,
  }))
  await client.query({
    name: 'episode-progress',
    text: `insert into episode_progress select * from json_populate_recordset(null::episode_progress, $1)
      on conflict (device_id) do update set
        until_time = coalesce(excluded.until_time, episode_progress.until_time), seen_time = excluded.seen_time,
        time_zone = excluded.time_zone, checkpoint = excluded.checkpoint,
        ignition_evidence = excluded.ignition_evidence, due_time = excluded.due_time`,
    values: [JSON.stringify(rows)],
  })
}
