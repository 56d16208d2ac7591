import type { Effect } from '@trackway/core/commands/commands.ts'
import type { Report } from '@trackway/protocols/protocol.ts'

/** What is remembered of a command until the device shows that it obeyed. */
export interface AwaitedEffect {
  effect: Effect
  /** When the command was sent: what the device says of before says nothing. */
  sentTime: number
  /** Of the last live fix. */
  lastFixTime: number | null
}

/** Intervals differ by this much: devices send on the full second, and wait for a fix. */
const spread = (everyS: number) => Math.max(2, everyS * 0.2)

/** Does this report show that the command took effect? Remembers what the next one is held against. */
export function shows(awaited: AwaitedEffect, report: Report, receivedTime: number): boolean {
  const { effect, sentTime } = awaited
  if (report.isBuffered || receivedTime < sentTime) return false
  if ('reading' in effect) return report[effect.reading] === effect.is
  if ('fix' in effect) return report.fix !== 'none' && report.latitude !== undefined
  if ('reconnects' in effect) return false
  if (report.fixTime === null || report.fix !== 'gps') return false
  const before = awaited.lastFixTime
  awaited.lastFixTime = report.fixTime
  if (before === null || before < sentTime) return false
  return Math.abs((report.fixTime - before) / 1000 - effect.reportEveryS) <= spread(effect.reportEveryS)
}
