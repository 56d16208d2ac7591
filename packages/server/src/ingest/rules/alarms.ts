import { hasPlace, isLive, type RuleContext } from '../rule-context.ts'
import { round } from './readings.ts'

/** An alarm not reported for this long may be raised again: devices that send alarms as events never take them back. */
const rearmMs = 10 * 60_000

/**
 * Which alarms began with this report? A bit that stays set for hours is one alarm. Reports that were held
 * back have a memory of their own, so that neither hides the other's; they are stored, but the last alarm
 * stays the newest.
 */
export function alarms(context: RuleContext): void {
  const { report, state, now } = context
  if (!report.alarms) return
  const time = context.fixTime ?? now
  const memory = isLive(context) ? 'alarms' : 'heldAlarms'
  const before = state.derivation[memory] ?? {}
  const active: { [code: number]: number } = {}
  for (const code of report.alarms) {
    if (!Number.isInteger(code) || code < 0 || code > 32_767) continue
    const seen = before[code]
    active[code] = time
    if (seen !== undefined && Math.abs(time - seen) <= rearmMs) continue
    context.alarms.push(eventOf(context, code, time))
    if (time >= (state.last_alarm_time ?? 0)) {
      state.last_alarm = code
      state.last_alarm_time = time
    }
  }
  state.derivation[memory] = Object.keys(active).length > 0 ? active : undefined
}

/** At the report's place, or where the vehicle was last known to be. */
function eventOf({ report, state }: RuleContext, code: number, time: number) {
  const isPlaced = report.fix === 'gps' && hasPlace(report)
  return {
    time,
    code,
    latitudeE7: isPlaced ? Math.round(report.latitude * 1e7) : state.latitude_e7,
    longitudeE7: isPlaced ? Math.round(report.longitude * 1e7) : state.longitude_e7,
    speedKmh: report.speedKmh === undefined ? null : round(report.speedKmh, 10),
  }
}
