import { qualityBits, untrustedBits } from '@trackway/core/codes/states.ts'
import { hasPlace, type RuleContext } from '../rule-context.ts'
import { round, whole } from './readings.ts'

/** A coarse place is better than one this old. */
const coarseAfterMs = 30 * 60_000

/**
 * Moves the live place, which nothing marked or late ever does; while the fix of a standing vehicle drifts,
 * the place stays and only its time advances. A report that was held back moves it too while it is the newest:
 * its time is that of the place.
 */
export function livePlace(context: RuleContext): void {
  const { report, state, quality, fixTime } = context
  if (fixTime === null || !hasPlace(report) || quality & qualityBits.late) return
  const { derivation } = state
  const isDrift = (quality & qualityBits.drift) !== 0
  if (quality & untrustedBits & ~qualityBits.drift) {
    const isNewerCoarsePlace =
      quality === qualityBits.coarse && fixTime - (derivation.cursor?.time ?? 0) > coarseAfterMs
    if (isNewerCoarsePlace && fixTime >= (state.fix_time ?? 0))
      move(context, report.latitude, report.longitude)
    return
  }
  derivation.cursor =
    isDrift && derivation.cursor
      ? { ...derivation.cursor, time: fixTime }
      : { time: fixTime, latitude: report.latitude, longitude: report.longitude }
  if (!isDrift || state.latitude_e7 === null) move(context, report.latitude, report.longitude)
  state.fix_time = fixTime
  state.speed_kmh = isDrift ? 0 : report.speedKmh === undefined ? null : round(report.speedKmh, 10)
  if (report.satellites !== undefined) state.satellites = whole(report.satellites)
}

function move({ report, state, fixTime }: RuleContext, latitude: number, longitude: number): void {
  state.fix_time = fixTime
  state.latitude_e7 = Math.round(latitude * 1e7)
  state.longitude_e7 = Math.round(longitude * 1e7)
  state.speed_kmh = report.speedKmh === undefined ? null : round(report.speedKmh, 10)
  if (report.courseDeg !== undefined) state.course_deg = whole(report.courseDeg)
  if (report.altitudeM !== undefined) state.altitude_m = whole(report.altitudeM)
  if (report.satellites !== undefined) state.satellites = whole(report.satellites)
}
