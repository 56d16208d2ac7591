import { isLive, type RuleContext } from '../rule-context.ts'

/** What a live report says of the device itself, fix or no fix: ignition, battery, voltages, relays, fuel. */
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
  if (report.fuelPercent !== undefined) state.fuel_percent = round(report.fuelPercent, 10)
  if (report.temperaturesC?.[0] !== undefined) state.temperature_c = round(report.temperaturesC[0], 100)
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
