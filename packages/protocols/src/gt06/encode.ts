/**
 * GT06 frames as a device sends them, for the simulator and for tests: written through the same rows that
 * the decoder reads. Pure: values in, a whole frame out.
 * Source: GT06 V1.8.1 and JM-VL03 V1.1.2, as named beside the rows in `layouts`.
 */
import type { Report } from '../protocol.ts'
import { writeBody } from '../wire/body.ts'
import { fromHex } from '../wire/bytes.ts'
import { Writer } from '../wire/writer.ts'
import { seal } from './envelope.ts'
import { fenceAlarms, utcAlarms } from './layouts/alarms.ts'
import type { Form, Gt06Values } from './layouts/forms.ts'
import { localLocations, locations4g, utcLocations } from './layouts/locations.ts'
import { heartbeats, logins, voltageHeartbeats } from './layouts/states.ts'

export interface PlaceToSend {
  /** What the device's clock shows, as if it were UTC, epoch ms; whole seconds are sent. */
  deviceTime: number
  latitude: number
  longitude: number
  speedKmh: number
  courseDeg: number
  satellites: number
  isPositioned: boolean
  /** Sent in the course word where given. */
  accOn?: boolean
  mcc: number
  mnc: number
  lac: number
  cellId: number
}

export interface StateToSend {
  oilCut: boolean
  gpsOn: boolean
  charging: boolean
  accOn: boolean
  armed: boolean
  /** Bits 5 to 3 of the terminal information: 1 vibration, 2 power cut, 3 low battery, 4 SOS. */
  infoAlarm?: number
  /** 0 to 6, or percent above that. */
  voltageLevel: number
  /** 0 to 4. */
  gsmLevel: number
  /** The alarm byte. */
  alarm?: number
  /** 1 Chinese, 2 English. */
  language?: number
}

/** What 0x22 and 0xA0 add to a place. */
export interface SendingReason {
  accOn: boolean
  /** 00 interval, 03 ACC changed, 05 network back, 0A standing. */
  uploadMode: number
  isBuffered: boolean
}

/** Login 0x01; with `extended` the device also states its type, zone and language. */
export function encodeLogin(
  imei: string,
  serial: number,
  extended?: { deviceType: string; utcOffsetMinutes: number; language?: number },
): Uint8Array {
  const values: Gt06Values = { imei: imei.padStart(16, '0') }
  if (extended === undefined) return encodeForm(0x01, logins, 'short', values, serial)
  const { deviceType, utcOffsetMinutes, language = 2 } = extended
  const zoneWord = zoneWordOf(utcOffsetMinutes, language)
  return encodeForm(0x01, logins, 'extended', { ...values, deviceType, zoneWord }, serial)
}

function zoneWordOf(utcOffsetMinutes: number, language: number): number {
  const minutes = Math.abs(utcOffsetMinutes)
  const hundreds = Math.floor(minutes / 60) * 100 + (minutes % 60)
  return (hundreds << 4) | (utcOffsetMinutes < 0 ? 8 : 0) | language
}

const locationForms = { 0x12: localLocations, 0x22: utcLocations, 0xa0: locations4g }

/** Location 0x12 (by its document in local time), 0x22 or 0xA0 (UTC, 4G cell); `reason` goes into the last two. */
export function encodeLocation(
  number: 0x12 | 0x22 | 0xa0,
  place: PlaceToSend,
  serial: number,
  more: { reason?: SendingReason; odometerM?: number } = {},
): Uint8Array {
  const values: Gt06Values = {
    ...placeValues(place),
    ...(more.reason ?? { accOn: place.accOn ?? false, uploadMode: 0, isBuffered: false }),
    odometerM: Math.round(more.odometerM ?? 0),
  }
  const variant = more.odometerM === undefined ? 'standard' : 'mileage'
  return encodeForm(number, locationForms[number], variant, values, serial)
}

