import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ReadingName } from '@trackway/core/codes/readings.ts'
import type pg from 'pg'
import { readingOfDay, trackOfBlock } from '../track-storage/packed-day.ts'
import { swapped } from '../track-storage/track-rows.ts'
import { type Readings, thinReadings } from './thin-readings.ts'

const dayMs = 86_400_000
/** Packed days read at a time: a megabyte. */
const daysAtATime = 8
const maxReadings = 5_000

interface Question {
  deviceId: number
  from: number
  to: number
  name: ReadingName
  signal: AbortSignal
}

/**
 * What a device said of a reading between two instants, both included, oldest first. Days are thinned one by one,
 * and then once more all together, so that any range takes little memory: what stays of the whole is among what
 * stays of its days. A dense day is about 10 ms of work, after which others have their turn.
 */
export async function readReadings(pool: pg.Pool, question: Question): Promise<Readings & { total: number }> {
  const all: Readings & { total: number } = { times: [], values: [], total: 0 }
  const lastDay = Math.floor(question.to / dayMs)
  for (let day = Math.floor(question.from / dayMs); day <= lastDay; day += daysAtATime) {
    const days = Array.from({ length: Math.min(daysAtATime, lastDay - day + 1) }, (_, i) => day + i)
    for (const readings of await readDays(pool, question, days)) {
      const { times, values } = thinReadings(readings, maxReadings)
      all.total += readings.times.length
      for (const [i, time] of times.entries()) {
        all.times.push(time)
        all.values.push(values[i]!)
      }
      await yieldToOthers()
    }
    if (question.signal.aborted) break
  }
  return { ...thinReadings(all, maxReadings), total: all.total }
}

interface DayRow {
  day: number
  block: Buffer | null
  readings: Buffer | null
  times: Buffer | null
  values: Buffer | null
}

/** Where a reading stands in what a report said. */
function placeOf(name: ReadingName): { key: string; sql: string } {
  if (name === 'temperatureC') return { key: 'temperatureC', sql: `extra->'temperatureC'->0` }
  return { key: name, sql: `extra->'${name}'` }
}

/**
 * Rows and packed day are read in one statement, so that a day that is packed meanwhile, and its rows dropped,
 * is found in one of the two.
 */
async function readDays(pool: pg.Pool, question: Question, days: number[]): Promise<Readings[]> {
  const { deviceId, from, to, name } = question
  const { rows } = await pool.query<DayRow>(
    `select d.day, t.block, t.readings, hot.times, hot.values
     from unnest($2::int4[]) as d (day)
     left join track_days t on t.device_id = $1 and t.day = d.day
     left join lateral (
       select string_agg(float8send(fix_time), '') as times, string_agg(float8send(value), '') as values
       from (
         select fix_time, (reading #>> '{}')::float8 as value
         from positions cross join lateral (select ${placeOf(name).sql} as reading) as r
         where device_id = $1 and fix_time >= greatest(d.day * 86400000::int8, $3)
           and fix_time < (d.day + 1) * 86400000::int8 and fix_time <= $4 and json_typeof(reading) = 'number'
         order by fix_time) as found
     ) as hot on true
     order by d.day`,
    [deviceId, days, from, to],
  )
  const read: Readings[] = []
  for (const row of rows) {
    const hot = {
      times: [...new Float64Array(swapped(row.times, 8))],
      values: [...new Float64Array(swapped(row.values, 8))],
    }
    read.push(row.block === null ? hot : await readPacked(row, hot, question))
  }
  return read
}

/** A day of both. An instant that is packed stays as it is: it was stored first. */
async function readPacked(row: DayRow, hot: Readings, { from, to, name }: Question): Promise<Readings> {
  const track = await trackOfBlock(row.block!)
  const values = await readingOfDay(row.readings!, track, placeOf(name).key)
  const pairs: [number, number][] = []
  for (const [i, value] of values?.entries() ?? []) {
    const time = track.fixTime[i]!
    if (time >= from && time <= to && !Number.isNaN(value)) pairs.push([time, value])
  }
  if (hot.times.length > 0) {
    const packed = new Set(track.fixTime)
    for (const [i, time] of hot.times.entries()) if (!packed.has(time)) pairs.push([time, hot.values[i]!])
    pairs.sort(([a], [b]) => a - b)
  }
  return { times: pairs.map(([time]) => time), values: pairs.map(([, value]) => value) }
}
