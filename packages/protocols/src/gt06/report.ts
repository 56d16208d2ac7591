/** Puts the values of a body together: what depends on two fields, on the dialect or on the clock. */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../protocol.ts'
import { alarmDialects, cameraEvents, terminalInfoAlarms, voltsInHeartbeat } from './alarm-codes.ts'
import { believedTime, observe } from './clock.ts'
import type { Body } from './layouts/body.ts'
import type { Draft } from './layouts/draft.ts'
import { keepCell } from './layouts/network-rows.ts'
import type { Gt06Session } from './session.ts'

const unitsPerDegree = 1_800_000
export const maxLatitude = 90 * unitsPerDegree
export const maxLongitude = 180 * unitsPerDegree

const isPositioned = 0x1000
const isNorth = 0x400
const isWest = 0x800
const isAccKnown = 0x4000
const isAccOn = 0x8000

/** Percent by voltage level 0 to 6. */
const percentByLevel = [0, 10, 20, 40, 60, 80, 100]

/** Heartbeats of the default dialect put alarms up to here in their alarm byte, and volts beyond. */
const highestHeartbeatAlarm = 0x09

export function toReport(
  draft: Draft,
  body: Body,
  variant: string,
  session: Gt06Session,
  now: number,
): Report {
  const { report } = draft
  if (draft.latitude >= 0) placeReport(draft)
  timeReport(draft, body, session, now)
  if (draft.terminalInfo >= 0) stateReport(draft)
  if (draft.flags >= 0 && draft.flags & isAccKnown) report.accOn = (draft.flags & isAccOn) !== 0
  if (draft.acc >= 0) report.accOn = draft.acc > 0
  if (draft.uploadMode >= 0) draft.addExtra('uploadMode', draft.uploadMode)
  if (draft.gsm >= 0) signalReport(draft)
  if (draft.voltageLevel >= 0) voltageReport(draft, body)
  if (draft.lac >= 0) keepCell(draft)
  if (draft.cells) report.cells = draft.cells
  if (draft.wifi) report.wifi = draft.wifi
  if (draft.alarm >= 0 || draft.terminalInfo >= 0 || draft.event >= 0 || draft.alarms) {
    alarmReport(draft, body, variant, session)
  }
  if (draft.extra) report.extra = { ...draft.extra }
  return report
}

function placeReport(draft: Draft): void {
  const { report, flags } = draft
  const latitude = draft.latitude / unitsPerDegree
  const longitude = draft.longitude / unitsPerDegree
  const isPlace = latitude !== 0 || longitude !== 0
  const isFixed = (flags & isPositioned) !== 0 && isPlace
  if (isFixed) report.fix = draft.uploadMode === 0x0b ? 'wifi' : 'gps'
  if (isPlace) {
    report.latitude = flags & isNorth ? latitude : -latitude
    report.longitude = flags & isWest ? -longitude : longitude
  }
  if (draft.satelliteByte >= 0) report.satellites = draft.satelliteByte & 15
  if (draft.speedKmh >= 0) report.speedKmh = draft.speedKmh
  report.courseDeg = (flags & 0x3ff) % 360
}

function timeReport(draft: Draft, body: Body, session: Gt06Session, now: number): void {
  const { report, deviceTime } = draft
  const isBuffered = draft.reupload > 0
  if (draft.reupload >= 0) report.isBuffered = isBuffered
  if (draft.unixTime !== null) {
    report.fixTime = believedTime(draft.unixTime, utcAsSent, now)
  } else if (deviceTime !== null && !Number.isNaN(deviceTime)) {
    const clock = body.isLocalTime ? session.localClock : session.utcClock
    report.fixTime = believedTime(deviceTime, clock, now)
    if (report.fix === 'gps' && !isBuffered) observe(session, clock, deviceTime, now)
  }
}

const utcAsSent = { offsetMinutes: 0, suggestedMinutes: 0, streak: 0 }

/** Bits of the terminal information byte. */
function stateReport(draft: Draft): void {
  const { report, terminalInfo } = draft
  report.oilCut = (terminalInfo & 0x80) !== 0
  report.charging = (terminalInfo & 0x04) !== 0
  report.accOn = (terminalInfo & 0x02) !== 0
  report.armed = (terminalInfo & 0x01) !== 0
  draft.addExtra('gpsOn', (terminalInfo & 0x40) !== 0)
}

