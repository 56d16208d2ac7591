import type { ReadingName } from '@trackway/core/readings/readings.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'

/** What is summed of wheels and packs when a day is packed: reports of months are made from that. */
export const summedReadings = [
  'tyrePressureKpa',
  'tyreTemperatureC',
  'packPercent',
  'packVoltageV',
  'packCurrentA',
  'packTemperatureC',
  'packCycles',
] as const satisfies readonly ReadingName[]

/** The sum of one reading of a wheel or pack in a part of a UTC day. The names are short: every row has them. */
export interface ReadingSum {
  /** Name of the reading. */
  n: string
  /** Number of the wheel or pack, from 1. */
  p: number
  /** First and last instant, epoch ms; both lie in one day of the owner. */
  f: number
  t: number
  /** Least, greatest, mean and count. */
  a: number
  b: number
  m: number
  c: number
}

/**
 * Sums the readings at the points of a UTC day, in parts that end at the midnights of the owner's zone, so that his
 * days can be put together from them.
 * @param extras of the points, JSON each, '' for none
 * @returns null where there are no such readings
 */
export function sumReadings(
  times: ArrayLike<number>,
  extras: readonly string[],
  timeZone: string,
): ReadingSum[] | null {
  const sums = new Map<string, ReadingSum>()
  for (const [i, extra] of extras.entries()) {
    // Most tracks have none: a look at the text is cheaper than reading it.
    if (!extra.includes('"tyre') && !extra.includes('"pack')) continue
    const readings = JSON.parse(extra) as Record<string, unknown>
    const time = times[i]!
    for (const n of summedReadings) {
      const list = readings[n]
      if (!Array.isArray(list)) continue
      const day = startOfLocalDay(time, timeZone)
      for (const [at, value] of list.entries())
        if (typeof value === 'number') addTo(sums, `${n} ${at} ${day}`, { n, p: at + 1, time, value })
    }
  }
  return sums.size === 0 ? null : [...sums.values()].map(rounded)
}

interface SummedValue {
  n: string
  p: number
  time: number
  value: number
}

function addTo(sums: Map<string, ReadingSum>, key: string, { n, p, time, value }: SummedValue): void {
  const sum = sums.get(key)
  if (sum === undefined) {
    sums.set(key, { n, p, f: time, t: time, a: value, b: value, m: value, c: 1 })
    return
  }
  sum.t = time
  sum.a = Math.min(sum.a, value)
  sum.b = Math.max(sum.b, value)
  sum.c++
  sum.m += (value - sum.m) / sum.c
}

function rounded(sum: ReadingSum): ReadingSum {
  return { ...sum, m: Math.round(sum.m * 100) / 100 }
}
