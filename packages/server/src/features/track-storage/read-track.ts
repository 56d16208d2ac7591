import type { Track } from '@trackway/core/track/columns.ts'
import { cutTrack, mergeTracks } from '@trackway/core/track/merge.ts'
import type pg from 'pg'
import { trackOfBlock } from './packed-day.ts'
import { type TrackRow, trackColumns, trackOf } from './track-rows.ts'

const dayMs = 86_400_000

/** Points read or written from rows at a time: a few milliseconds of work, so that others are not kept waiting. */
const slicePoints = 10_000
/** Packed days read at a time; the first ones alone, to be there at once. */
const [firstDays, moreDays] = [2, 16]

export type SliceOrder = 'oldestFirst' | 'newestFirst'

/** A part of a track: points of one UTC day, or all of a packed one as they are stored. */
export type TrackPart = { track: Track; block: null } | { track: null; block: Buffer }

interface Range {
  from: number
  to: number
}

/** The range of a device's track to read; nothing more is read once the signal is aborted. */
interface TrackQuery extends Range {
  deviceId: number
  order: SliceOrder
  signal: AbortSignal
}

/**
 * Reads the positions of a device between two instants, both included, in slices that never span midnight
 * UTC. Slices come in the requested order, the points of each in ascending time.
 */
export async function* readTrack(pool: pg.Pool, query: TrackQuery): AsyncGenerator<Track> {
  for await (const { track, block } of readTrackParts(pool, query)) yield track ?? (await trackOfBlock(block))
}

/** Like `readTrack`, with packed days that lie in the range whole as they are stored. */
export async function* readTrackParts(pool: pg.Pool, query: TrackQuery): AsyncGenerator<TrackPart> {
  const parts = partsOf(pool, query)
  let reading = parts.next()
  // While a part is used, the next is being read.
  for (;;) {
    const { done, value } = await reading
    if (done || query.signal.aborted) return
    reading = parts.next()
    // A failure that nobody waits for any more is dropped.
    reading.catch(() => {})
    yield value
  }
}

async function* partsOf(
  pool: pg.Pool,
  { deviceId, from, to, order, signal }: TrackQuery,
): AsyncGenerator<TrackPart> {
  const days = utcDays(from, to)
  if (order === 'newestFirst') days.reverse()
  for (let count = firstDays; days.length > 0 && !signal.aborted; count = moreDays) {
    const ranges = days.splice(0, count)
    const whole = await readWholeDays(pool, deviceId, ranges)
    for (const range of ranges) {
      const packed = whole.get(Math.floor(range.from / dayMs))
      if (packed === undefined) yield* rowsOf(pool, deviceId, range, order, signal)
      else if (range.from <= packed.first_time && packed.last_time <= range.to) {
        yield { track: null, block: packed.block }
      } else {
        const track = cutTrack(await trackOfBlock(packed.block), range.from, range.to)
        if (track.length > 0) yield { track, block: null }
      }
    }
  }
}

interface WholeDay {
  day: number
  first_time: number
  last_time: number
  block: Buffer
}

/** Packed days that nothing is missing from: for them no rows are read (`0005-tracks.sql`). */
async function readWholeDays(
  pool: pg.Pool,
  deviceId: number,
  ranges: readonly Range[],
): Promise<Map<number, WholeDay>> {
  const days = ranges.map((range) => Math.floor(range.from / dayMs))
  const { rows } = await pool.query<WholeDay>({
    name: 'whole-track-days',
    text: `select day, first_time, last_time, block from track_days t
      where device_id = $1 and day = any($2::int4[])
        and not exists (select from track_dirty d where d.device_id = t.device_id and d.day = t.day)`,
    values: [deviceId, days],
  })
  return new Map(rows.map((row) => [row.day, row]))
}

/** A day from its rows, and from what is packed of it. */
async function* rowsOf(
  pool: pg.Pool,
  deviceId: number,
  day: Range,
  order: SliceOrder,
  signal: AbortSignal,
): AsyncGenerator<TrackPart> {
  for (let range: Range | undefined = day; range && !signal.aborted; ) {
    const { hot, block } = await readSlice(pool, deviceId, range, order)
    const rest = restOf(range, hot, order)
    let track = hot
    if (block !== null) {
      // Beyond a full slice more rows may lie, whose turn is not yet.
      const { from, to } = rest === undefined ? range : exclude(range, rest, order)
      track = mergeTracks(cutTrack(await trackOfBlock(block), from, to), hot)
    }
    range = rest
    if (track.length > 0) yield { track, block: null }
  }
}

/** What of a range a full slice has left. */
function restOf(range: Range, slice: Track, order: SliceOrder): Range | undefined {
  if (slice.length < slicePoints) return undefined
  return order === 'oldestFirst'
    ? { from: slice.fixTime.at(-1)! + 1, to: range.to }
    : { from: range.from, to: slice.fixTime[0]! - 1 }
}

function exclude(range: Range, rest: Range, order: SliceOrder): Range {
  return order === 'oldestFirst'
    ? { from: range.from, to: rest.from - 1 }
    : { from: rest.to + 1, to: range.to }
}

function utcDays(from: number, to: number): Range[] {
  const days: Range[] = []
  for (let start = from; start <= to; ) {
    const next = (Math.floor(start / dayMs) + 1) * dayMs
    days.push({ from: start, to: Math.min(to, next - 1) })
    start = next
  }
  return days
}

const sliceQuery = (order: SliceOrder) => `
    select ${trackColumns}, (select block from track_days where device_id = $1 and day = $5) as block
    from (
      select * from (
        select * from positions where device_id = $1 and fix_time >= $2 and fix_time <= $3
        order by fix_time ${order === 'oldestFirst' ? 'asc' : 'desc'} limit $4) as points
      order by fix_time) as slice`

/**
 * Rows and packed day are read in one statement, so that a day that is packed meanwhile, and its rows dropped,
 * is found in one of the two.
 */
async function readSlice(
  pool: pg.Pool,
  deviceId: number,
  { from, to }: Range,
  order: SliceOrder,
): Promise<{ hot: Track; block: Buffer | null }> {
  const { rows } = await pool.query<TrackRow & { block: Buffer | null }>(sliceQuery(order), [
    deviceId,
    from,
    to,
    slicePoints,
    Math.floor(from / dayMs),
  ])
  const row = rows[0]!
  return { hot: trackOf(row), block: row.block }
}
