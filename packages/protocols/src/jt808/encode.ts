/**
 * JT/T 808 as a terminal sends it, for the simulator and for tests: written through the same rows that
 * the decoder reads. Pure: values in, whole frames out.
 */

import type { Report } from '../protocol.ts'
import { type Body, writeBody } from '../wire/body.ts'
import { fromHex } from '../wire/bytes.ts'
import { gbkBytes } from '../wire/gbk.ts'
import { Writer } from '../wire/writer.ts'
import { buildFrame, type Layout, standardFraming } from './envelope.ts'
import { itemTable } from './items/makers.ts'
import { generalAnswer } from './messages/command-results.ts'
import { positionBase } from './messages/position.ts'
import {
  attributes2013,
  attributes2019,
  authenticate2013,
  authenticate2019,
  register2011,
  register2013,
  register2019,
} from './messages/registration.ts'

/** The header a terminal puts on all its frames. Its id is 12 digits, or 20 in the 2019 edition. */
export const terminalLayout = (terminalId: string, edition: 2013 | 2019 = 2013): Layout => ({
  framing: standardFraming,
  is2019: edition === 2019,
  version: 1,
  rawId: fromHex(terminalId.padStart(edition === 2019 ? 20 : 12, '0')),
})

/**
 * A message as frames: one, or as many parts as `maxPartBytes` takes.
 * @returns also the serial for the next message, for parts take one each
 */
export function encodeFrames(
  layout: Layout,
  id: number,
  serial: number,
  body: Uint8Array,
  maxPartBytes = 1023,
): { frames: Uint8Array[]; nextSerial: number } {
  const total = Math.max(1, Math.ceil(body.length / maxPartBytes))
  const frames = Array.from({ length: total }, (_, i) => {
    const part = body.subarray(i * maxPartBytes, (i + 1) * maxPartBytes)
    const parted = total === 1 ? undefined : { total, number: i + 1 }
    return buildFrame(layout, id, (serial + i) & 0xffff, part, parted)
  })
  return { frames, nextSerial: (serial + total) & 0xffff }
}

function write<V>(table: Body<V>, values: V): Uint8Array {
  const writer = new Writer()
  writeBody(table, writer, values)
  return writer.done()
}

export interface RegisterToSend {
  province: number
  city: number
  maker: string
  model: string
  makersId: string
  /** `none`, `blue`, `yellow`, `black`, `white`, `green`; with `none` the plate field holds a VIN. */
  plateColour: string
  plate: string
}

const registerForms = { 2011: register2011, 2013: register2013, 2019: register2019 }

/** Body of 0100. */
export const encodeRegister = (values: RegisterToSend, edition: 2011 | 2013 | 2019 = 2013): Uint8Array =>
  write(registerForms[edition], { ...values })

/** Body of 0102; IMEI and firmware are sent in the 2019 edition only. */
export const encodeAuthenticate = (
  authCode: string,
  device2019?: { imei: string; firmware: string },
): Uint8Array =>
  device2019 === undefined
    ? write(authenticate2013, { authCode })
    : write(authenticate2019, { authCode, ...device2019 })

export interface AttributesToSend {
  maker: string
  model: string
  makersId: string
  /** 20 digits. */
  iccid: string
  hardware: string
  firmware: string
}

/** Body of 0107. */
export const encodeAttributes = (values: AttributesToSend, edition: 2013 | 2019 = 2013): Uint8Array =>
  write(edition === 2019 ? attributes2019 : attributes2013, {
    ...values,
    terminalType: [],
    gnss: ['gps', 'beidou'],
    modem: ['tdLte'],
  })

/** Body of 0108: what became of an upgrade of the terminal itself. */
export const encodeUpgradeResult = (result: number): Uint8Array => Uint8Array.of(0, result)

/** Body of 0002: empty, or the state that portables add. */
export const encodeHeartbeat = (state?: { batteryPercent: number; csq: number }): Uint8Array =>
  state === undefined ? new Uint8Array(0) : Uint8Array.of(state.batteryPercent, state.csq, 0)

/** Body of 0001. */
export const encodeGeneralAnswer = (serial: number, answeredId: number, result: number): Uint8Array =>
  write(generalAnswer, { serial, answeredId: answeredId.toString(16).padStart(4, '0'), result })

