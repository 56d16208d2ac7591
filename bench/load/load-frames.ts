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

const numberAt = 3
const timeAt = 4
const latitudeAt = 11
const serialFromEnd = 6
const crcFromEnd = 4

/**
 * A device's report 0x2D (position with cell, to be acknowledged), rewritten in place for every sending: each
 * has its own second, or other instant, and the vehicle drives on by ten metres.
 */
export class ReportFrame {
  readonly bytes: Buffer
  private readonly startTime: number
  private readonly stepMs: number
  private count = 0

  constructor(index: number, startTime: number, stepMs = 1_000) {
    this.startTime = startTime
    this.stepMs = stepMs
    const place = {
      deviceTime: startTime,
      latitude: 22 + (index % 100) * 0.03,
      longitude: 108 + Math.floor(index / 100) * 0.03,
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
    // A ten-thousandth of a degree is 180 units.
    bytes.writeUInt32BE(bytes.readUInt32BE(latitudeAt) + 162, latitudeAt)
    bytes.writeUInt16BE(this.count & 0xffff, bytes.length - serialFromEnd)
    bytes.writeUInt16BE(crcX25(bytes, 2, bytes.length - crcFromEnd), bytes.length - crcFromEnd)
    this.count++
    return bytes
  }
}
