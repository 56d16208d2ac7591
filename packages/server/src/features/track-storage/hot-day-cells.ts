import { untrustedBits } from '@trackway/core/codes/states.ts'
import { indexAt, noPlace, type TrackPointValues } from '@trackway/core/track/columns.ts'
import type { PlacedTrack } from '@trackway/core/track/visits/believed-places.ts'
import { visitedCells } from '@trackway/core/track/visits/visited-cells.ts'
import type pg from 'pg'

const dayMs = 86_400_000
/** Days before today whose rows may not be packed yet. */
const hotDays = 2
/** A row is written where the device reached new cells, or once it is so far behind: parked devices cost nothing. */
const behindMs = 10 * 60_000

type Client = Pick<pg.ClientBase, 'query'>

/** A part of a track: all fixes later than `after` up to its last one. */
export interface TrackPiece {
  deviceId: number
  after: number
  track: PlacedTrack
  /** The fix at `after`, where that is known. */
  before: TrackPointValues | null
}

/** Fixes later than `after` are to be gathered anew: some of them came late. */
export async function forgetHotCells(
  client: Client,
  devices: readonly { deviceId: number; after: number }[],
): Promise<void> {
  if (devices.length === 0) return
  await client.query(
    `update hot_day_cells h set until_time = u.after
     from unnest($1::int4[], $2::int8[]) as u (device_id, after)
     where h.device_id = u.device_id and h.until_time > u.after`,
    [devices.map(({ deviceId }) => deviceId), devices.map(({ after }) => after)],
  )
}

/**
 * Adds the cells of what is new in these pieces. A day is begun by a piece that has all of it so far, and continued by
 * one that follows on what is known; others leave it as it is.
 */
export async function storeHotCells(
  client: Client,
  pieces: readonly TrackPiece[],
  now: number,
): Promise<void> {
  const firstDay = Math.floor(now / dayMs) - hotDays
  const recent = pieces.filter(({ track }) => (track.fixTime[track.length - 1] ?? 0) >= firstDay * dayMs)
  if (recent.length === 0) return
  const { rows } = await client.query<{ device_id: number; day: number; until_time: number }>({
    name: 'hot-days',
    text: 'select device_id, day, until_time from hot_day_cells where device_id = any($1::int4[]) and day >= $2',
    values: [recent.map(({ deviceId }) => deviceId), firstDay],
  })
  const known = new Map(rows.map((row) => [`${row.device_id} ${row.day}`, row.until_time]))
  const found = recent.flatMap((piece) => {
    const lastDay = Math.floor(piece.track.fixTime[piece.track.length - 1]! / dayMs)
    return daysBetween(Math.max(firstDay, Math.floor((piece.after + 1) / dayMs)), lastDay).flatMap((day) => {
      const since = known.get(`${piece.deviceId} ${day}`) ?? day * dayMs - 1
      const cells = since < piece.after ? null : cellsAfter(piece, day, since)
      return cells ? [{ deviceId: piece.deviceId, day, ...cells }] : []
    })
  })
  if (found.length === 0) return
  await client.query({
    name: 'store-hot-cells',
    text: `insert into hot_day_cells as h (device_id, day, until_time, cells)
      select device_id, day, until_time, cells::int4[]
      from unnest($1::int4[], $2::int4[], $3::int8[], $4::text[]) as u (device_id, day, until_time, cells)
      where not exists (select from track_days t where t.device_id = u.device_id and t.day = u.day)
      order by device_id, day
      on conflict (device_id, day) do update set until_time = excluded.until_time,
        cells = case when excluded.cells <@ h.cells then h.cells
          else array(select unnest(h.cells) union select unnest(excluded.cells)) end
      where not excluded.cells <@ h.cells or excluded.until_time > h.until_time + ${behindMs}`,
    values: [
      found.map(({ deviceId }) => deviceId),
      found.map(({ day }) => day),
      found.map(({ until }) => until),
      found.map(({ cells }) => `{${cells.join()}}`),
    ],
  })
}

/** What is new of a day, with the way to it from the last trusted fix before. */
function cellsAfter({ track, before }: TrackPiece, day: number, since: number) {
  const first = indexAt(track, Math.max(since + 1, day * dayMs))
  const end = indexAt(track, (day + 1) * dayMs)
  if (first === end) return null
  let from = first - 1
  while (from >= 0 && !isTrusted(track, from)) from--
  const part = cut(track, Math.max(0, from), end)
  const cells = visitedCells(from < 0 && before ? withFirst(before, part) : part)
  return { until: track.fixTime[end - 1]!, cells }
}

const isTrusted = (track: PlacedTrack, i: number) =>
  track.latE7[i] !== noPlace && (track.quality[i]! & untrustedBits) === 0

function cut({ fixTime, latE7, lonE7, quality }: PlacedTrack, from: number, to: number): PlacedTrack {
  return {
    length: to - from,
    fixTime: fixTime.subarray(from, to),
    latE7: latE7.subarray(from, to),
    lonE7: lonE7.subarray(from, to),
    quality: quality.subarray(from, to),
  }
}

function withFirst({ fixTime, latE7, lonE7, quality }: TrackPointValues, rest: PlacedTrack): PlacedTrack {
  const length = rest.length + 1
  const whole = {
    length,
    fixTime: new Float64Array(length).fill(fixTime, 0, 1),
    latE7: new Int32Array(length).fill(latE7 ?? noPlace, 0, 1),
    lonE7: new Int32Array(length).fill(lonE7 ?? noPlace, 0, 1),
    quality: new Uint16Array(length).fill(quality, 0, 1),
  }
  for (const name of ['fixTime', 'latE7', 'lonE7', 'quality'] as const) whole[name].set(rest[name], 1)
  return whole
}

function daysBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}
