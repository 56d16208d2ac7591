import { endOfMinute } from '@trackway/core/rules/local-minutes.ts'
import { instantOfWallTime } from '@trackway/core/rules/wall-time.ts'
import { type PeriodPreset, presetPeriod } from './period.ts'

/** Two minutes of the account's clock, `YYYY-MM-DDTHH:mm`, and the instants they begin and end at. */
export interface MinutePeriod {
  first: string
  last: string
  from: number
  to: number
  fault: 'backwards' | 'tooLong' | null
}

const dayMs = 86_400_000

/** The minutes of a link; what it leaves out is filled from the last seven days, today included. */
export function minutePeriod(
  link: { from?: string | undefined; to?: string | undefined },
  maxDays: number,
  now: number,
  timeZone: string,
): MinutePeriod {
  const [weekAgo, tonight] = presetMinutes('sevenDays', now, timeZone)
  const [first, last] = [link.from ?? weekAgo, link.to ?? tonight]
  const from = instantOfWallTime(first, timeZone)
  const to = endOfMinute(last, timeZone)
  // An hour more where clocks are put back meanwhile.
  const isTooLong = to - from > maxDays * dayMs + 3_600_000
  return { first, last, from, to, fault: from > to ? 'backwards' : isTooLong ? 'tooLong' : null }
}

/** From the first minute of a preset's days to the last. */
export function presetMinutes(
  preset: PeriodPreset,
  now: number,
  timeZone: string,
): [from: string, to: string] {
  const { first, last } = presetPeriod(preset, now, timeZone)
  return [`${first}T00:00`, `${last}T23:59`]
}
