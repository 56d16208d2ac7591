import { zstdDecompressSync } from 'node:zlib'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { hasPlace, joinTracks, newTrack, noPlace, type Track } from '@trackway/core/track/columns.ts'
import type { EpisodeInput } from '@trackway/core/track/episodes/find-episodes.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { mergeOrder, mergeTracks } from '@trackway/core/track/merge.ts'
import type pg from 'pg'
import { numbersOfReading } from '../../track-storage/packed-readings.ts'
import { swapped, type TrackRow, trackColumns, trackOf } from '../../track-storage/track-rows.ts'
import type { IngestMileage } from './today-sums.ts'

const dayMs = 86_400_000

export interface PageRequest {
  deviceId: number
  /** Points later than this. */
  after: number
}

export interface TrackPage extends EpisodeInput {
  /** Up to where it is read; */
  counted: IngestMileage
  /** up to this instant it is all there is, infinite where the track ends. */
  until: number
}

interface Bounds {
  /** Rows of a device at most, */
  rows: number
  /** and packed days. */
  days: number
  /** Points of the future too. */
  withFuture?: boolean
}

type Row = TrackRow & {
  device_id: number
  day_start_time: number | null
  day_m: number | null
  battery: Buffer | null
  days: number[] | null
  blocks: Buffer[] | null
  readings: Buffer[] | null
}

/** A device's track from an instant to another, both included. */
export interface TrackSpan {
  deviceId: number
  from: number
  to: number
}

/**
 * The next piece of the tracks of several devices, in one statement, so that a day that is packed meanwhile,
 * and its rows dropped, is found in one of the two, and what ingest counted is of these very points. In the
 * precision of packed days, so that packing changes nothing, and without points of the future.
 */
export async function readTrackPages(
  client: Pick<pg.ClientBase, 'query'>,
  requests: readonly PageRequest[],
  bounds: Bounds,
): Promise<Map<number, TrackPage>> {
  const { rows } = await client.query<Row>({
    name: 'episode-points',
    text: `
      select u.device_id, s.day_start_time, s.day_m, h.*, k.*
      from unnest($1::int4[], $2::int8[]) as u (device_id, after)
      left join device_states s on s.device_id = u.device_id
      cross join lateral (
        select ${trackColumns}, string_agg(float4send(coalesce(battery, 'NaN')), '') as battery
        from (
          select *, case when json_typeof(extra -> 'batteryPercent') = 'number'
            then (extra ->> 'batteryPercent')::real end as battery
          from positions where device_id = u.device_id and fix_time > u.after order by fix_time limit $3
        ) as points
      ) as h
      cross join lateral (
        select array_agg(day) as days, array_agg(block) as blocks, array_agg(readings) as readings
        from (
          select day, block, readings from track_days
          where device_id = u.device_id and day >= u.after / ${dayMs} and last_time > u.after
          order by day limit $4
        ) as packed
      ) as k`,
    values: [requests.map((one) => one.deviceId), requests.map((one) => one.after), bounds.rows, bounds.days],
  })
  const after = new Map(requests.map((one) => [one.deviceId, one.after]))
  return new Map(rows.map((row) => [row.device_id, pageOf(row, after.get(row.device_id)!, bounds)]))
}

/** Short pieces of the tracks of several devices, in one statement and the same precision, in the order of `spans`. */
export async function readTrackSpans(
  client: Pick<pg.ClientBase, 'query'>,
  spans: readonly TrackSpan[],
): Promise<Track[]> {
  const { rows } = await client.query<TrackRow & Pick<Row, 'blocks'>>({
    name: 'track-spans',
    text: `
      select h.*, k.*
      from unnest($1::int4[], $2::int8[], $3::int8[]) with ordinality as u (device_id, from_time, to_time, n)
      cross join lateral (
        select ${trackColumns}
        from (
          select * from positions
          where device_id = u.device_id and fix_time >= u.from_time and fix_time <= u.to_time order by fix_time
        ) as points
      ) as h
      cross join lateral (
        select array_agg(block) as blocks
        from (
          select block from track_days
          where device_id = u.device_id and day between u.from_time / ${dayMs} and u.to_time / ${dayMs}
            and last_time >= u.from_time and first_time <= u.to_time
          order by day
        ) as packed
      ) as k
      order by u.n`,
    values: [spans.map(({ deviceId }) => deviceId), spans.map(({ from }) => from), spans.map(({ to }) => to)],
  })
  return rows.map((row, n) => {
    const packed = joinTracks((row.blocks ?? []).map((block) => decoded(zstdDecompressSync(block))))
    const { from, to } = spans[n]!
    return usable({ track: mergeTracks(packed, trackOf(row)), batteryPercent: null }, from - 1, to).track
  })
}

