/**
 * Puts the values of a body together: what depends on two fields, on the dialect or on the clock.
 * Source: GT06 V1.8.1 "Course, Status" and "Terminal information"; dialects as named in `alarm-codes.ts`.
 */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { dialectOf } from '../wire/message.ts'
import { signalLevel } from '../wire/network.ts'
import { addExtra, addTime as addInstant, addValue, addValues, bareReport } from '../wire/report.ts'
import { alarmDialects, cameraEvents, terminalInfoAlarms, voltsInHeartbeat } from './alarm-codes.ts'
import { observe } from './clock.ts'
import type { Chosen, Gt06Values } from './layouts/forms.ts'
import type { Gt06Session } from './session.ts'

/** What a protocol number implies for its reports. */
export interface ReportRules {
  /** The date is device-local by the makers' intent. */
  isLocalTime?: boolean
  /** Keep the report even if its date is impossible: an alarm matters more than when it was. */
  isAlarm?: boolean
  /** The high nibble of the language byte extends the alarm code. */
  hasWideAlarm?: boolean
  isHeartbeat?: boolean
}

const isPositioned = 0x1000
const isNorth = 0x400
const isWest = 0x800
const isAccKnown = 0x4000
const isAccOn = 0x8000
const fromWifi = 0x0b

/** Percent by voltage level 0 to 6. */
const percentByLevel = [0, 10, 20, 40, 60, 80, 100]

/** Heartbeats of the default dialect put alarms up to here in their alarm byte, and volts beyond. */
const highestHeartbeatAlarm = 0x09

export function toReport(chosen: Chosen, rules: ReportRules, session: Gt06Session, now: number): Report {
  const { values, form } = chosen
  const report = bareReport()
  if (values.flags !== undefined) addPlace(report, values, values.flags)
  if (values.terminalInfo !== undefined) addState(report, values.terminalInfo)
  if (values.flags !== undefined && values.flags & isAccKnown) report.accOn = (values.flags & isAccOn) !== 0
  if (values.accOn !== undefined) report.accOn = values.accOn
  addValues(report, form.body, values)
  addTime(report, values, rules, session, now)
  if (values.gsm !== undefined) addSignal(report, values.gsm)
  if (values.voltageLevel !== undefined) addVoltage(report, values, values.voltageLevel, rules)
  const alarm = alarmOf(report, values, form.variant, rules, session)
  // The terminal information byte without an alarm means that there is none.
  if (alarm !== undefined) addValue(report, 'alarms', [alarm])
  else if (values.terminalInfo !== undefined) addValue(report, 'alarms', [])
  if (alarm !== undefined && rules.isAlarm) report.isAlarmEvent = true
  return report
}

function addPlace(
  report: Report,
  { latitude = 0, longitude = 0, uploadMode }: Gt06Values,
  flags: number,
): void {
  report.courseDeg = (flags & 0x3ff) % 360
  if (latitude === 0 && longitude === 0) return
  if (flags & isPositioned) report.fix = uploadMode === fromWifi ? 'wifi' : 'gps'
  report.latitude = flags & isNorth ? latitude : -latitude
  report.longitude = flags & isWest ? -longitude : longitude
}

function addTime(
  report: Report,
  values: Gt06Values,
  rules: ReportRules,
  session: Gt06Session,
  now: number,
): void {
  const { time = values.moduleTime, date } = values
  if (time !== undefined) addInstant(report, time, now)
  else if (date != null) {
    const clock = rules.isLocalTime ? session.localClock : session.utcClock
    if (report.fix === 'gps' && !report.isBuffered) observe(session, clock, date, now)
    addInstant(report, date, now, { utcOffsetMinutes: clock.offsetMinutes })
  }
}

/** Bits of the terminal information byte. */
function addState(report: Report, byte: number): void {
  report.oilCut = (byte & 0x80) !== 0
  report.charging = (byte & 0x04) !== 0
  report.accOn = (byte & 0x02) !== 0
  report.armed = (byte & 0x01) !== 0
  addExtra(report, 'gpsOn', (byte & 0x40) !== 0)
}

