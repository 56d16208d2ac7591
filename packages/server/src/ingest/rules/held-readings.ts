import { type ReadingName, type ReportedReadings, readingNames } from '@trackway/core/readings/readings.ts'
import { isLive, type RuleContext } from '../rule-context.ts'

/**
 * Readings that a device reports between positions go with the next one: GT06 sends its battery in heartbeats and its
 * sensors in frames of their own, which have no time and are no positions, and what is shown over time is made from
 * the track.
 */
export function heldReadings(context: RuleContext): void {
  const { report, state, fixTime } = context
  if (!isLive(context)) return
  const { derivation } = state
  if (fixTime === null) {
    const reported = readingsOf(report, readingNames)
    if (reported !== undefined) derivation.heldReadings = { ...derivation.heldReadings, ...reported }
    return
  }
  const held = derivation.heldReadings
  if (held === undefined) return
  context.heldReadings = readingsOf(
    held,
    readingNames.filter((name) => report[name] === undefined),
  )
  derivation.heldReadings = undefined
}

function readingsOf(report: ReportedReadings, names: readonly ReadingName[]): ReportedReadings | undefined {
  const found = names.filter((name) => report[name] !== undefined)
  return found.length === 0 ? undefined : Object.fromEntries(found.map((name) => [name, report[name]]))
}
