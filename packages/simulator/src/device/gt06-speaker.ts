import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import {
  encodeAlarm,
  encodeHeartbeat,
  encodeLocation,
  encodeLogin,
  encodeReply,
  type PlaceToSend,
  type StateToSend,
} from '@trackway/protocols/gt06/encode.ts'
import { openEnvelope, seal } from '@trackway/protocols/gt06/envelope.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { crcX25 } from '@trackway/protocols/wire/checksums.ts'
import { Writer } from '@trackway/protocols/wire/writer.ts'
import type { City } from '../roads/cities.ts'
import { cellAt } from './cells.ts'
import { type Conduct, firmwareOf, iccidOf } from './conduct.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

/** The alarm byte of 0x26 for our codes (reference: GT06 alarm codes of the makers' documents). */
const alarmBytes: Partial<Record<AlarmCode, number>> = {
  [alarms.sos]: 0x01,
  [alarms.externalPowerCut]: 0x02,
  [alarms.vibration]: 0x03,
  [alarms.fenceEntered]: 0x04,
  [alarms.fenceLeft]: 0x05,
  [alarms.overspeed]: 0x06,
  [alarms.externalVoltageLow]: 0x0e,
  [alarms.internalBatteryLow]: 0x19,
  [alarms.harshBraking]: 0x30,
}

const uploadModes = { interval: 0x00, standing: 0x0a, networkBack: 0x05 } as const

/** Where the month is in location frames: after start, length, number and year. */
const monthAt = 5

/** Of a vehicle of 12 V or more. */
const lowSupplyV = 10
const usualFirmware = 'TW06-2.4'

interface Settings {
  imei: string
  country: City['country']
  /** Sends 0xA0, with the cell of a 4G network, instead of 0x22. */
  is4g: boolean
  conduct?: Conduct
}

/**
 * A GT06 device. The protocol acknowledges logins, heartbeats and alarms but no positions: what was sent
 * before an acknowledged frame is taken for received, as the server answers in order.
 */
