import { addDays } from '@trackway/core/rules/local-days.ts'
import type { Period } from '../../../ui/period/period.ts'

/** What is left of the income of each day in US cents, of all currencies together; of days without orders nothing. */
export function incomeByDay(
  rows: readonly { day: string | null; usdAmount: number }[],
  { first, last }: Period,
): { day: string; value: number }[] {
  const sums = new Map<string, number>()
  for (const { day, usdAmount } of rows) if (day !== null) sums.set(day, (sums.get(day) ?? 0) + usdAmount)
  const days: { day: string; value: number }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push({ day, value: sums.get(day) ?? 0 })
  return days
}