export interface PositionToSend {
  /** Epoch ms; whole seconds are sent, in GMT+8. */
  fixTime: number
  /** Signed degrees, to a millionth. */
  latitude: number
  longitude: number
  altitudeM: number
  /** To a tenth. */
  speedKmh: number
  courseDeg: number
  isPositioned: boolean
  accOn: boolean
  oilCut?: boolean
  doorOpen?: boolean
  /** Bit numbers of the alarm word. */
  alarmBits?: readonly number[]
  /** Item 01, to 100 m. */
  odometerM?: number
  /** Item 02, to a tenth. */
  fuelL?: number
  /** Item 03, to a tenth. */
  recorderSpeedKmh?: number
  /** Item 25: names as the decoder gives them. */
  vehicleSignals?: readonly string[]
  /** Item 30, 0 to 31. */
  csq?: number
  /** Item 31. */
  satellites?: number
  /** Item 51, to a tenth. */
  temperatureC?: readonly number[]
  /** Item 61, to a hundredth. */
  externalVoltageV?: number
  /** Item 69, to a hundredth. */
  batteryVoltageV?: number
  /** Item D4. */
  batteryPercent?: number
}

/** Which value goes into which item. */
const itemOf: readonly (readonly [key: keyof PositionToSend, id: number])[] = [
  ['odometerM', 0x01],
  ['fuelL', 0x02],
  ['recorderSpeedKmh', 0x03],
  ['vehicleSignals', 0x25],
  ['csq', 0x30],
  ['satellites', 0x31],
  ['temperatureC', 0x51],
  ['externalVoltageV', 0x61],
  ['batteryVoltageV', 0x69],
  ['batteryPercent', 0xd4],
]

/** Body of 0200. */
export function encodePosition(position: PositionToSend): Uint8Array {
  const writer = new Writer()
  writeBody(positionBase, writer, {
    alarmFlags: (position.alarmBits ?? []).reduce((word, bit) => word | (1 << bit), 0) >>> 0,
    state: stateOf(position),
    latitude: Math.abs(position.latitude),
    longitude: Math.abs(position.longitude),
    altitudeM: position.altitudeM,
    speedKmh: position.speedKmh,
    courseDeg: position.courseDeg,
    fixTime: position.fixTime,
  })
  for (const [key, id] of itemOf) if (position[key] !== undefined) writeItem(writer, id, key, position[key])
  return writer.done()
}

/** A report as message 0200 of a terminal. */
export function encodeReport(report: Report, serial: number): Uint8Array {
  const { fixTime, fix, latitude = 0, longitude = 0, altitudeM = 0, speedKmh = 0, courseDeg = 0 } = report
  const position = { latitude, longitude, altitudeM, speedKmh, courseDeg, accOn: report.accOn ?? false }
  const body = encodePosition({ ...position, fixTime: fixTime ?? 0, isPositioned: fix === 'gps' })
  return buildFrame(terminalLayout('13900000000'), 0x0200, serial, body)
}

const stateOf = (position: PositionToSend): number =>
  (position.accOn ? 1 : 0) |
  (position.isPositioned ? 2 : 0) |
  (position.latitude < 0 ? 4 : 0) |
  (position.longitude < 0 ? 8 : 0) |
  (position.oilCut ? 0x400 : 0) |
  (position.doorOpen ? 0x2000 : 0)

/** By the item's row that has this value and nothing else to write. */
function writeItem(writer: Writer, id: number, key: string, value: unknown): void {
  const row = [itemTable[id] ?? []]
    .flat()
    .find(({ body }) => body.rows.some((each) => each.name === key && each.write))
  if (row === undefined) throw new TypeError(`item ${id.toString(16)} does not hold ${key}`)
  const data = write(row.body, { [key]: value })
  writer.u8(id)
  writer.u8(data.length)
  writer.raw(data)
}

/** Body of 0704 from bodies of 0200. */
export function encodeBatch(positions: readonly Uint8Array[], isBacklog: boolean): Uint8Array {
  const writer = new Writer()
  writer.u16(positions.length)
  writer.u8(isBacklog ? 1 : 0)
  for (const position of positions) {
    writer.u16(position.length)
    writer.raw(position)
  }
  return writer.done()
}

/** Body of 0104. Numbers go out in four bytes, text in GBK, bytes as they are. */
export function encodeParameters(
  serial: number,
  parameters: readonly (readonly [id: number, value: number | string | Uint8Array])[],
): Uint8Array {
  const writer = new Writer()
  writer.u16(serial)
  writer.u8(parameters.length)
  for (const [id, value] of parameters) {
    writer.u32(id)
    writer.u8(
      typeof value === 'number' ? 4 : typeof value === 'string' ? gbkBytes(value).length : value.length,
    )
    if (typeof value === 'number') writer.u32(value)
    else writer.raw(typeof value === 'string' ? gbkBytes(value) : value)
  }
  return writer.done()
}

/** Body of 6006: an answer in words to a text command. */
export const encodeTextAnswer = (text: string): Uint8Array => Uint8Array.of(0, ...gbkBytes(text))
