import { qualityBits } from '@trackway/core/codes/states.ts'
import { followZones, type ZoneFix } from '@trackway/core/features/zones/crossings.ts'
import { zoneFixKind } from '@trackway/core/features/zones/stays.ts'
import { alarmOf, type ZoneAlarm } from '@trackway/core/features/zones/zone-alarms.ts'
import { type AlarmEvent, hasPlace, type RuleContext } from '../rule-context.ts'

/**
 * Which fences did this fix enter or leave, and where has the vehicle stayed? Only what is newer than all before counts
 * here; what came late is found from the track (`features/zones/watch`).
 */
export function fences(context: RuleContext): void {
  const { config, state } = context
  const { derivation } = state
  if (config.fences.sets.length === 0) {
    if (derivation.zones !== undefined) derivation.zones = undefined
    return
  }
  const fix = fixOf(context)
  if (fix === null) return
  const { cursor } = derivation
  const last =
    cursor === undefined ? null : { time: cursor.time, lat: cursor.latitude, lon: cursor.longitude }
  const next = followZones(derivation.zones, last, fix, config.fences)
  derivation.zones = next.state
  for (const event of next.events) {
    const alarm = alarmOf(event)
    if (alarm !== null) context.alarms.push(toAlarm(alarm))
  }
}

/** Null: it does not show where the vehicle is now. */
function fixOf({ report, quality, fixTime, isRepeat }: RuleContext): ZoneFix | null {
  if (fixTime === null || isRepeat || !hasPlace(report) || quality & qualityBits.late) return null
  const kind = zoneFixKind(quality)
  if (kind === null) return null
  const { latitude: lat, longitude: lon, satellites = null, speedKmh = null } = report
  return { time: fixTime, lat, lon, kind, satellites, speedKmh }
}

/** An alarm of a fence or a risk point as it is stored. */
export function toAlarm(alarm: ZoneAlarm): AlarmEvent {
  const { time, code, subjectId, lat, lon, speedKmh, detail } = alarm
  return {
    time,
    code,
    subjectId,
    source: 'platform',
    speedKmh,
    latitudeE7: Math.round(lat * 1e7),
    longitudeE7: Math.round(lon * 1e7),
    detail: { ...detail },
  }
}
