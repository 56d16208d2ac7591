import { isLive, type RuleContext, raiseAlarm } from '../rule-context.ts'
import { isClockUnproven } from './timing.ts'

/** A bit that was not reported for this long and is set again is another alarm. */
const rearmMs = 10 * 60_000

/**
 * Which alarms occurred with this report? Each that was sent as an event, however short ago it was sent before;
 * a bit that stays set for hours is one. Reports that were held
 * back have a memory of their own, so that neither hides the other's.
 */
export function alarms(context: RuleContext): void {
  const { report, state, now } = context
  if (!report.alarms) return
  const time = isClockUnproven(context) ? now : (context.fixTime ?? now)
  const memory = isLive(context) ? 'alarms' : 'heldAlarms'
  const before = state.derivation[memory] ?? {}
  const active: { [code: number]: number } = {}
  for (const code of report.alarms) {
    if (!Number.isInteger(code) || code < 0 || code > 32_767) continue
    const seen = before[code]
    active[code] = time
    const isSame = report.isAlarmEvent ? time === seen : Math.abs(time - (seen ?? -Infinity)) <= rearmMs
    if (isSame) continue
    raiseAlarm(context, { code, time })
  }
  state.derivation[memory] = Object.keys(active).length > 0 ? active : undefined
}
