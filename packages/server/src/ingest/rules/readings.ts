import {
  keptReading,
  type LiveReadingName,
  type LiveReadings,
  liveReadingNames,
} from '@trackway/core/readings/readings.ts'
import { isLive, type RuleContext } from '../rule-context.ts'

/** Keeps what a live report holds of the device and its surroundings, with or without a fix. */
export function readings(context: RuleContext): void {
  const { report, state, now } = context
  state.state_time = Math.max(now, state.state_time ?? 0)
  if (!isLive(context)) return
  if (report.accOn !== undefined && report.accOn !== state.acc_on) {
    state.acc_on = report.accOn
    state.acc_since = context.fixTime ?? now
  }
  if (report.gsmLevel !== undefined) state.gsm_level = whole(report.gsmLevel)
  if (report.batteryPercent !== undefined) state.battery_percent = round(report.batteryPercent, 10)
  if (report.batteryVoltageV !== undefined) state.battery_voltage_v = round(report.batteryVoltageV, 1000)
  if (report.externalVoltageV !== undefined) state.external_voltage_v = round(report.externalVoltageV, 100)
  if (report.charging !== undefined) state.charging = report.charging
  if (report.oilCut !== undefined) state.oil_cut = report.oilCut
  if (report.armed !== undefined) state.armed = report.armed
  if (report.doorOpen !== undefined) state.door_open = report.doorOpen
  // A report has fewer keys than there are readings.
  for (const name in report) if (liveNames.has(name)) keepReading(context, name as LiveReadingName)
}

const liveNames: ReadonlySet<string> = new Set(liveReadingNames)

function keepReading({ report, state, fixTime, now }: RuleContext, name: LiveReadingName): void {
  const reported = report[name]
  const value =
    reported === undefined ? undefined : keptReading(name, reported, state.readings?.[name]?.value)
  if (value === undefined) return
  const time = Math.min(fixTime ?? now, now)
  state.readings = { ...state.readings, [name]: { time, value } } as LiveReadings
}

/**
 * Rounded to what is worth keeping, so that a 4-byte float of the database gives back the same number.
 * Not a number, or beyond what such a float holds exactly: unknown.
 */
export function round(value: number, steps: number): number | null {
  return Math.abs(value) < 32_768 ? Math.round(value * steps) / steps : null
}

/** As a 2-byte integer; unknown where it does not fit. */
export function whole(value: number | undefined): number | null {
  return value !== undefined && Math.abs(value) < 32_768 ? Math.round(value) : null
}
