/**
 * The shell of a GT06 frame: `78 78`, one byte of length, or `79 79`, two; number, content, serial, CRC,
 * `0d 0a`. The length counts from the number to the CRC.
 * Source: GT06 V1.8.1 "Data packet format" and "Error check"; the firmware's receiver for 97 and 9A.
 */
import type { Problem } from '../protocol.ts'
import { hexOfByte } from '../wire/bytes.ts'
import { crcX25 } from '../wire/checksums.ts'
import type { FrameHead } from '../wire/define-protocol.ts'
import { Writer } from '../wire/writer.ts'

export const maxLength = 4096
export const minLength = 5
/** Some firmware leaves the serial out of the length, or serial and CRC. */
export const uncountedBytes: readonly number[] = [2, 4]

export interface Envelope extends FrameHead {
  isLong: boolean
  /** `type` as a number. */
  number: number
  serial: number
}

export const u16At = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

export const isStopAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x0d && bytes[at + 1] === 0x0a

/** A device's own receiver also takes `78 78` with two bytes of length before 97 or 9A. */
export function isLongFrame(frame: Uint8Array): boolean {
  if (frame[0] === 0x79) return true
  return (frame[2] ?? 0) < minLength && (frame[4] === 0x97 || frame[4] === 0x9a)
}

export function openEnvelope(frame: Uint8Array, isChecksumOptional: boolean): Envelope | Problem {
  if (frame.length < 10) return 'short'
  const isLong = isLongFrame(frame)
  const counted = isLong ? u16At(frame, 2) + 6 : frame[2]! + 5
  const size = frame.length
  // Where the length leaves something out, only the CRC shows that it is a frame.
  const isUncounted = uncountedBytes.includes(size - counted)
  if ((counted !== size && !isUncounted) || !isStopAt(frame, size - 2)) return 'length'
  const at = isLong ? 4 : 3
  const end = size - 6
  if (end < at + 1) return 'short'
  const isSound = crcX25(frame, 2, size - 4) === u16At(frame, size - 4)
  if (!isSound && isUncounted) return 'length'
  if (!isSound && !isChecksumOptional) return 'checksum'
  const number = frame[at]!
  return { isLong, type: hexOfByte[number]!, number, start: at + 1, end, serial: u16At(frame, end) }
}

/** Wraps a body; in a `79 79` frame when it is long or `isLong` is set. */
export function seal(
  number: number,
  body: Uint8Array,
  serial: number,
  isLong = body.length > 250,
): Uint8Array {
  const writer = new Writer()
  const length = body.length + minLength
  writer.u16(isLong ? 0x7979 : 0x7878)
  if (isLong) writer.u16(length)
  else writer.u8(length)
  writer.u8(number)
  writer.raw(body)
  writer.u16(serial)
  const unchecked = writer.done()
  writer.u16(crcX25(unchecked, 2))
  writer.u16(0x0d0a)
  return writer.done()
}

const nothing = new Uint8Array(0)

/** The plain acknowledgement. It carries the serial it answers: with any other the device sends again. */
export function acknowledge(number: number, serial: number, isLong = false): Uint8Array {
  if (isLong) return seal(number, nothing, serial, isLong)
  // The most frequent frame of all is written in one go.
  const frame = Uint8Array.of(0x78, 0x78, minLength, number, serial >> 8, serial, 0, 0, 0x0d, 0x0a)
  const crc = crcX25(frame, 2, 6)
  frame[6] = crc >> 8
  frame[7] = crc
  return frame
}
