import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { hasPlace, type RuleContext } from '../rule-context.ts'

/** After a silence this long a straight line is believed only at a speed that can be kept up. */
const gapMs = 3_600_000
const gapKmh = 130
/** Of a device's own odometer: the fastest it may count, and how far off a single step may be. */
const odometerKmh = 300
const odometerSlackM = 1_000
/** After this many plausible steps in a row the device's own odometer is believed. */
const steadySteps = 3
/** GPS metres without the device's odometer moving: it is stuck. Coarser ones than this do not exist. */
const stuckM = 2_000

/**
 * How far did it go with this report? Straight from the last trusted fix; marked and late fixes add nothing.
 * The odometer follows the device's own where that has been sane, else it counts those metres.
 */
export function odometer(context: RuleContext): void {
  const { state, report } = context
  context.distanceM = distance(context)
  const device = report.odometerM
  if (device === undefined || !(device >= 0 && device < 1e10) || context.quality & qualityBits.late) {
    if (context.distanceM > 0) state.odometer_m = round((state.odometer_m ?? 0) + context.distanceM)
    return
  }
  const known = state.derivation.odometer
  const stepM = known ? device - known.deviceM : 0
  const idleM = stepM > 0 ? 0 : (known?.idleM ?? 0) + context.distanceM
  const isSane = known === undefined || (stepM >= 0 && stepM <= possibleM(context) && idleM < stuckM)
  const steady = isSane ? (known?.steady ?? 0) + 1 : 0
  state.derivation.odometer = { deviceM: device, steady: Math.min(steady, steadySteps), idleM }
  state.odometer_m =
    state.odometer_m === null || steady >= steadySteps
      ? round(device)
      : round(state.odometer_m + context.distanceM)
}

function distance({ report, state, quality, fixTime, isRepeat, isNewAnchor }: RuleContext): number {
  const { cursor } = state.derivation
  if (!cursor || fixTime === null || isRepeat || isNewAnchor || !hasPlace(report)) return 0
  if (quality & (untrustedBits | qualityBits.late)) return 0
  const metres = distanceM(cursor.latitude, cursor.longitude, report.latitude, report.longitude)
  const silenceMs = fixTime - cursor.time
  if (silenceMs > gapMs && (metres / silenceMs) * 3600 > gapKmh) return 0
  return Math.round(metres * 10) / 10
}

/** What the device's odometer may have counted since the last fix. */
function possibleM({ state, fixTime, now }: RuleContext): number {
  const { cursor } = state.derivation
  const silenceMs = cursor ? Math.max(0, (fixTime ?? now) - cursor.time) : 0
  return odometerSlackM + (silenceMs / 3_600_000) * odometerKmh * 1000
}

function round(metres: number): number {
  return Math.round(metres * 10) / 10
}
