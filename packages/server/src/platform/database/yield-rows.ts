import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../errors.ts'
import type { Page, Paging } from './read-page.ts'

/** First-pass yields: of what was tried for the first time within a span, which share passed at once. */

const dayMs = 86_400_000
const usualMs = 7 * dayMs

interface Span {
  from: number
  to: number
}

/** @returns what was asked for; left out: the last 7 days @throws {Refusal} `rangeTooLong` */
export function yieldSpan(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  mostDays: number,
  now: number,
): Span {
  const end = to ?? now
  const span = { from: from ?? end - usualMs, to: end }
  // Local days are an hour longer where clocks are put back.
  if (span.to - span.from > mostDays * dayMs + 3_600_000) throw new Refusal('rangeTooLong')
  return span
}

export interface YieldCounts {
  tested: number
  passed: number
}

/** Columns of {@link YieldCounts}. */
export const yieldCounts = (isPassed: RawBuilder<unknown>) =>
  sql`count(*)::int4 as tested, (count(*) filter (where ${isPassed}))::int4 as passed`

/** A page of groups, of which there are few enough to be counted all at once. */
export function yieldPage<Row extends YieldCounts>(
  rows: readonly Row[],
  { pageNum, pageSize }: Paging,
): Page<Row & { yieldPercent: number }> {
  const shown = rows.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return {
    list: shown.map((row) => ({ ...row, yieldPercent: (row.passed / row.tested) * 100 })),
    total: rows.length,
  }
}