function pageOf(row: Row, after: number, bounds: Bounds): TrackPage {
  const hot = trackOf(row)
  const battery = new Float32Array(swapped(row.battery, 4))
  let until = Number.POSITIVE_INFINITY
  // What was read less of ends first: beyond it the other alone would not be the track.
  if (hot.length === bounds.rows) until = hot.fixTime.at(-1)!
  if (row.days?.length === bounds.days) until = Math.min(until, (row.days.at(-1)! + 1) * dayMs - 1)
  const packed = packedOf(row)
  const rows = { track: hot, batteryPercent: battery.some((value) => !Number.isNaN(value)) ? battery : null }
  const whole = packed === null ? rows : merged(packed, rows)
  const counted = { startTime: row.day_start_time, metres: row.day_m }
  return { ...usable(whole, after, until, bounds.withFuture), counted, until }
}

function packedOf({ blocks, readings }: Row): EpisodeInput | null {
  if (blocks === null || readings === null) return null
  const tracks = blocks.map((block) => decoded(zstdDecompressSync(block)))
  const track = joinTracks(tracks)
  let batteryPercent: Float32Array | null = null
  let at = 0
  for (const [n, { length }] of tracks.entries()) {
    const percents = numbersOfReading(zstdDecompressSync(readings[n]!), length, 'batteryPercent')
    if (percents !== null) {
      batteryPercent ??= new Float32Array(track.length).fill(Number.NaN)
      batteryPercent.set(percents.numbers, at)
    }
    at += length
  }
  return { track, batteryPercent }
}

function decoded(bytes: Uint8Array): Track {
  const { track, problem } = decodeBlock(bytes)
  if (track === null) throw new Error(`a packed day is damaged: ${problem}`)
  return track
}

/** An instant that both have is as it was packed. */
function merged(packed: EpisodeInput, rows: EpisodeInput): EpisodeInput {
  const track = mergeTracks(packed.track, rows.track)
  if (packed.batteryPercent === null && rows.batteryPercent === null) return { track, batteryPercent: null }
  const order = mergeOrder(packed.track.fixTime, rows.track.fixTime)
  const { length } = packed.track
  const batteryPercent = Float32Array.from(order, (i) =>
    i < length
      ? (packed.batteryPercent?.[i] ?? Number.NaN)
      : (rows.batteryPercent?.[i - length] ?? Number.NaN),
  )
  return { track, batteryPercent }
}

/** Points of the requested time that are not of the future, in the precision of a block. */
function usable(
  { track, batteryPercent }: EpisodeInput,
  after: number,
  until: number,
  withFuture = false,
): EpisodeInput {
  const kept: number[] = []
  for (let i = 0; i < track.length; i++) {
    const time = track.fixTime[i]!
    if (time > after && time <= until && (withFuture || (track.quality[i]! & qualityBits.future) === 0))
      kept.push(i)
  }
  const result = newTrack(kept.length)
  for (const [to, i] of kept.entries()) {
    result.fixTime[to] = track.fixTime[i]!
    result.latE7[to] = hasPlace(track, i) ? Math.round(track.latE7[i]! / 10) * 10 : noPlace
    result.lonE7[to] = hasPlace(track, i) ? Math.round(track.lonE7[i]! / 10) * 10 : noPlace
    result.speedKmh[to] = Math.round(track.speedKmh[i]! * 10) / 10
    result.courseDeg[to] = track.courseDeg[i]!
    result.satellites[to] = track.satellites[i]!
    result.accOn[to] = track.accOn[i]!
    result.odometerM[to] = Math.round(track.odometerM[i]!)
    result.quality[to] = track.quality[i]!
  }
  return {
    track: result,
    batteryPercent: batteryPercent && Float32Array.from(kept, (i) => batteryPercent[i]!),
  }
}
