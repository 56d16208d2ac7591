/**
 * Cutting H02 frames out of a stream: `*…#`, or binary after `$` or `X`, which has no end mark.
 * Source: H02 document; public frames of 32, 42 and 45 bytes.
 */
import type { Cut } from '../protocol.ts'
import { isDecimal } from './binary.ts'

const star = 0x2a
const dollar = 0x24
const hash = 0x23
const keepAlive = 0x58

/** A reply to a command with free text is the longest. */
const maxTextBytes = 2_048
const shortBytes = 32
const longBytes = 45
const longIdBytes = 42

export function cut(buffer: Uint8Array): Cut {
  let at = 0
  while (at < buffer.length && !isMark(buffer[at]!)) at++
  if (at > 0) return { consumed: at }
  if (buffer.length === 0) return { consumed: 0 }
  return buffer[0] === star ? cutText(buffer) : cutBinary(buffer)
}

const isMark = (byte: number): boolean => byte === star || byte === dollar || byte === keepAlive

function cutText(buffer: Uint8Array): Cut {
  if (buffer.length < 4) return { consumed: 0 }
  if (!isHead(buffer, 0)) return { consumed: 1 }
  const end = buffer.subarray(0, maxTextBytes).indexOf(hash)
  if (end < 0 && buffer.length < maxTextBytes) return { consumed: 0 }
  // A frame that lost its end runs into the next one, which is whole.
  const start = lastHead(buffer, end < 0 ? maxTextBytes : end)
  if (end < 0) return { consumed: start === 0 ? 1 : start }
  return { frame: buffer.subarray(start, end + 1), consumed: rubbishEnd(buffer, end + 1) }
}

function lastHead(bytes: Uint8Array, end: number): number {
  let at = Math.max(0, end - 5)
  while (at > 0 && !isHead(bytes, at)) at--
  return at
}

/** `*`, two letters, a comma. */
function isHead(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === star && bytes[at + 3] === 0x2c && isLetter(bytes[at + 1]!) && isLetter(bytes[at + 2]!)
}

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

function cutBinary(buffer: Uint8Array): Cut {
  if (buffer.length < shortBytes) return { consumed: 0 }
  if (!isDecimal(buffer, 1, 16)) return { consumed: 1 }
  const size = sizeOf(buffer)
  if (buffer.length < size) return { consumed: 0 }
  return { frame: buffer.subarray(0, size), consumed: rubbishEnd(buffer, size) }
}

/**
 * A binary frame does not contain its length. A short id has an hour where one of fifteen digits has its own. The short
 * form ends in the user alarm flag FF, zero and a serial; in the long form the signal is there, which is 31 at
 * most, and no start mark follows.
 */
function sizeOf(bytes: Uint8Array): number {
  if (bytes[0] === keepAlive) return shortBytes
  if (bytes[6]! > 0x23 && bytes[9]! <= 0x23) return longIdBytes
  const isEnd = bytes[29] === 0xff && bytes[30] === 0 && (bytes[31] === 0 || bytes[31]! > 31)
  const isNext = bytes.length > shortBytes && (isMark(bytes[shortBytes]!) || bytes[shortBytes] === 0x0d)
  return isEnd || isNext ? shortBytes : longBytes
}

/** Line ends and what some firmware leaves after a frame go with it. */
function rubbishEnd(buffer: Uint8Array, at: number): number {
  let end = at
  while (end < buffer.length && !isMark(buffer[end]!)) end++
  return end
}