export function createGt06Speaker({ imei, country, is4g, conduct = {} }: Settings): Speaker {
  let serial = 0
  let received: Uint8Array = new Uint8Array(0)
  let loginSerial = -1
  const nextSerial = () => {
    serial = (serial % 0xffff) + 1
    return serial
  }
  const placeOf = (report: Report): PlaceToSend => {
    const { latitude = 0, longitude = 0 } = report
    const cell = cellAt(country, latitude, longitude)
    return {
      deviceTime: report.fixTime ?? 0,
      latitude,
      longitude,
      speedKmh: report.speedKmh ?? 0,
      courseDeg: report.courseDeg ?? 0,
      satellites: report.satellites ?? 0,
      isPositioned: report.fix === 'gps',
      mcc: cell.mcc,
      mnc: cell.mnc,
      lac: cell.lac,
      cellId: cell.cellId,
      ...(report.accOn === undefined ? {} : { accOn: report.accOn }),
    }
  }
  const location = (report: Report, isBuffered: boolean): Sent => {
    const accOn = report.accOn ?? false
    const uploadMode = isBuffered
      ? uploadModes.networkBack
      : accOn
        ? uploadModes.interval
        : uploadModes.standing
    const own = nextSerial()
    const bytes = encodeLocation(is4g ? 0xa0 : 0x22, placeOf(report), own, {
      reason: { accOn, uploadMode, isBuffered },
      ...(report.odometerM === undefined ? {} : { odometerM: report.odometerM }),
    })
    return { bytes, serial: own, isAnswered: false, reports: [report] }
  }

  return {
    greet() {
      received = new Uint8Array(0)
      loginSerial = nextSerial()
      return { bytes: encodeLogin(imei, loginSerial), serial: loginSerial, isAnswered: true, reports: [] }
    },
    report(report) {
      const alarm = alarmBytes[report.alarms?.[0] as AlarmCode]
      if (alarm === undefined) return location(report, false)
      const own = nextSerial()
      const bytes = encodeAlarm(0x26, placeOf(report), { ...stateOf(report), alarm }, own)
      return { bytes, serial: own, isAnswered: true, reports: [report] }
    },
    backlog: (reports) => reports.map((report) => location(report, true)),
    heartbeat(report) {
      const own = nextSerial()
      // Every other one reports the pack.
      if (report.packPercent !== undefined && own % 2 === 0)
        return { bytes: packFrame(report, own), serial: own, isAnswered: true, reports: [] }
      return { bytes: encodeHeartbeat(stateOf(report), own), serial: own, isAnswered: true, reports: [] }
    },
    impossibleDate(report) {
      const frame = location(report, false).bytes
      frame[monthAt] = 13
      const crcAt = frame.length - 4
      const crc = crcX25(frame, 2, crcAt)
      frame[crcAt] = crc >> 8
      frame[crcAt + 1] = crc & 0xff
      return frame
    },
    receive(chunk) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const messages: ServerMessage[] = []
      for (let size = sizeOf(received); size > 0 && received.length >= size; size = sizeOf(received)) {
        messages.push(...readAnswer(received.subarray(0, size)))
        received = received.subarray(size)
      }
      return messages
    },
  }

  function readAnswer(frame: Uint8Array): ServerMessage[] {
    const envelope = openEnvelope(frame, false)
    if (typeof envelope === 'string') return []
    if (envelope.number === 0x01) return envelope.serial === loginSerial ? [{ kind: 'welcome' }] : []
    if (envelope.number === 0x80) return obey(frame, envelope.start)
    return [{ kind: 'acknowledged', serial: envelope.serial, isCumulative: true }]
  }

  /** Every command is reported as carried out; a query is answered. */
  function obey(frame: Uint8Array, start: number): ServerMessage[] {
    if (conduct.faults?.includes('mute')) return []
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
    // Its length counts the four bytes of the server's flag.
    const text = Buffer.from(frame.subarray(start + 5, start + 1 + frame[start]!)).toString('latin1')
    const own = nextSerial()
    const bytes = encodeReply(view.getUint32(start + 1), answerTo(text), own)
    const sent: Sent = { bytes, serial: own, isAnswered: false, reports: [] }
    const [, host, port] = /^SERVER,[01],([^,]+),(\d+)/i.exec(text) ?? []
    if (host !== undefined) return [{ kind: 'move', sent, host, port: Number(port), isAtOnce: true }]
    if (/^RESET#/i.test(text)) return [{ kind: 'restart', sent, comesBack: true }]
    return [{ kind: 'proceed', sent }]
  }

  function answerTo(text: string): string {
    if (/^VERSION#/i.test(text)) return `[VERSION]${firmwareOf(conduct, usualFirmware)}`
    if (/^ICCID#/i.test(text)) return `ICCID:${iccidOf(conduct)}`
    return 'OK!'
  }
}

/** Size of the server's frame that begins here; 0 while it is unknown. A server sends no rubbish. */
function sizeOf(bytes: Uint8Array): number {
  if (bytes.length < 4) return 0
  return bytes[0] === 0x79 ? ((bytes[2]! << 8) | bytes[3]!) + 6 : bytes[2]! + 5
}

/** Battery 0x40 of a WD-209: its fields in the order of `battery` in gt06/layouts/states.ts. */
function packFrame(report: Report, serial: number): Uint8Array {
  const { packPercent, packTemperatureC, packCurrentA, packVoltageV, packCycles } = report
  const percent = packPercent?.[0] ?? 0
  const body = new Writer()
  body.raw(new Uint8Array(8))
  body.u32(Math.floor((report.fixTime ?? 0) / 1000))
  body.u8(percent)
  body.u16(200 * percent)
  body.u8(percent)
  body.u16(20_000)
  body.u8(97)
  body.u16(2731 + Math.round(10 * (packTemperatureC?.[0] ?? 0)))
  body.u16(Math.round(1000 * (packCurrentA?.[0] ?? 0)) & 0xffff)
  const packMv = 1000 * (packVoltageV?.[0] ?? 0)
  body.u16(Math.round(packMv))
  body.u16(packCycles?.[0] ?? 0)
  for (let cell = 0; cell < 14; cell++) body.u16(Math.round(packMv / 14))
  body.raw(new Uint8Array(2 + 2 + 16 + 2 + 16 + 3 * 4))
  return seal(0x40, body.done(), serial)
}

function stateOf(report: Report): StateToSend {
  const { externalVoltageV } = report
  const isExternal = externalVoltageV !== undefined
  return {
    oilCut: false,
    gpsOn: report.fix === 'gps',
    charging: isExternal,
    accOn: report.accOn ?? false,
    armed: report.accOn === false,
    // Full is level 6, low 2; trackers with a battery of their own say percent, which no level reaches.
    voltageLevel: isExternal
      ? externalVoltageV < lowSupplyV
        ? 2
        : 6
      : Math.max(7, report.batteryPercent ?? 100),
    gsmLevel: report.gsmLevel ?? 4,
  }
}
