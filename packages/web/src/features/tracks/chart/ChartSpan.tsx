import type { Span } from '../replay/player.ts'
import { type Axes, xOf } from './chart-drawing.ts'

/** A part of the time on the chart, as a band over its whole height. */
export function ChartSpan({
  span,
  axes,
  className,
}: {
  span: Span | null
  axes: Axes
  className: string | undefined
}) {
  if (!span) return null
  const left = Math.max(0, xOf(span.from, axes))
  const right = Math.min(axes.width, xOf(span.to, axes))
  if (right <= left) return null
  return <div className={className} style={{ left, width: Math.max(1, right - left) }} />
}
