import { limits } from '@trackway/core/codes/limits.ts'
import { addDays, dayAt, daysBetween, startOfDay } from '@trackway/core/rules/local-days.ts'

/** Days of the account's own calendar, as the replay asks for them. Dates are `YYYY-MM-DD`. */
export interface DayRange {
  first: string
  last: string
}

export const presets = ['today', 'yesterday', 'threeDays', 'week', 'month'] as const
export type Preset = (typeof presets)[number]

export function presetRange(preset: Preset, now: number, timeZone: string): DayRange {
  const today = dayAt(now, timeZone)
  switch (preset) {
    case 'today':
      return { first: today, last: today }
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) }
    case 'threeDays':
      return { first: addDays(today, -2), last: today }
    case 'week':
      return { first: addDays(today, -6), last: today }
    case 'month':
      return { first: addDays(today, -29), last: today }
  }
}

/** Which preset a range is, if any. */
export function presetOf(range: DayRange, now: number, timeZone: string): Preset | null {
  return (
    presets.find((preset) => {
      const { first, last } = presetRange(preset, now, timeZone)
      return first === range.first && last === range.last
    }) ?? null
  )
}

/** From the first day's midnight to the last millisecond of the last day. */
export function instantsOf({ first, last }: DayRange, timeZone: string): { from: number; to: number } {
  return { from: startOfDay(first, timeZone), to: startOfDay(addDays(last, 1), timeZone) - 1 }
}

/** A range from a link: days that exist, in order, at most 90; anything else is null. */
export function readRange(first: unknown, last: unknown): DayRange | null {
  if (!isDate(first) || !isDate(last) || first > last) return null
  return daysBetween(first, last) < limits.trackDays ? { first, last } : null
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
