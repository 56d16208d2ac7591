import { type Draft, isLive } from '../draft.ts'
import { round } from './readings.ts'

/**
 * What a device says of its battery between positions goes with the next one: GT06 tells it in heartbeats, which
 * have no time of their own and are no positions, and the statistics of the battery are made from the track.
 */
export function heldReadings(draft: Draft): void {
  const { report, state, fixTime } = draft
  if (!isLive(draft)) return
  const { derivation } = state
  const said = report.batteryPercent
  if (fixTime === null) {
    if (said !== undefined) derivation.heldBatteryPercent = round(said, 10) ?? undefined
    return
  }
  if (derivation.heldBatteryPercent === undefined) return
  if (said === undefined) draft.batteryPercent = derivation.heldBatteryPercent
  derivation.heldBatteryPercent = undefined
}
