import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { SeriesName } from '@trackway/core/readings/readings.ts'
import type pg from 'pg'
import { readingsOfDay } from '../track-storage/packed-day.ts'
import { type Readings, thinReadings } from '../tracks/thin-readings.ts'

const dayMs = 86_400_000
/** Packed days read at a time: a megabyte. */
const daysAtATime = 8

interface HistoryQuery<Name extends SeriesName> {
  deviceId: number
  from: number
  to: number
  names: readonly Name[]
  /** One wheel or pack, from 1 on; left out: all of them. */
  place?: number | undefined
  /** Values of a line at most. */
  most: number
  signal: AbortSignal
}

/** What one wheel or pack said of one reading, oldest first. */
export interface PlaceSeries<Name extends SeriesName> extends Readings {
  name: Name
  place: number
  /** How many there are before thinning. */
  total: number
}

interface DayRow {
  day: number
  block: Buffer | null
  readings: Buffer | null
  /** Of the rows: time, then a value for each name. */
  hot: [number, ...unknown[]][] | null
}

/**
 * What a device said of its wheels or packs between two instants, both included. Rows and packed day are read in one
 * statement, so that a day that is packed meanwhile is found in one of the two. Each day is thinned, and then all once
 * more, so that any range takes little memory; between days others have their turn.
 */
export async function readPlaceHistory<Name extends SeriesName>(
  pool: pg.Pool,
  question: HistoryQuery<Name>,
): Promise<PlaceSeries<Name>[]> {
  const { from, to, most, signal } = question
  const series = new Map<string, PlaceSeries<Name>>()
  const lastDay = Math.floor(to / dayMs)
  for (let day = Math.floor(from / dayMs); day <= lastDay && !signal.aborted; day += daysAtATime) {
    const days = Array.from({ length: Math.min(daysAtATime, lastDay - day + 1) }, (_, i) => day + i)
    for (const row of await readDays(pool, question, days)) {
      for (const [key, part] of await linesOf(row, question)) {
        const line = series.get(key) ?? { ...part, times: [], values: [], total: 0 }
        series.set(key, line)
        line.total += part.times.length
        const { times, values } = thinReadings(part, most)
        line.times.push(...times)
        line.values.push(...values)
      }
      await yieldToOthers()
    }
  }
  const order = (line: PlaceSeries<Name>) => line.place * 100 + question.names.indexOf(line.name)
  return [...series.values()]
    .sort((a, b) => order(a) - order(b))
    .map((line) => ({ ...line, ...thinReadings(line, most) }))
}

async function readDays(
  pool: pg.Pool,
  { deviceId, from, to, names }: HistoryQuery<SeriesName>,
  days: number[],
): Promise<DayRow[]> {
  const { rows } = await pool.query<DayRow>(
    `select d.day, t.block, t.readings, hot.hot
     from unnest($2::int4[]) as d (day)
     left join track_days t on t.device_id = $1 and t.day = d.day
     left join lateral (
       select json_agg(json_build_array(fix_time, ${names.map((_, i) => `extra -> $${i + 5}`).join(', ')})
         order by fix_time) as hot
       from positions
       where device_id = $1 and fix_time >= greatest(d.day * 86400000::int8, $3)
         and fix_time < (d.day + 1) * 86400000::int8 and fix_time <= $4
         and (${names.map((_, i) => `extra -> $${i + 5} is not null`).join(' or ')})
     ) as hot on true
     order by d.day`,
    [deviceId, days, from, to, ...names],
  )
  return rows
}

/** The lines of one day, by name and place. An instant that is packed stays as it is: it was stored first. */
async function linesOf<Name extends SeriesName>(
  { block, readings, hot }: DayRow,
  { from, to, names, place }: HistoryQuery<Name>,
): Promise<Map<string, PlaceSeries<Name>>> {
  const points: [number, readonly unknown[]][] = (hot ?? []).map(([time, ...said]) => [time, said])
  if (block !== null) {
    const day = await readingsOfDay({ block, readings: readings! }, names)
    const packed = new Set(day.times)
    const rows = points.filter(([time]) => !packed.has(time))
    points.length = 0
    for (const [i, time] of day.times.entries())
      if (time >= from && time <= to) points.push([time, names.map((name) => day.values.get(name)?.[i])])
    points.push(...rows)
    if (rows.length > 0) points.sort(([a], [b]) => a - b)
  }
  const lines = new Map<string, PlaceSeries<Name>>()
  for (const [time, said] of points) {
    for (const [i, name] of names.entries()) {
      const list = said[i]
      if (!Array.isArray(list)) continue
      for (const [at, value] of list.entries()) {
        if (typeof value !== 'number' || (place !== undefined && place !== at + 1)) continue
        const key = `${name} ${at}`
        let line = lines.get(key)
        if (line === undefined) {
          line = { name, place: at + 1, times: [], values: [], total: 0 }
          lines.set(key, line)
        }
        line.times.push(time)
        line.values.push(value)
      }
    }
  }
  return lines
}
