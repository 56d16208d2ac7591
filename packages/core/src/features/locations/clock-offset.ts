const minuteMs = 60_000
/** Offsets of time zones are whole quarters of an hour. */
const zoneStepMinutes = 15
const mostMinutes = 14 * 60
/** How far a report may be off by its way and by the clock itself. */
const slackMinutes = 3
/** So many reports in a row, which came over so long, are no coincidence. */
const fewestReports = 5
const leastSpanMs = 5 * minuteMs

interface Arrival {
  /** When the report is of, by the device's clock. */
  fixTime: number
  /** When it came. */
  serverTime: number
}

/**
 * What the clock of a device is ahead of the right time by its last reports, none of which was kept back; negative:
 * behind. Null where it is right, where the reports do not agree, or where they are too few.
 */
export function clockOffsetMinutes(arrivals: readonly Arrival[]): number | null {
  const times = arrivals.map(({ serverTime }) => serverTime)
  if (times.length < fewestReports || Math.max(...times) - Math.min(...times) < leastSpanMs) return null
  const ahead = arrivals.map(({ fixTime, serverTime }) => (fixTime - serverTime) / minuteMs)
  const offset = Math.round(ahead[0]! / zoneStepMinutes) * zoneStepMinutes
  const isSteady = ahead.every((minutes) => Math.abs(minutes - offset) <= slackMinutes)
  return isSteady && offset !== 0 && Math.abs(offset) <= mostMinutes ? offset : null
}
