import { alarms } from '@trackway/core/codes/alarms.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import type { Speeding } from '../device-state.ts'
import { isLive, placeOf, type RuleContext } from '../rule-context.ts'
import { round } from './readings.ts'

/** After a silence of this length nobody knows whether it went on so fast. */
const gapMs = 10 * 60_000
/** One fix may be wrong. */
const leastFixes = 2

/**
 * Is the vehicle faster than its limit, and since when? It counts once two fixes in a row say so for as long as is set;
 * the alarm then begins with the first of them and ends with the first that does not exceed it.
 */
export function speeding(context: RuleContext): void {
  const { report, state, quality, fixTime, config } = context
  const { overspeedKmh, overspeedMs, isOverspeedSought } = config.settings.alarms
  state.speed_limit_kmh = overspeedKmh === limits.overspeedKmh ? null : overspeedKmh
  const { speedKmh } = report
  if (fixTime === null || speedKmh === undefined || !isLive(context) || quality & untrustedBits) return
  const before = state.derivation.speeding
  if (before !== undefined && fixTime <= before.lastTime) return
  const isOver = isOverspeedSought && speedKmh > overspeedKmh
  const isGap = before !== undefined && fixTime - before.lastTime > gapMs
  if (before?.isTold && (isGap || !isOver)) end(context, before, isGap ? before.lastTime : fixTime)
  if (!isOver) {
    if (before !== undefined) state.derivation.speeding = undefined
    return
  }
  const now: Speeding =
    before === undefined || isGap
      ? {
          since: fixTime,
          ...placeOf(context),
          speedKmh,
          limitKmh: overspeedKmh,
          lastTime: 0,
          maxKmh: 0,
          fixes: 0,
          isTold: false,
        }
      : { ...before }
  now.lastTime = fixTime
  now.maxKmh = Math.max(now.maxKmh, Math.round(speedKmh * 10) / 10)
  now.fixes++
  if (!now.isTold && now.fixes >= leastFixes && fixTime - now.since >= overspeedMs) {
    now.isTold = true
    begin(context, now)
  }
  state.derivation.speeding = now
}

const found = { code: alarms.overspeed, subjectId: 0, source: 'platform' } as const

function begin({ alarms }: RuleContext, now: Speeding): void {
  const { since: time, latitudeE7, longitudeE7, limitKmh, maxKmh } = now
  const detail = { limitKmh, maxSpeedKmh: maxKmh }
  alarms.push({
    ...found,
    time,
    phase: 'begin',
    latitudeE7,
    longitudeE7,
    speedKmh: round(now.speedKmh, 10),
    detail,
  })
}

function end(context: RuleContext, { maxKmh }: Speeding, time: number): void {
  const detail = { maxSpeedKmh: maxKmh }
  context.alarms.push({ ...found, time, phase: 'end', ...placeOf(context), speedKmh: maxKmh, detail })
}
