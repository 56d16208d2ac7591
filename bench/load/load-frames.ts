import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { crcX25 } from '@trackway/protocols/wire/checksums.ts'

/** Frames of the load generator: GT06, as its devices send them. */

const firstImei = 860_000_000_000_000

/** The 15 digits of the device with this number, from 0. */
export function imeiOf(index: number): string {
  return String(firstImei + index)
}

export function loginOf(index: number): Uint8Array {
  return encodeLogin(imeiOf(index), 1)
}

/** Length of every acknowledgement. */
export const ackBytes = 10

/** Devices that drive north on one road, spread along it, which leads past a place. */
export const devicesOnRoad = 10
/** Reports along a road. */
const roadReports = 200
/** A hundred metres. */
const stepDeg = 0.0009

/** The place on a road, which lies beyond another one. */
export function placeOnRoad(road: number): { lat: number; lon: number } {
  return { lat: 22 + (road % 16) * roadReports * stepDeg, lon: 108 + Math.floor(road / 16) * 0.03 }
}

const numberAt = 3
const timeAt = 4
const latitudeAt = 11
const unitsPerDegree = 1_800_000
const serialFromEnd = 6
const crcFromEnd = 4

/**
 * A device's report 0x2D (position with cell, to be acknowledged), rewritten in place for every sending: each
 * has its own instant, and the vehicle drives on by a hundred metres.
 */
export class ReportFrame {
  readonly bytes: Buffer
  private readonly startTime: number
  private readonly stepMs: number
  private count = 0

  constructor(index: number, startTime: number, stepMs = 10_000) {
    this.startTime = startTime
    this.stepMs = stepMs
    const { lat, lon } = placeOnRoad(Math.floor(index / devicesOnRoad))
    const reportsBefore = ((index * 37) % roadReports) + 0.5
    const place = {
      deviceTime: startTime,
      latitude: lat - reportsBefore * stepDeg,
      longitude: lon,
      speedKmh: 36,
      courseDeg: 0,
      satellites: 9,
      isPositioned: true,
      mcc: 460,
      mnc: 0,
      lac: 9365,
      cellId: 8049,
    }
    const reason = { accOn: true, uploadMode: 0, isBuffered: false }
    this.bytes = Buffer.from(encodeLocation(0x22, place, 0, { reason }))
    this.bytes[numberAt] = 0x2d
  }

  /** The next report's bytes; valid until the next call. */
  next(): Buffer {
    const { bytes } = this
    const time = new Date(this.startTime + this.count * this.stepMs)
    bytes[timeAt] = time.getUTCFullYear() - 2000
    bytes[timeAt + 1] = time.getUTCMonth() + 1
    bytes[timeAt + 2] = time.getUTCDate()
    bytes[timeAt + 3] = time.getUTCHours()
    bytes[timeAt + 4] = time.getUTCMinutes()
    bytes[timeAt + 5] = time.getUTCSeconds()
    bytes.writeUInt32BE(bytes.readUInt32BE(latitudeAt) + stepDeg * unitsPerDegree, latitudeAt)
    bytes.writeUInt16BE(this.count & 0xffff, bytes.length - serialFromEnd)
    bytes.writeUInt16BE(crcX25(bytes, 2, bytes.length - crcFromEnd), bytes.length - crcFromEnd)
    this.count++
    return bytes
  }
}
