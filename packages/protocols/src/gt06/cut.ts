/**
 * Cutting GT06 frames out of a stream. Cut by length: stop bytes and start marks may occur inside.
 * Every decision depends on the bytes from the start mark on, never on how many have arrived so far; but for a
 * login in 65,000 whose serial and CRC read like the end of a frame of the dialect that has neither.
 * Source: GT06 V1.8.1 "Data packet format"; Traccar's frame decoder for lengths that are wrong.
 */
import type { Cut } from '../protocol.ts'
import { crcX25 } from '../wire/checksums.ts'
import { isLongFrame, isStopAt, maxLength, minLength, u16At, uncountedBytes } from './envelope.ts'
import { noCrcSize } from './no-crc/size.ts'
import type { Gt06Session } from './session.ts'

const isSoundWithUncounted = (bytes: Uint8Array, size: number) =>
  isStopAt(bytes, size - 2) && crcX25(bytes, 2, size - 4) === u16At(bytes, size - 4)

/** How many places inside one frame are looked at as a possible frame of their own. */
const maxInnerMarks = 8

/** The next start mark from `at` on and before `end`; a last byte that may begin one counts. */
function nextMark(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at; i < end; i++) {
    const byte = bytes[i]
    if ((byte === 0x78 || byte === 0x79) && (i + 1 === end || bytes[i + 1] === byte)) return i
  }
  return end
}

/** A whole `78 78` frame whose CRC is right begins here and ends before `end`. */
function isSoundFrame(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== 0x78 || at + 10 > end) return false
  const size = bytes[at + 2]! + 5
  if (size < 10 || at + size > end || !isStopAt(bytes, at + size - 2)) return false
  return crcX25(bytes, at + 2, at + size - 4) === u16At(bytes, at + size - 4)
}

/**
 * A sound frame inside another one means that the outer one's length is wrong: the place of the inner
 * one, or -1. So a wrong length or a frame cut short costs one frame, not those that follow it.
 */
function soundFrameInside(bytes: Uint8Array, end: number): number {
  let at = 0
  for (let tries = 0; tries < maxInnerMarks; tries++) {
    at = nextMark(bytes, at + 1, end)
    if (at >= end) return -1
    if (isSoundFrame(bytes, at, end)) return at
  }
  return -1
}

export function cut(buffer: Uint8Array, session: Gt06Session): Cut {
  const available = buffer.length
  const mark = nextMark(buffer, 0, available)
  if (mark > 0) return { consumed: mark }
  if (available < 5) return { consumed: isTooLong(buffer) ? 2 : 0 }

  const short = buffer[0] === 0x78 ? noCrcSize(buffer, session.hasNoCrc) : 0
  if (short < 0) return { consumed: 0 }
  if (short > 0 && !isSoundFrame(buffer, 0, available)) return whole(buffer, short)

  const isLong = isLongFrame(buffer)
  const length = isLong ? u16At(buffer, 2) : buffer[2]!
  // No such frame: what looks like a mark is none, or its length was damaged. The next mark tells.
  if (length < minLength || length > maxLength) return { consumed: 2 }

  const size = length + (isLong ? 6 : 5)
  const inside = soundFrameInside(buffer, Math.min(size, available))
  if (inside === 1) return { consumed: 1 } // rubbish that ends in 78 or 79
  if (inside > 1) return whole(buffer, inside)
  if (available < size) return { consumed: 0 }
  if (isStopAt(buffer, size - 2)) return whole(buffer, size)
  for (const uncounted of uncountedBytes) {
    if (available < size + uncounted) return { consumed: 0 }
    if (isSoundWithUncounted(buffer, size + uncounted)) return whole(buffer, size + uncounted)
  }

  return whole(buffer, nextMark(buffer, 2, size))
}

/** Is it clear from the first four bytes? Nothing of the family is shorter than six. */
const isTooLong = (buffer: Uint8Array): boolean =>
  buffer.length >= 4 && buffer[0] === 0x79 && u16At(buffer, 2) > maxLength

const whole = (buffer: Uint8Array, size: number): Cut => ({
  // Most often a device sends one frame at a time: a view of all of it would only be another object.
  frame: size === buffer.length ? buffer : buffer.subarray(0, size),
  consumed: size,
})
