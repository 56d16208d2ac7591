import { qualityBits } from '@trackway/core/codes/states.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import type { KnownFix } from '../device-state.ts'
import { hasPlace, type RuleContext } from '../rule-context.ts'
import { startKmh, unwiredKmh } from './motion.ts'

/** Faster than this from the last fix to this one, and one of the two is wrong. */
const jumpKmh = 300
/** Two fixes of one second may lie this far apart by the error of positioning alone. */
const jumpSlackM = 150
/** After this many reports in a row that agree with each other, the fix before them was wrong. */
const agreeingReports = 3
/** How far the fix of a parked vehicle may drift: ignition off, or on and unknown. */
const parkedRadiusM = 200
const standingRadiusM = 50
/** A parked vehicle that seems to be further away than it wanders, without moving: believed when it stays there. */
const parkedJumpM = 2_000

/** Marks fixes that are not where the vehicle is, and keeps them; a jump is judged from both sides. */
export function plausibility(context: RuleContext): void {
  const { report, state, fixTime } = context
  if (fixTime === null) return
  if (report.fix === 'none' || !hasPlace(report)) {
    context.quality |= qualityBits.noFix
    return
  }
  if (report.fix !== 'gps') {
    context.quality |= qualityBits.coarse
    return
  }
  const { cursor } = state.derivation
  if (!cursor || context.isRepeat || context.quality & (qualityBits.future | qualityBits.late)) return

  const here: KnownFix = { time: fixTime, latitude: report.latitude, longitude: report.longitude }
  if (isJump(cursor, here)) {
    if (isConfirmed(context, here, isJump)) context.isNewAnchor = true
    else context.quality |= qualityBits.jump
    return
  }
  if (isStanding(context)) {
    const metres = metresBetween(cursor, here)
    const isIgnitionOff = (report.accOn ?? state.acc_on) === false
    const isNear = metres <= (isIgnitionOff ? parkedRadiusM : standingRadiusM)
    const isSuspicious = isIgnitionOff && report.speedKmh !== undefined && metres <= parkedJumpM
    if (isNear || (isSuspicious && !isConfirmed(context, here, isApart))) {
      context.quality |= qualityBits.drift
      if (!isNear) return
    }
  }
  state.derivation.suspect = undefined
}

/** It stood before this report, which does not claim to move either. */
function isStanding({ report, state }: RuleContext): boolean {
  if (state.derivation.isMoving !== false) return false
  const isIgnitionOff = (report.accOn ?? state.acc_on) === false
  return (report.speedKmh ?? 0) < (isIgnitionOff ? unwiredKmh : startKmh)
}

/** Do enough reports in a row place the vehicle here? Remembers this one as a suspect if not. */
function isConfirmed(
  { state }: RuleContext,
  here: KnownFix,
  contradicts: (a: KnownFix, b: KnownFix) => boolean,
): boolean {
  const { suspect } = state.derivation
  const count = suspect && here.time > suspect.time && !contradicts(suspect, here) ? suspect.count + 1 : 1
  const isSure = count >= agreeingReports
  state.derivation.suspect = isSure ? undefined : { ...here, count }
  return isSure
}

function isJump(from: KnownFix, to: KnownFix): boolean {
  const metres = metresBetween(from, to)
  if (metres <= jumpSlackM) return false
  const seconds = Math.max(1, (to.time - from.time) / 1000)
  return metres / seconds > jumpKmh / 3.6
}

function isApart(from: KnownFix, to: KnownFix): boolean {
  return metresBetween(from, to) > parkedRadiusM
}

function metresBetween(from: KnownFix, to: KnownFix): number {
  return distanceM(from.latitude, from.longitude, to.latitude, to.longitude)
}
