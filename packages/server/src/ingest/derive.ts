import type { Report } from '@trackway/protocols/protocol.ts'
import { type DeviceConfig, emptyConfig } from './config-sources/config-sources.ts'
import type { DeviceStateRow } from './device-state.ts'
import { extraJsonOf } from './extra-json.ts'
import { type AlarmEvent, hasPlace, type RuleContext, type Settings } from './rule-context.ts'
import { round, whole } from './rules/readings.ts'
import { rules } from './rules.ts'

/** A row of `positions` to be. */
export interface Position {
  fixTime: number
  latitudeE7: number | null
  longitudeE7: number | null
  /** The device's own; mileage is found from the track. */
  odometerM: number | null
  speedKmh: number | null
  distanceM: number
  courseDeg: number | null
  altitudeM: number | null
  satellites: number | null
  quality: number
  accOn: boolean | null
  /** JSON */
  extra: string | null
}

export interface Derived {
  /** Null for a report without a time of its own: it only changes the state. */
  position: Position | null
  alarms: readonly AlarmEvent[]
}

/**
 * Passes one report through the rules. The result depends on the arguments alone.
 * @param state changed in place to the state after the report; give it a copy where the old one is needed
 * @param now receive time, epoch ms
 */
export function derive(
  state: DeviceStateRow,
  report: Report,
  settings: Settings,
  now: number,
  config: DeviceConfig = emptyConfig,
): Derived {
  const context: RuleContext = {
    report,
    settings,
    config,
    now,
    state,
    fixTime: null,
    quality: 0,
    isRepeat: false,
    isNewAnchor: false,
    distanceM: 0,
    alarms: [],
  }
  for (const rule of rules) rule(context)
  noteLastAlarm(context)
  state.change_time = now
  return { position: toPosition(context), alarms: context.alarms }
}

/** The last alarm is the newest, whoever found it: those that came late are stored only. */
function noteLastAlarm({ alarms, state }: RuleContext): void {
  for (const { code, time, phase } of alarms) {
    if (phase === 'end' || time < (state.last_alarm_time ?? 0)) continue
    state.last_alarm = code
    state.last_alarm_time = time
  }
}

function toPosition({ report, fixTime, quality, distanceM, heldReadings }: RuleContext): Position | null {
  if (fixTime === null) return null
  const isPlaced = hasPlace(report)
  return {
    fixTime,
    latitudeE7: isPlaced ? Math.round(report.latitude * 1e7) : null,
    longitudeE7: isPlaced ? Math.round(report.longitude * 1e7) : null,
    odometerM: report.odometerM ?? null,
    speedKmh: report.speedKmh === undefined ? null : round(report.speedKmh, 10),
    distanceM,
    courseDeg: whole(report.courseDeg),
    altitudeM: whole(report.altitudeM),
    satellites: whole(report.satellites),
    quality,
    accOn: report.accOn ?? null,
    extra: extraJsonOf(heldReadings === undefined ? report : { ...report, ...heldReadings }),
  }
}
