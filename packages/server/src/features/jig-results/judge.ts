import type { ExpectedItem, JudgedItem, MeasuredItem } from '@trackway/core/features/jig-results/calls.ts'
import type { ItemFault } from '@trackway/core/features/jig-results/items.ts'

/** The verdict on a result, and on each of its items. */
export interface Verdict {
  isPassed: boolean
  /** Names of the items that are not as expected, in their order. */
  failures: string[]
  items: JudgedItem[]
}

/**
 * Judges what a jig measured. Expected items that it does not mention fail as missing; items beyond them do not count.
 * @param expected null: there are no expected values; the limits that the jig sent count, and without items its word
 */
export function judge(
  { items, pass = null }: { items: readonly MeasuredItem[]; pass?: boolean | null | undefined },
  expected: readonly ExpectedItem[] | null,
): Verdict {
  if (expected === null) {
    const judged = items.map((item) => ({ ...item, isExpected: true, fault: ownFaultOf(item) }))
    return verdictOf(judged, items.length > 0 || pass !== false)
  }
  const wanted = new Map(expected.map((item) => [item.code, item]))
  // Of an item that was measured twice the last value counts.
  const measured = new Map(items.map((item) => [item.code, item]))
  const missing = expected.filter(({ code }) => !measured.has(code))
  const judged = [
    ...[...measured.values()].map((item) => {
      const limits = wanted.get(item.code)
      if (limits === undefined) return { ...item, isExpected: false, fault: null }
      const { low, high, text } = limits
      return { ...item, low, high, text, isExpected: true, fault: faultOf(item, limits) }
    }),
    ...missing.map((item) => ({
      ...item,
      value: null,
      pass: null,
      isExpected: true,
      fault: 'missing' as const,
    })),
  ]
  return verdictOf(judged, true)
}

function verdictOf(items: JudgedItem[], isPassed: boolean): Verdict {
  const failures = items.flatMap(({ code, fault }) => (fault === null ? [] : code))
  return { isPassed: isPassed && failures.length === 0, failures, items }
}

/** By the limits that the jig sent with it, else by what it says of it. */
function ownFaultOf(item: MeasuredItem): ItemFault | null {
  const fault = faultOf(item, item)
  if (fault !== null && !(fault === 'missing' && item.pass === true)) return fault
  return item.pass === false ? 'failed' : null
}

function faultOf(
  { value, unit }: Pick<MeasuredItem, 'value' | 'unit'>,
  expected: Omit<ExpectedItem, 'code'>,
): ItemFault | null {
  if (value === null || value === '') return 'missing'
  if (unit !== expected.unit) return 'unit'
  if (expected.text !== null) return String(value) === expected.text ? null : 'text'
  const { low, high } = expected
  if (low === null && high === null) return null
  const number = typeof value === 'number' ? value : Number(value)
  if (!Number.isFinite(number)) return 'notNumber'
  if (low !== null && number < low) return 'low'
  return high !== null && number > high ? 'high' : null
}
