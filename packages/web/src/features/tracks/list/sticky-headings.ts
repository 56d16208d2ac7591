import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import type { EpisodeRow } from '../replay/episode-rows.ts'

/** The heading of the day that a row is of; -1 without any. */
export function headingOf(rows: readonly EpisodeRow[], index: number): number {
  return rows.findLastIndex((row, at) => at <= index && row.kind === 'day')
}

/** The heading of the day that follows a heading; -1 without any. */
export function nextHeadingOf(rows: readonly EpisodeRow[], heading: number): number {
  return rows.findIndex((row, at) => at > heading && row.kind === 'day')
}

/** What the list draws: the rows in view, and the heading of the first of them, which stays on top. */
export function rowsToDraw(rows: readonly EpisodeRow[], range: Range): number[] {
  const inView = defaultRangeExtractor(range)
  const heading = headingOf(rows, range.startIndex)
  return heading < 0 || inView.includes(heading) ? inView : [heading, ...inView]
}
