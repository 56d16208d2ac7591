import { alarms } from '../../codes/alarms.ts'
import type { ZoneEvent } from './crossings.ts'
import { isWithin } from './schedule.ts'

/** An alarm that a fence or a risk point raises. */
export interface ZoneAlarm {
  time: number
  code: number
  /** The id of the fence or the risk point. */
  subjectId: number
  lat: number
  lon: number
  speedKmh: number | null
  detail: {
    /** Of a fence. */
    fenceName?: string
    /** Of a risk point. */
    placeName?: string
    /** Left out: the vehicle was not inside. */
    enterTime?: number
    limitKmh?: number
    maxSpeedKmh?: number
    dwellS?: number
    /** It had to be inside, and was not when the hours began. */
    mustBeInside?: true
  }
}

/** What an event raises: nothing where the zone is not about it, outside its schedule, and before it began to count. */
export function alarmOf({
  kind,
  each,
  time,
  lat,
  lon,
  enterTime,
  isTold,
  maxSpeedKmh,
}: ZoneEvent): ZoneAlarm | null {
  const { zone, sinceTime } = each
  const { key, name, alarmOn, schedule, timeZone, speedLimitKmh, dwellMs, mustBeInside = null } = zone
  const isMissed = kind === 'out' && mustBeInside !== null && isWithin(mustBeInside, time, timeZone)
  if (time < sinceTime || (!isMissed && !isWithin(schedule, time, timeZone))) return null
  const at = { time, lat, lon, subjectId: Math.abs(key) }
  const named = key < 0 ? { placeName: name } : { fenceName: name }
  const detail = { ...named, enterTime, ...(dwellMs > 0 && { dwellS: dwellMs / 1000 }) }
  if (key < 0) return kind === 'in' ? { ...at, code: alarms.insideRiskPoint, speedKmh: null, detail } : null
  if (kind === 'fast')
    return {
      ...at,
      code: alarms.overspeed,
      speedKmh: maxSpeedKmh,
      detail: { ...detail, limitKmh: speedLimitKmh!, maxSpeedKmh: maxSpeedKmh! },
    }
  if (!isTold || (!isMissed && alarmOn === (kind === 'in' ? 'out' : 'in'))) return null
  return { ...at, code: kind === 'in' ? alarms.fenceEntered : alarms.fenceLeft, speedKmh: null, detail }
}
