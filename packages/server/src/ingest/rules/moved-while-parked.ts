import { alarms } from '@trackway/core/codes/alarms.ts'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { hasPlace, isLive, placeOf, type RuleContext } from '../rule-context.ts'

/** One fix may be wrong. */
const leastFixes = 2

/** Is the vehicle elsewhere than it was parked, although its ignition is off? Reported again after as far again. */
export function movedWhileParked(context: RuleContext): void {
  const { report, state, quality, fixTime, config } = context
  const { derivation } = state
  const limitM = config.settings.alarms.movedWhileParkedM
  if (limitM === null || state.acc_on !== false) {
    if (derivation.parked !== undefined) derivation.parked = undefined
    return
  }
  if (fixTime === null || !isLive(context) || quality & untrustedBits || !hasPlace(report)) return
  const here = { latitude: report.latitude, longitude: report.longitude, farFixes: 0 }
  const { parked } = derivation
  if (parked === undefined) {
    if (derivation.isMoving === false) derivation.parked = here
    return
  }
  const distance = distanceM(parked.latitude, parked.longitude, here.latitude, here.longitude)
  const farFixes = distance > limitM ? parked.farFixes + 1 : 0
  if (farFixes < leastFixes) {
    if (farFixes !== parked.farFixes) derivation.parked = { ...parked, farFixes }
    return
  }
  derivation.parked = here
  context.alarms.push({
    time: fixTime,
    code: alarms.movedWhileParked,
    subjectId: 0,
    source: 'platform',
    ...placeOf(context),
    speedKmh: state.speed_kmh,
    detail: { maxDistanceM: Math.round(distance), limitM },
  })
}
