import type { Span } from '../replay/player.ts'

/** Closer than this the chart does not zoom. */
const shortestMs = 60_000

/** Zooms so that the instant under the pointer stays under it. @param at part of the width, 0 to 1 */
export function zoomed(view: Span, at: number, factor: number, all: Span): Span {
  const span = (view.to - view.from) * factor
  if (span >= all.to - all.from) return all
  const middle = view.from + (view.to - view.from) * at
  const from = middle - Math.max(span, shortestMs) * at
  return clampWindow({ from, to: from + Math.max(span, shortestMs) }, all)
}

/** The same stretch of time within all there is; no shorter than a minute. */
export function clampWindow({ from, to }: Span, all: Span): Span {
  const span = Math.min(Math.max(to - from, shortestMs), all.to - all.from)
  const begin = Math.min(Math.max(from, all.from), all.to - span)
  return { from: begin, to: begin + span }
}
