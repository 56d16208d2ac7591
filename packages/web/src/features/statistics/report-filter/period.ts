import { localDay } from '@trackway/core/api/statistics.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { addDays, dayAt, daysBetween } from '@trackway/core/rules/local-days.ts'

/** Days of the account's own calendar, both included, `YYYY-MM-DD`. */
export interface Period {
  first: string
  last: string
}

export const periodPresets = ['today', 'yesterday', 'sevenDays', 'thisMonth', 'lastMonth'] as const
export type PeriodPreset = (typeof periodPresets)[number]

export function presetPeriod(preset: PeriodPreset, now: number, timeZone: string): Period {
  const today = dayAt(now, timeZone)
  const yesterday = addDays(today, -1)
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (preset) {
    case 'today':
      return { first: today, last: today }
    case 'yesterday':
      return { first: yesterday, last: yesterday }
    case 'sevenDays':
      return { first: addDays(today, -6), last: today }
    case 'thisMonth':
      return { first: firstOfMonth, last: today }
    case 'lastMonth': {
      const last = addDays(firstOfMonth, -1)
      return { first: `${last.slice(0, 7)}-01`, last }
    }
  }
}

/** Which preset these days are; on the first of a month `today` and `thisMonth` are the same: the shorter name. */
export function presetOf(period: Period, now: number, timeZone: string): PeriodPreset | null {
  return (
    periodPresets.find((preset) => {
      const { first, last } = presetPeriod(preset, now, timeZone)
      return first === period.first && last === period.last
    }) ?? null
  )
}

/** Days from a link: such as exist, in order, and no more than a question may span; else nothing. */
export function readPeriod(first: unknown, last: unknown): Period | null {
  if (!isDay(first) || !isDay(last) || first > last) return null
  return dayCount({ first, last }) <= limits.statisticsDays ? { first, last } : null
}

export function dayCount({ first, last }: Period): number {
  return daysBetween(first, last) + 1
}

/** The same number of days, just before. */
export function previousPeriod(period: Period): Period {
  return { first: addDays(period.first, -dayCount(period)), last: addDays(period.first, -1) }
}

/** A day that exists, 31 February does not, and that a question may name. */
function isDay(text: unknown): text is string {
  return localDay.safeParse(text).success
}
