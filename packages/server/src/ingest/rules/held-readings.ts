import { isLive, type RuleContext } from '../rule-context.ts'
import { round } from './readings.ts'

/**
 * What a device says of its battery between positions goes with the next one: GT06 tells it in heartbeats, which
 * have no time of their own and are no positions, and the statistics of the battery are made from the track.
 */
export function heldReadings(context: RuleContext): void {
  const { report, state, fixTime } = context
  if (!isLive(context)) return
  const { derivation } = state
  const said = report.batteryPercent
  if (fixTime === null) {
    if (said !== undefined) derivation.heldBatteryPercent = round(said, 10) ?? undefined
    return
  }
  if (derivation.heldBatteryPercent === undefined) return
  if (said === undefined) context.batteryPercent = derivation.heldBatteryPercent
  derivation.heldBatteryPercent = undefined
}
