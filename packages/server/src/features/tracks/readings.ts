import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { SeriesName } from '@trackway/core/readings/readings.ts'
import type pg from 'pg'
import { readingOfDay, trackOfBlock } from '../track-storage/packed-day.ts'
import { swapped } from '../track-storage/track-rows.ts'
import { type Readings, thinReadings } from './thin-readings.ts'

const dayMs = 86_400_000
/** Packed days read at a time: a megabyte. */
const daysAtATime = 8
const maxReadings = 5_000

interface ReadingsQuery {
  deviceId: number
  from: number
  to: number
  name: SeriesName
  /** Of lists, from 1 on. */
  place: number
  signal: AbortSignal
}

/**
 * The values of a device's reading between two instants, both included, oldest first. Days are thinned one by one,
 * and then once more all together, so that any range takes little memory: what stays of the whole is among what
 * stays of its days. A dense day is about 10 ms of work, after which others have their turn.
 */
export async function readReadings(
  pool: pg.Pool,
  query: ReadingsQuery,
): Promise<Readings & { total: number; places: number }> {
  const all = { times: [] as number[], values: [] as number[], total: 0, places: 0 }
  const lastDay = Math.floor(query.to / dayMs)
  for (let day = Math.floor(query.from / dayMs); day <= lastDay; day += daysAtATime) {
    const days = Array.from({ length: Math.min(daysAtATime, lastDay - day + 1) }, (_, i) => day + i)
    for (const { places, ...readings } of await readDays(pool, query, days)) {
      all.places = Math.max(all.places, places)
      const { times, values } = thinReadings(readings, maxReadings)
      all.total += readings.times.length
      for (const [i, time] of times.entries()) {
        all.times.push(time)
        all.values.push(values[i]!)
      }
      await yieldToOthers()
    }
    if (query.signal.aborted) break
  }
  return { ...thinReadings(all, maxReadings), total: all.total, places: all.places }
}

interface DayRow {
  day: number
  block: Buffer | null
  readings: Buffer | null
  times: Buffer | null
  values: Buffer | null
  places: number | null
}

type DayReadings = Readings & { places: number }

/**
 * Rows and packed day are read in one statement, so that a day that is packed meanwhile, and its rows dropped,
 * is found in one of the two.
 */
async function readDays(pool: pg.Pool, query: ReadingsQuery, days: number[]): Promise<DayReadings[]> {
  const { deviceId, from, to, name, place } = query
  const { rows } = await pool.query<DayRow>(
    `select d.day, t.block, t.readings, hot.times, hot.values, hot.places
     from unnest($2::int4[]) as d (day)
     left join track_days t on t.device_id = $1 and t.day = d.day
     left join lateral (
       select string_agg(float8send(fix_time), '') filter (where value is not null) as times,
         string_agg(float8send(value), '') filter (where value is not null) as values, max(places) as places
       from (
         select fix_time,
           case when json_typeof(one) = 'number' then (one #>> '{}')::float8 end as value,
           case when json_typeof(said) = 'array' then json_array_length(said) else 1 end as places
         from positions
         cross join lateral (select extra->$5 as said) as r
         cross join lateral (
           select case when json_typeof(said) = 'array' then said->($6::int4 - 1) else said end as one) as o
         where device_id = $1 and fix_time >= greatest(d.day * 86400000::int8, $3)
           and fix_time < (d.day + 1) * 86400000::int8 and fix_time <= $4 and said is not null
         order by fix_time) as found
     ) as hot on true
     order by d.day`,
    [deviceId, days, from, to, name, place],
  )
  const read: DayReadings[] = []
  for (const row of rows) {
    const hot = {
      times: [...new Float64Array(swapped(row.times, 8))],
      values: [...new Float64Array(swapped(row.values, 8))],
      places: row.places ?? 0,
    }
    read.push(row.block === null ? hot : await readPacked(row, hot, query))
  }
  return read
}

/** A day of both. An instant that is packed stays as it is: it was stored first. */
async function readPacked(
  row: DayRow,
  hot: DayReadings,
  { from, to, name, place }: ReadingsQuery,
): Promise<DayReadings> {
  const track = await trackOfBlock(row.block!)
  const packed = await readingOfDay(row.readings!, track, name, place)
  const pairs: [number, number][] = []
  for (const [i, value] of packed?.numbers.entries() ?? []) {
    const time = track.fixTime[i]!
    if (time >= from && time <= to && !Number.isNaN(value)) pairs.push([time, value])
  }
  if (hot.times.length > 0) {
    const packed = new Set(track.fixTime)
    for (const [i, time] of hot.times.entries()) if (!packed.has(time)) pairs.push([time, hot.values[i]!])
    pairs.sort(([a], [b]) => a - b)
  }
  return {
    times: pairs.map(([time]) => time),
    values: pairs.map(([, value]) => value),
    places: Math.max(hot.places, packed?.places ?? 0),
  }
}