/** 0 to 4 is the level itself; clones send CSQ (to 31) or percent. */
function signalReport(draft: Draft): void {
  const { gsm } = draft
  if (gsm <= 4) draft.report.gsmLevel = gsm
  else {
    draft.addExtra('csq', gsm)
    if (gsm <= 31) draft.report.gsmLevel = gsm < 10 ? 1 : gsm < 15 ? 2 : gsm < 20 ? 3 : 4
    else if (gsm <= 100) draft.report.gsmLevel = Math.ceil(gsm / 25)
  }
}

/**
 * A level 0 to 6, a percentage, or in the "GT02" form: bit 7 and a percentage, or F, four bits and the
 * following extension byte as tenths of external volts.
 */
function voltageReport(draft: Draft, body: Body): void {
  const { voltageLevel: byte, report } = draft
  if (report.batteryPercent !== undefined) return // a module said it finer
  if (byte < percentByLevel.length) report.batteryPercent = percentByLevel[byte]!
  else if (byte <= 100) report.batteryPercent = byte
  else if (byte >= 0xf0) {
    const low = body.kind === 'heartbeat' ? draft.alarm : draft.language
    if (low >= 0) report.externalVoltageV = (((byte & 15) << 8) | low) / 10
  } else if (byte >= 0x80) report.batteryPercent = Math.min(100, byte & 0x7f)
}

function alarmReport(draft: Draft, body: Body, variant: string, session: Gt06Session): void {
  const { report } = draft
  const active = draft.alarms ?? []
  const alarm = alarmOf(draft, body, variant, session)
  if (alarm !== undefined && !active.includes(alarm)) active.push(alarm)
  if (active.length > 0) report.alarms = active
}

function alarmOf(draft: Draft, body: Body, variant: string, session: Gt06Session): number | undefined {
  if (draft.event >= 0) {
    draft.addExtra('event', draft.event)
    // In its short form the first event is a general one, not the SOS button.
    return draft.event === 0x01 && draft.latitude < 0 ? undefined : cameraEvents[draft.event]
  }
  const dialect = session.profile.dialect ?? session.guessedDialect ?? 'concox'
  const table = alarmDialects[dialect] ?? alarmDialects.concox!
  const isHeartbeat = body.kind === 'heartbeat'
  const hasVolts = isHeartbeat && draft.alarm >= 0 && draft.voltageLevel < 0xf0
  if (hasVolts && voltsInHeartbeat.has(dialect)) {
    if (draft.alarm > 0) draft.report.externalVoltageV = draft.alarm
  } else if (hasVolts && dialect === 'lw' && draft.language >= 0) {
    draft.report.externalVoltageV = (((draft.alarm & 15) << 8) | draft.language) / 10
  } else if (draft.alarm > 0) {
    const code =
      body.hasWideAlarm && draft.language > 0x0f ? (draft.language >> 4) * 256 + draft.alarm : draft.alarm
    draft.addExtra('alarmCode', code)
    if (isHeartbeat && code > highestHeartbeatAlarm) return infoAlarm(draft, variant)
    return confirmIgnition(draft, table[code])
  }
  return infoAlarm(draft, variant)
}

/** The alarm of the terminal information byte counts where the alarm byte says nothing. */
function infoAlarm(draft: Draft, variant: string): number | undefined {
  if (draft.terminalInfo < 0) return undefined
  const bits = (draft.terminalInfo >> 3) & 7
  if (bits === 7 && variant === 'VXT01') return alarms.overspeed
  return terminalInfoAlarms[bits]
}

/** Makers contradict each other on FE and FF; the ACC bit of the same frame decides. */
function confirmIgnition(draft: Draft, alarm: number | undefined): number | undefined {
  const isIgnition = alarm === alarms.ignitionOn || alarm === alarms.ignitionOff
  if (!isIgnition || draft.terminalInfo < 0) return alarm
  return draft.report.accOn ? alarms.ignitionOn : alarms.ignitionOff
}