/** A report in UTC, from a cell that no network has. */
export function encodeReport(report: Report, serial: number): Uint8Array {
  const { fixTime, fix, latitude = 0, longitude = 0, speedKmh = 0, courseDeg = 0, satellites = 0 } = report
  const cell = { mcc: 1, mnc: 1, lac: 1, cellId: 1 }
  const place = { deviceTime: fixTime ?? 0, latitude, longitude, speedKmh, courseDeg, satellites, ...cell }
  const reason = { accOn: report.accOn ?? false, uploadMode: 0, isBuffered: report.isBuffered ?? false }
  return encodeLocation(0x22, { ...place, isPositioned: fix === 'gps' }, serial, { reason })
}

/** Alarm 0x26, or 0x27 with the number of the fence. */
export function encodeAlarm(
  number: 0x26 | 0x27,
  place: PlaceToSend,
  state: StateToSend,
  serial: number,
  fenceNumber: number | null = null,
): Uint8Array {
  const values = { ...placeValues(place), lbsLength: 0, ...stateValues(state), fenceNumber }
  return encodeForm(number, number === 0x26 ? utcAlarms : fenceAlarms, 'standard', values, serial)
}

/** Heartbeat 0x13. */
export const encodeHeartbeat = (state: StateToSend, serial: number): Uint8Array =>
  encodeForm(0x13, heartbeats, 'standard', stateValues(state), serial)

/** Heartbeat 0x23, which has the battery's volts instead of a level. */
export const encodeVoltageHeartbeat = (
  state: StateToSend,
  batteryVoltageV: number,
  serial: number,
): Uint8Array =>
  encodeForm(0x23, voltageHeartbeats, 'standard', { ...stateValues(state), batteryVoltageV }, serial)

/** Information 0x94/0A. */
export function encodeIdentifiers(imei: string, imsi: string, iccid: string, serial: number): Uint8Array {
  const digits = imei.padStart(16, '0') + imsi.padStart(16, '0') + iccid.padEnd(20, 'f')
  return seal(0x94, Uint8Array.of(0x0a, ...fromHex(digits)), serial, true)
}

/** Answer 0x21 to a command, in ASCII. */
export function encodeReply(serverFlag: number, text: string, serial: number): Uint8Array {
  const writer = new Writer()
  writer.u32(serverFlag)
  writer.u8(1)
  writer.ascii(text)
  return seal(0x21, writer.done(), serial, true)
}

function placeValues(place: PlaceToSend): Gt06Values {
  const { mcc, mnc, lac, cellId } = place
  const acc = place.accOn === undefined ? 0 : place.accOn ? 0xc000 : 0x4000
  return {
    date: place.deviceTime,
    satellites: place.satellites,
    latitude: Math.abs(place.latitude),
    longitude: Math.abs(place.longitude),
    speedKmh: Math.min(255, Math.round(place.speedKmh)),
    flags:
      (Math.round(place.courseDeg) % 360) |
      (place.latitude >= 0 ? 0x400 : 0) |
      (place.longitude < 0 ? 0x800 : 0) |
      (place.isPositioned ? 0x1000 : 0) |
      acc,
    cells: [{ mcc, mnc, lac, cellId }],
  }
}

const stateValues = (state: StateToSend): Gt06Values => ({
  terminalInfo:
    (state.oilCut ? 0x80 : 0) |
    (state.gpsOn ? 0x40 : 0) |
    ((state.infoAlarm ?? 0) << 3) |
    (state.charging ? 0x04 : 0) |
    (state.accOn ? 0x02 : 0) |
    (state.armed ? 0x01 : 0),
  voltageLevel: state.voltageLevel,
  gsm: state.gsmLevel,
  alarm: state.alarm ?? 0,
  language: state.language ?? 2,
})

/** Writes the named one of the forms. */
function encodeForm(
  number: number,
  forms: readonly Form[],
  variant: string,
  values: Gt06Values,
  serial: number,
): Uint8Array {
  const { body } = forms.find((each) => each.variant === variant)!
  const writer = new Writer()
  writeBody(body, writer, values)
  return seal(number, writer.done(), serial)
}