/** 0 to 4 is the level itself; clones send CSQ (to 31) or percent. */
function addSignal(report: Report, value: number): void {
  const level = value <= 4 ? value : signalLevel(value)
  if (level !== undefined) report.gsmLevel = level
  if (value > 4 && report.extra?.csq === undefined) addExtra(report, 'csq', value)
}

/**
 * A level 0 to 6, a percentage, or in the "GT02" form: bit 7 and a percentage, or F, four bits and the
 * following extension byte as tenths of external volts.
 */
function addVoltage(
  report: Report,
  { alarm, language }: Gt06Values,
  byte: number,
  { isHeartbeat }: ReportRules,
): void {
  if (report.batteryPercent !== undefined) return // a module reported it more precisely
  if (byte < percentByLevel.length) report.batteryPercent = percentByLevel[byte]!
  else if (byte <= 100) report.batteryPercent = byte
  else if (byte >= 0xf0) {
    const low = isHeartbeat ? alarm : language
    const volts = low === undefined ? 0 : tenthsOfVolts(byte, low)
    // Tenths alone are the language, which other models send there.
    if (volts >= 1) report.externalVoltageV = volts
  } else if (byte >= 0x80) report.batteryPercent = Math.min(100, byte & 0x7f)
}

const tenthsOfVolts = (high: number, low: number) => (((high & 15) << 8) | low) / 10

function alarmOf(
  report: Report,
  values: Gt06Values,
  variant: string,
  rules: ReportRules,
  session: Gt06Session,
): AlarmCode | undefined {
  const { event, alarm, language, voltageLevel = 0, terminalInfo } = values
  if (event !== undefined) {
    addExtra(report, 'event', event)
    // In its short form the first event is a general one, not the SOS button.
    return event === 0x01 && values.flags === undefined ? undefined : cameraEvents[event]
  }
  // After F0 and above it is the lower part of the volts (`addVoltage`).
  if (alarm !== undefined && !(rules.isHeartbeat && voltageLevel >= 0xf0)) {
    const dialect = dialectOf(session) || 'concox'
    const hasVolts = rules.isHeartbeat
    if (hasVolts && voltsInHeartbeat.has(dialect)) {
      if (alarm > 0) report.externalVoltageV = alarm
    } else if (hasVolts && dialect === 'lw' && language !== undefined) {
      report.externalVoltageV = tenthsOfVolts(alarm, language)
    } else if (alarm > 0) {
      const isWide = rules.hasWideAlarm && language !== undefined && language > 0x0f
      const code = isWide ? (language >> 4) * 256 + alarm : alarm
      addExtra(report, 'alarmCode', code)
      if (!rules.isHeartbeat || code <= highestHeartbeatAlarm) {
        const table = alarmDialects[dialect] ?? alarmDialects.concox!
        return confirmIgnition(report, terminalInfo, table[code])
      }
    }
  }
  return terminalInfo === undefined ? undefined : infoAlarm(terminalInfo, variant)
}

/** The alarm of the terminal information byte counts where the alarm byte is 0. */
function infoAlarm(terminalInfo: number, variant: string): AlarmCode | undefined {
  const bits = (terminalInfo >> 3) & 7
  return bits === 7 && variant === 'VXT01' ? alarms.overspeed : terminalInfoAlarms[bits]
}

/** Makers contradict each other on FE and FF; the ACC bit of the same frame decides. */
function confirmIgnition(
  report: Report,
  terminalInfo: number | undefined,
  alarm: AlarmCode | undefined,
): AlarmCode | undefined {
  const isIgnition = alarm === alarms.ignitionOn || alarm === alarms.ignitionOff
  if (!isIgnition || terminalInfo === undefined) return alarm
  return report.accOn ? alarms.ignitionOn : alarms.ignitionOff
}
