import { alarms } from '@trackway/core/codes/alarms.ts'
import { isLive, placeOf, type RuleContext } from '../rule-context.ts'

/** A slower loss is consumption. */
const windowMs = 15 * 60_000

/** Did the tank lose much within minutes while the vehicle stood? On the move fuel swashes, and its level means nothing. */
export function fuelDrop(context: RuleContext): void {
  const { report, state, fixTime, config, now } = context
  const limit = config.settings.alarms.fuelDropPercent
  const percent = report.fuelPercent
  if (limit === null || percent === undefined || !isLive(context)) return
  const time = fixTime ?? now
  const { derivation } = state
  const before = derivation.fuel
  const isNew =
    before === undefined ||
    derivation.isMoving === true ||
    percent >= before.percent ||
    time - before.time > windowMs
  if (isNew) {
    derivation.fuel = { percent, time }
    return
  }
  if (time < before.time || before.percent - percent < limit) return
  derivation.fuel = { percent, time }
  context.alarms.push({
    time,
    code: alarms.fuelDrop,
    subjectId: 0,
    source: 'platform',
    ...placeOf(context),
    speedKmh: null,
    detail: { fromPercent: before.percent, toPercent: percent },
  })
}
