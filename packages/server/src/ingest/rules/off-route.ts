import { alarms } from '@trackway/core/codes/alarms.ts'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import { watchOffRoute } from '@trackway/core/features/bus/off-route.ts'
import { hasPlace, isLive, type RuleContext } from '../rule-context.ts'
import { round } from './readings.ts'

/** Did a bus leave its line, or come back to it? Only live, trusted fixes say so, each moment once. */
export function offRoute(context: RuleContext): void {
  const { report, state, config, fixTime, quality } = context
  const { derivation } = state
  const before = derivation.offRoute ?? null
  if (config.busLines.length === 0 && before === null) return
  if (
    fixTime === null ||
    !isLive(context) ||
    context.isRepeat ||
    quality & untrustedBits ||
    !hasPlace(report)
  )
    return
  const { latitude: lat, longitude: lon, satellites = null } = report
  const { state: after, event } = watchOffRoute(
    before,
    { time: fixTime, lat, lon, satellites },
    config.busLines,
  )
  derivation.offRoute = after ?? undefined
  if (event === null) return
  const line = config.busLines.find(({ lineId }) => lineId === event.lineId)
  context.alarms.push({
    time: event.time,
    code: alarms.offRoute,
    subjectId: event.lineId,
    source: 'platform',
    phase: event.kind === 'left' ? 'begin' : 'end',
    latitudeE7: Math.round(event.lat * 1e7),
    longitudeE7: Math.round(event.lon * 1e7),
    speedKmh: report.speedKmh === undefined ? null : round(report.speedKmh, 10),
    detail: { ...(line && { busLine: line.name }), maxAsideM: Math.round(event.asideM) },
  })
}
