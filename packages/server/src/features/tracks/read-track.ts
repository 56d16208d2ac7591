import { newTrack, noAltitude, noPlace, type Track } from '@trackway/core/track/columns.ts'
import type pg from 'pg'

const dayMs = 86_400_000

/** Points read, packed or written at a time: a few milliseconds of work, so that others are not kept waiting. */
const slicePoints = 10_000

export type SliceOrder = 'oldestFirst' | 'newestFirst'

interface Range {
  from: number
  to: number
}

/**
 * Reads the positions of a device between two instants, both included, in slices that never span midnight
 * UTC. Slices come in the order asked for, the points of each in ascending time. While a slice is used, the
 * next is being read; nothing more is read once the signal is aborted.
 */
export async function* readTrack(
  pool: pg.Pool,
  deviceId: number,
  { from, to }: Range,
  order: SliceOrder,
  signal: AbortSignal,
): AsyncGenerator<Track> {
  const days = utcDays(from, to)
  if (order === 'newestFirst') days.reverse()
  let range = days.shift()
  let reading = range && readSlice(pool, deviceId, range, order)
  while (range && reading) {
    const slice = await reading
    if (signal.aborted) return
    range = restOf(range, slice, order) ?? days.shift()
    reading = range && readSlice(pool, deviceId, range, order)
    // If nobody waits for it any more, its failure is nobody's business.
    reading?.catch(() => {})
    if (slice.length > 0) yield slice
  }
}

/** What of a range a full slice has left. */
function restOf(range: Range, slice: Track, order: SliceOrder): Range | undefined {
  if (slice.length < slicePoints) return undefined
  return order === 'oldestFirst'
    ? { from: slice.fixTime.at(-1)! + 1, to: range.to }
    : { from: range.from, to: slice.fixTime[0]! - 1 }
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

/**
 * PostgreSQL gathers each column into one text, which takes a fifth of the time of a row per point: a day of
 * 8,640 points comes in 12 ms.
 */
const sliceQuery = (order: SliceOrder) => `
    select count(*)::int4 as count, array_agg(fix_time)::text as fix_time,
      array_agg(latitude_e7)::text as latitude_e7, array_agg(longitude_e7)::text as longitude_e7,
      array_agg(round(speed_kmh * 10)::int4)::text as speed, array_agg(course_deg)::text as course_deg,
      array_agg(altitude_m)::text as altitude_m, array_agg(satellites)::text as satellites,
      array_agg(acc_on::int4)::text as acc_on, array_agg(round(odometer_m)::int8)::text as odometer_m,
      array_agg(quality)::text as quality
    from (
      select * from (
        select * from positions where device_id = $1 and fix_time >= $2 and fix_time <= $3
        order by fix_time ${order === 'oldestFirst' ? 'asc' : 'desc'} limit $4) as points
      order by fix_time) as slice`

type ColumnName = Exclude<keyof SliceRow, 'count'>
interface SliceRow {
  count: number
  fix_time: string | null
  latitude_e7: string | null
  longitude_e7: string | null
  speed: string | null
  course_deg: string | null
  altitude_m: string | null
  satellites: string | null
  acc_on: string | null
  odometer_m: string | null
  quality: string | null
}

async function readSlice(
  pool: pg.Pool,
  deviceId: number,
  { from, to }: Range,
  order: SliceOrder,
): Promise<Track> {
  const { rows } = await pool.query<SliceRow>(sliceQuery(order), [deviceId, from, to, slicePoints])
  const row = rows[0]!
  const track = newTrack(row.count)
  const read = (
    name: ColumnName,
    into: Float64Array | Float32Array | Int32Array | Int16Array | Int8Array | Uint16Array,
    unknown: number,
  ) => readNumbers(row[name] ?? '{}', into, unknown)
  read('fix_time', track.fixTime, Number.NaN)
  read('latitude_e7', track.latE7, noPlace)
  read('longitude_e7', track.lonE7, noPlace)
  read('speed', track.speedKmh, Number.NaN)
  for (let i = 0; i < track.length; i++) track.speedKmh[i] = track.speedKmh[i]! / 10
  read('course_deg', track.courseDeg, -1)
  read('altitude_m', track.altitudeM, noAltitude)
  read('satellites', track.satellites, -1)
  read('acc_on', track.accOn, -1)
  read('odometer_m', track.odometerM, Number.NaN)
  read('quality', track.quality, 0)
  return track
}

const minus = 45
const comma = 44
const zero = 48
const letterN = 78

/** Reads a PostgreSQL array of whole numbers, `{12,-3,NULL}`. */
function readNumbers(text: string, into: { [index: number]: number; length: number }, unknown: number): void {
  let at = 1
  for (let i = 0; i < into.length; i++) {
    let code = text.charCodeAt(at++)
    if (code === letterN) {
      into[i] = unknown
      at += 4
      continue
    }
    const isNegative = code === minus
    if (isNegative) code = text.charCodeAt(at++)
    let value = 0
    while (code >= zero) {
      // The closing brace is above the digits, but the last number ends with the text.
      if (code > zero + 9) break
      value = value * 10 + code - zero
      code = text.charCodeAt(at++)
    }
    into[i] = isNegative ? -value : value
    if (code !== comma) break
  }
}
