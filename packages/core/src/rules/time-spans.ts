/** Instants from the first to the last, both included. */
export interface TimeSpan {
  from: number
  to: number
}

/** The same instants in spans that neither overlap nor follow on one another, in order. */
export function mergeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = []
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}
