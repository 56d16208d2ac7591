import { localDay } from '@trackway/core/features/statistics/calls.ts'
import { addDays, dayAt, daysBetween, startOfDay } from '@trackway/core/rules/local-days.ts'

/** Days of the account's own calendar, both included, `YYYY-MM-DD`. */
export interface Period {
  first: string
  last: string
}

/** The first and the last day of a preset, counted from today. */
const spans = {
  today: [0, 0],
  yesterday: [-1, -1],
  threeDays: [-2, 0],
  sevenDays: [-6, 0],
  thirtyDays: [-29, 0],
  thirtyOneDays: [-30, 0],
} as const

export type PeriodPreset =
  | keyof typeof spans
  | 'thisMonth'
  | 'lastMonth'
  | 'thisQuarter'
  | 'lastQuarter'
  /** A month by its first day. */
  | `${number}-${number}-01`

export function presetPeriod(preset: PeriodPreset, now: number, timeZone: string): Period {
  const today = dayAt(now, timeZone)
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const month = Number(today.slice(5, 7)) - 1
  switch (preset) {
    case 'thisMonth':
      return { first: firstOfMonth, last: today }
    case 'lastMonth':
      return monthsBack(firstOfMonth, 1, 1)
    case 'thisQuarter':
      return { first: monthsBack(firstOfMonth, month % 3, 1).first, last: today }
    case 'lastQuarter':
      return monthsBack(firstOfMonth, (month % 3) + 3, 3)
  }
  if (!isSpan(preset)) return monthsBack(preset, 0, 1)
  const [first, last] = spans[preset]
  return { first: addDays(today, first), last: addDays(today, last) }
}

function isSpan(preset: PeriodPreset): preset is keyof typeof spans {
  return Object.hasOwn(spans, preset)
}

/** So many whole months, of which the first begins so many months before a first day of one. */
function monthsBack(firstOfMonth: string, back: number, length: number): Period {
  const [year, month] = firstOfMonth.split('-').map(Number)
  const firstAt = (offset: number) =>
    new Date(Date.UTC(year!, month! - 1 + offset, 1)).toISOString().slice(0, 10)
  return { first: firstAt(-back), last: addDays(firstAt(length - back), -1) }
}

/** The last twelve whole months, the newest first. */
export function pastMonths(now: number, timeZone: string): `${number}-${number}-01`[] {
  const firstOfMonth = `${dayAt(now, timeZone).slice(0, 7)}-01`
  return Array.from(
    { length: 12 },
    (_, back) => monthsBack(firstOfMonth, back + 1, 1).first as `${number}-${number}-01`,
  )
}

/** Which of these presets the days are: the first, where two are the same days, as on the first of a month. */
export function presetOf<P extends PeriodPreset>(
  presets: readonly P[],
  period: Period,
  now: number,
  timeZone: string,
): P | null {
  return (
    presets.find((preset) => {
      const { first, last } = presetPeriod(preset, now, timeZone)
      return first === period.first && last === period.last
    }) ?? null
  )
}

/** Days from a link: such as exist, in order, and no more than `maxDays`; else null. */
export function readPeriod(first: unknown, last: unknown, maxDays: number): Period | null {
  if (!isDay(first) || !isDay(last) || first > last) return null
  return dayCount({ first, last }) <= maxDays ? { first, last } : null
}

export function dayCount({ first, last }: Period): number {
  return daysBetween(first, last) + 1
}

/** The same number of days, just before. */
export function previousPeriod(period: Period): Period {
  return { first: addDays(period.first, -dayCount(period)), last: addDays(period.first, -1) }
}

/** From the first day's midnight to the last millisecond of the last day, epoch ms. */
export function instantsOf({ first, last }: Period, timeZone: string): { from: number; to: number } {
  return { from: startOfDay(first, timeZone), to: startOfDay(addDays(last, 1), timeZone) - 1 }
}

/** The period with another first day; the last follows where the span would turn around or become too long. */
export function withFirst(period: Period, first: string, maxDays: number): Period {
  return { first, last: clamp(period.last, first, addDays(first, maxDays - 1)) }
}

/** The period with another last day; the first follows likewise. */
export function withLast(period: Period, last: string, maxDays: number): Period {
  return { first: clamp(period.first, addDays(last, 1 - maxDays), last), last }
}

function clamp(day: string, earliest: string, latest: string): string {
  if (day < earliest) return earliest
  return day > latest ? latest : day
}

/** A day that exists, 31 February does not, and that a request may name. */
function isDay(text: unknown): text is string {
  return localDay.safeParse(text).success
}
