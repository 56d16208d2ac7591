import { limits } from '@trackway/core/codes/limits.ts'
import { addDays, dayAt } from '@trackway/core/rules/local-days.ts'
import { endOfMinute, instantOfMinute } from './local-minute.ts'
import type { CheckCarUrlState } from './url-state.ts'

/** Two minutes of the account's clock, and the instants they begin and end at. */
export interface SearchPeriod {
  first: string
  last: string
  from: number
  to: number
  fault: 'backwards' | 'tooLong' | null
}

const dayMs = 86_400_000
const defaultDays = 7

/** The period of a link; without one the last days, today included. */
export function periodOf({ from, to }: CheckCarUrlState, now: number, timeZone: string): SearchPeriod {
  const today = dayAt(now, timeZone)
  const first = from ?? `${addDays(today, 1 - defaultDays)}T00:00`
  const last = to ?? `${today}T23:59`
  const instants = { from: instantOfMinute(first, timeZone), to: endOfMinute(last, timeZone) }
  return { first, last, ...instants, fault: faultOf(instants) }
}

function faultOf({ from, to }: { from: number; to: number }): SearchPeriod['fault'] {
  if (from > to) return 'backwards'
  // An hour more where clocks are put back meanwhile.
  return to - from > limits.statisticsDays * dayMs + 3_600_000 ? 'tooLong' : null
}

export const presets = ['today', 'yesterday', 'week', 'month'] as const

export function presetPeriod(
  preset: (typeof presets)[number],
  now: number,
  timeZone: string,
): [string, string] {
  const today = dayAt(now, timeZone)
  const [first, last] = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    week: [addDays(today, -6), today],
    month: [addDays(today, 1 - limits.statisticsDays), today],
  }[preset] as [string, string]
  return [`${first}T00:00`, `${last}T23:59`]
}
