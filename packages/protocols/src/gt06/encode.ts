/**
 * GT06 frames as a device sends them, for the simulator and for tests: written through the same rows that
 * the decoder reads. Pure: values in, a whole frame out.
 */
import { shortBodies } from './bodies.ts'
import { seal } from './envelope.ts'
import { Draft } from './layouts/draft.ts'
import { writeRows } from './layouts/row.ts'
import { Writer } from './writer.ts'

const unitsPerDegree = 1_800_000

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
  const draft = new Draft()
  draft.imei = imei.padStart(16, '0')
  if (extended) {
    draft.addExtra('deviceType', extended.deviceType)
    draft.addExtra('zoneWord', zoneWord(extended.utcOffsetMinutes, extended.language ?? 2))
  }
  return encodeBody(0x01, extended ? 'extended' : 'short', draft, serial)
}

function zoneWord(utcOffsetMinutes: number, language: number): number {
  const minutes = Math.abs(utcOffsetMinutes)
  const hundreds = Math.floor(minutes / 60) * 100 + (minutes % 60)
  return (hundreds << 4) | (utcOffsetMinutes < 0 ? 8 : 0) | language
}

/** Location 0x12 (by its document in local time), 0x22 or 0xA0 (UTC, 4G cell); `reason` goes into the last two. */
export function encodeLocation(
  number: 0x12 | 0x22 | 0xa0,
  place: PlaceToSend,
  serial: number,
  more: { reason?: SendingReason; odometerM?: number } = {},
): Uint8Array {
  const draft = placeDraft(place, number === 0xa0)
  const reason = more.reason ?? { accOn: place.accOn ?? false, uploadMode: 0, isBuffered: false }
  draft.acc = reason.accOn ? 1 : 0
  draft.uploadMode = reason.uploadMode
  draft.reupload = reason.isBuffered ? 1 : 0
  if (more.odometerM !== undefined) draft.report.odometerM = Math.round(more.odometerM)
  return encodeBody(number, more.odometerM === undefined ? 'standard' : 'mileage', draft, serial)
}

/** Alarm 0x26, or 0x27 with the number of the fence. */
export function encodeAlarm(
  number: 0x26 | 0x27,
  place: PlaceToSend,
  state: StateToSend,
  serial: number,
  fenceNumber?: number,
): Uint8Array {
  const draft = placeDraft(place, false)
  putState(draft, state)
  if (fenceNumber !== undefined) draft.addExtra('fenceNumber', fenceNumber)
  return encodeBody(number, 'standard', draft, serial)
}

/** Heartbeat 0x13. */
export function encodeHeartbeat(state: StateToSend, serial: number): Uint8Array {
  const draft = new Draft()
  putState(draft, state)
  return encodeBody(0x13, 'standard', draft, serial)
}

/** Heartbeat 0x23, which has the battery's volts instead of a level. */
export function encodeVoltageHeartbeat(
  state: StateToSend,
  batteryVoltageV: number,
  serial: number,
): Uint8Array {
  const draft = new Draft()
  putState(draft, state)
  draft.report.batteryVoltageV = batteryVoltageV
  return encodeBody(0x23, 'standard', draft, serial)
}

/** Information 0x94/0A. */
export function encodeIdentifiers(imei: string, imsi: string, iccid: string, serial: number): Uint8Array {
  const writer = new Writer()
  writer.u8(0x0a)
  writer.bcd(imei.padStart(16, '0'))
  writer.bcd(imsi.padStart(16, '0'))
  writer.bcd(iccid.padEnd(20, 'f'))
  return seal(0x94, writer.done(), serial, true)
}

/** Answer 0x21 to a command, in ASCII. */
export function encodeReply(serverFlag: number, text: string, serial: number): Uint8Array {
  const writer = new Writer()
  writer.u32(serverFlag)
  writer.u8(1)
  writer.ascii(text)
  return seal(0x21, writer.done(), serial, true)
}

function placeDraft(place: PlaceToSend, is4g: boolean): Draft {
  const draft = new Draft()
  draft.deviceTime = place.deviceTime
  draft.satelliteByte = 0xc0 | Math.min(15, place.satellites)
  draft.latitude = Math.round(Math.abs(place.latitude) * unitsPerDegree)
  draft.longitude = Math.round(Math.abs(place.longitude) * unitsPerDegree)
  draft.speedKmh = Math.min(255, Math.round(place.speedKmh))
  const acc = place.accOn === undefined ? 0 : place.accOn ? 0xc000 : 0x4000
  draft.flags =
    (Math.round(place.courseDeg) % 360) |
    (place.latitude >= 0 ? 0x400 : 0) |
    (place.longitude < 0 ? 0x800 : 0) |
    (place.isPositioned ? 0x1000 : 0) |
    acc
  // A 4G form states that the MNC has two bytes; in 2G only an MNC beyond one byte does.
  draft.mcc = place.mcc | (is4g || place.mnc > 0xff ? 0x8000 : 0)
  draft.mnc = place.mnc
  draft.lac = place.lac
  draft.cellId = place.cellId
  return draft
}

function putState(draft: Draft, state: StateToSend): void {
  draft.terminalInfo =
    (state.oilCut ? 0x80 : 0) |
    (state.gpsOn ? 0x40 : 0) |
    ((state.infoAlarm ?? 0) << 3) |
    (state.charging ? 0x04 : 0) |
    (state.accOn ? 0x02 : 0) |
    (state.armed ? 0x01 : 0)
  draft.voltageLevel = state.voltageLevel
  draft.gsm = state.gsmLevel
  draft.alarm = state.alarm ?? 0
  draft.language = state.language ?? 2
}

/** Writes the named form of a body; `number` and `variant` are those of `bodies.ts`. */
function encodeBody(number: number, variant: string, draft: Draft, serial: number): Uint8Array {
  const layout = shortBodies[number]?.layouts.find((each) => each.variant === variant)
  const writer = new Writer()
  writeRows(layout?.rows ?? [], writer, draft)
  return seal(number, writer.done(), serial)
}
