import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { hasPlace, isLive, type RuleContext } from '../rule-context.ts'

/** Two speeds, so that a vehicle in slow traffic does not flicker: it starts at one and stops below the other. */
export const startKmh = 6
const stopKmh = 3
/** With the ignition off a vehicle is parked, whatever small speed its drifting fix implies. Faster than this it drives, and the ignition wire is not connected. */
export const unwiredKmh = 15

/** Is it moving, and since when is it standing? Only live, trusted fixes decide; a drifting one means standing. */
export function motion(context: RuleContext): void {
  const { state, quality, fixTime } = context
  if (fixTime === null || !isLive(context) || quality & untrustedBits & ~qualityBits.drift) return
  const was = state.derivation.isMoving
  const isMoving = moves(context, was === true)
  state.derivation.isMoving = isMoving
  if (isMoving) state.stopped_since = null
  else if (was !== false || state.stopped_since === null) state.stopped_since = fixTime
}

function moves(context: RuleContext, was: boolean): boolean {
  if (context.quality & qualityBits.drift) return false
  const kmh = context.report.speedKmh ?? impliedKmh(context)
  if (context.state.acc_on === false) return kmh >= unwiredKmh
  return kmh >= (was ? stopKmh : startKmh)
}

/** From the last fix to this one, for devices that send no speed. */
function impliedKmh({ report, state, fixTime }: RuleContext): number {
  const { cursor } = state.derivation
  if (!cursor || !hasPlace(report) || fixTime === null || fixTime <= cursor.time) return 0
  const metres = distanceM(cursor.latitude, cursor.longitude, report.latitude, report.longitude)
  return (metres / (fixTime - cursor.time)) * 3600
}
