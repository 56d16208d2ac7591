import { commandRow, type Effect, effectOf, toCommand } from '@trackway/core/features/commands/commands.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { CommandRow } from './delivery-queries.ts'
import type { Verdict } from './verdict.ts'

/** The effect of a command, kept until the device shows that it obeyed. */
export interface ExpectedEffect {
  effect: Effect
  /** When the command was sent: earlier reports prove nothing. */
  sentTime: number
  /** Of the last live fix. */
  lastFixTime: number | null
}

/** Intervals differ by this much: devices send on the full second, and wait for a fix. */
const spread = (everyS: number) => Math.max(2, everyS * 0.2)

/** Does this report show that the command took effect? Remembers its fix to compare the next one with. */
export function showsEffect(expected: ExpectedEffect, report: Report, receivedTime: number): boolean {
  const { effect, sentTime } = expected
  if (report.isBuffered || receivedTime < sentTime) return false
  if ('reading' in effect) return report[effect.reading] === effect.is
  if ('fix' in effect) return report.fix !== 'none' && report.latitude !== undefined
  if ('reconnects' in effect) return false
  if (report.fixTime === null || report.fix !== 'gps') return false
  const before = expected.lastFixTime
  expected.lastFixTime = report.fixTime
  if (before === null || before < sentTime) return false
  return Math.abs((report.fixTime - before) / 1000 - effect.reportEveryS) <= spread(effect.reportEveryS)
}

/** The effect of what a device carries out later, and of anything else. */
const pendingEffectMs = 24 * 3_600_000
const effectMs = 15 * 60_000

/** Until when it is looked for. What a device carries out later, it may do tomorrow; it connects anew any time. */
export function effectUntil(
  effect: Effect | null,
  { replyClass }: Pick<Verdict, 'replyClass'>,
  now: number,
): number {
  const isLater = replyClass === 'pending' || (replyClass === 'accepted' && effect && 'reading' in effect)
  return now + (isLater ? pendingEffectMs : effectMs)
}

/** Also of a free text that is a command of the catalogue, unless the effect is a value that the text holds. */
export function effectOfRow({ code, command }: Pick<CommandRow, 'code' | 'command'>): Effect | null {
  const isText = command.code === 'text'
  const meant = isText ? toCommand(code, commandRow(code).example) : command
  const effect = meant && effectOf(meant)
  return effect && 'reportEveryS' in effect && (isText || effect.reportEveryS === 0) ? null : effect
}
