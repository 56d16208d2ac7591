/**
 * The cutter. Every decision hangs on the bytes in their order and on nothing else, so the same stream
 * gives the same frames wherever TCP cuts it; what cannot be decided yet waits for more bytes.
 *
 * Frames that may be wrong (checksum, length) are cut too: the decoder reports what is wrong with them.
 * Source: JT/T 808-2013 and -2019, 4.4.1 and 4.4.2; public frames of clones, of E7 devices and of Jointech locks.
 */

import type { Cut } from '../protocol.ts'
import { xor } from '../wire/checksums.ts'
import { contentLengthOf, type Framing, sisterFraming, standardFraming, unescaped } from './envelope.ts'
import { uplink } from './messages/uplink.ts'
import type { CutterState, Jt808Session } from './session.ts'

/** Twice (21 header + 1023 body + 1 checksum), for escapes, and two flags. */
export const maxFrameBytes = 2092
/** A sentence in brackets, with brackets. */
const maxSentenceBytes = 512
/** Without one frame of the right length in between, a stream of this length is something else. */
const maxIdleBytes = 65_536
/** Header and checksum of the smallest frames. */
const minContent = 13
const minContent2019 = 18

const openBracket = 0x28

export function cut(buffer: Uint8Array, session: Jt808Session): Cut {
  const state = session.cutter
  let at = 0
  while (at < buffer.length) {
    const found = frameAt(buffer, at, state)
    if (found === 'more') break
    if (typeof found === 'number') at = found
    else {
      if (state.idleBytes + at > maxIdleBytes) break
      state.idleBytes = found.isPlausible ? 0 : state.idleBytes + found.next
      return { frame: found.frame, consumed: found.next }
    }
  }
  state.idleBytes += at
  return state.idleBytes > maxIdleBytes ? { consumed: at, fatal: true } : { consumed: at }
}

interface Found {
  frame: Uint8Array
  next: number
  /** Its length is right, so it is hardly rubbish. */
  isPlausible: boolean
}

/** The frame that begins here, or where to look next, or `more` while that cannot be decided. */
function frameAt(buffer: Uint8Array, at: number, state: CutterState): Found | number | 'more' {
  const framing = state.framing === 'sister' ? sisterFraming : standardFraming
  const byte = buffer[at]!
  if (byte === framing.flag) return flaggedFrame(buffer, at, framing, state)
  if (byte === openBracket) {
    const end = sentenceEnd(buffer, at)
    if (end === 'more') return 'more'
    if (end !== 'no') return { frame: buffer.subarray(at, end + 1), next: end + 1, isPlausible: true }
  } else if (state.isFlagShared) {
    const end = wholeEnd(buffer, at, framing)
    if (end === 'more') return 'more'
    if (end !== 'no') {
      const frame = withFlag(buffer.subarray(at, end + 1), framing.flag)
      return { frame, next: end + 1, isPlausible: true }
    }
  } else if (state.framing === 'open' && byte === sisterFraming.flag) {
    const end = wholeEnd(buffer, at + 1, sisterFraming)
    if (end === 'more') return 'more'
    if (end !== 'no') {
      state.framing = 'sister'
      state.isFlagShared = true
      return { frame: buffer.subarray(at, end + 1), next: end + 1, isPlausible: true }
    }
  }
  state.isFlagShared = false
  return nextStart(buffer, at + 1, state.framing)
}

/** From a flag to the next. */
function flaggedFrame(
  buffer: Uint8Array,
  open: number,
  framing: Framing,
  state: CutterState,
): Found | number | 'more' {
  state.isFlagShared = false
  // The end of one frame and the start of the next, or a stray flag.
  if (buffer[open + 1] === framing.flag) return open + 1
  let close = buffer.subarray(open + 1, open + maxFrameBytes).indexOf(framing.flag) + open + 1
  if (close === open) return buffer.length - open >= maxFrameBytes ? open + 1 : 'more'

  const expected = expectedLength(buffer, open + 1, framing)
  if (framing === standardFraming && lacksBareChecksum(buffer, open, close, expected)) {
    if (close + 1 >= buffer.length) return 'more'
    if (buffer[close + 1] === framing.flag) close++
  }
  const received = close - open - 1
  if (framing === standardFraming && received < expected && buffer[close + 1] !== framing.flag) {
    const end = rawEnd(buffer, open, close, expected)
    if (end === 'more') return 'more'
    if (end !== 'no') {
      state.isFlagShared = true
      return { frame: buffer.subarray(open, end + 1), next: end + 1, isPlausible: true }
    }
  }
  state.isFlagShared = true
  const is2019 = framing === standardFraming && (buffer[open + 3]! & 0x40) !== 0 && buffer[open + 1] !== 0x55
  // Shorter than any header is no error, only leftovers between flags.
  if (received < (is2019 ? minContent2019 : minContent)) return close + 1
  const isPlausible = received >= expected && received <= expected * 2
  if (isPlausible && state.framing === 'open') state.framing = 'standard'
  return { frame: buffer.subarray(open, close + 1), next: close + 1, isPlausible }
}

function nextStart(buffer: Uint8Array, from: number, framing: 'open' | 'standard' | 'sister'): number {
  for (let at = from; at < buffer.length; at++) {
    const byte = buffer[at]!
    if (byte === openBracket || byte === (framing === 'sister' ? 0xe7 : 0x7e)) return at
    if (framing === 'open' && byte === 0xe7) return at
  }
  return buffer.length
}

/**
 * The closing flag of a frame that was never escaped, as home-made firmware and captures have it: it is
 * where the header's length puts it, and the checksum over everything between, flags too, is right.
 * A frame that was cut off is recognized by the whole frame that follows.
 */
function rawEnd(buffer: Uint8Array, open: number, close: number, expected: number): number | 'no' | 'more' {
  const id = (head[0]! << 8) | head[1]!
  if (!(id in uplink) || head[2]! & (unlikelyBits >> 8)) return 'no'
  // A piece with a right checksum is a frame of its own, only its length is wrong.
  const piece = unescaped(buffer.subarray(open, close + 1), standardFraming)
  if (piece !== null && xor(piece) === 0) return 'no'
  if (close + 1 >= buffer.length) return 'more'
  const following = wholeEnd(buffer, close + 1, standardFraming)
  if (following !== 'no') return following === 'more' ? 'more' : 'no'
  const end = open + 1 + expected
  if (end >= buffer.length) return 'more'
  return buffer[end] === standardFraming.flag && xor(buffer.subarray(open + 1, end)) === 0 ? end : 'no'
}

/** Clones send a checksum of 7E as it is. Then this piece lacks one byte, and its XOR gives it. */
function lacksBareChecksum(buffer: Uint8Array, open: number, close: number, expected: number): boolean {
  const received = close - open - 1
  const content = buffer.subarray(open + 1, close)
  if (received < expected - 1 || (received === expected && content.indexOf(0x7d) < 0)) return false
  let length = 0
  let sum = 0
  for (let at = 0; at < content.length; at++, length++) {
    let byte = content[at]!
    if (byte === 0x7d) {
      byte = standardFraming.plainOf(byte, content[++at] ?? 0)
      if (byte < 0) return false
    }
    sum ^= byte
  }
  return sum === 0x7e && length === expected - 1
}

/** What the content should be long, by its first four bytes, which may be escaped. */
function expectedLength(buffer: Uint8Array, from: number, framing: Framing): number {
  let at = from
  for (let i = 0; i < 4; i++) {
    const byte = buffer[at++] ?? 0
    head[i] = framing.isEscape(byte) ? framing.plainOf(byte, buffer[at++] ?? 0) : byte
  }
  return contentLengthOf(head, framing)
}

const head = new Uint8Array(4)

/** Reserved and encryption bits, which no plain frame has set. */
const unlikelyBits = 0x9c00
/** Messages by which the sister framing is recognised. */
const openingIds = new Set([0x0002, 0x0003, 0x0100, 0x0102, 0x0107, 0x0200, 0x0201, 0x0704, 0x0900])

function isLikelyHead(framing: Framing): boolean {
  const id = (head[0]! << 8) | head[1]!
  if (framing === sisterFraming && !openingIds.has(id)) return false
  return head[0] === 0x55 || (isUplinkByte(head[0]!) && ((head[2]! << 8) & unlikelyBits) === 0)
}

/** The first byte of the messages that devices send. */
export const isUplinkByte = (byte: number): boolean =>
  byte <= 0x13 ||
  byte === 0x20 ||
  byte === 0x40 ||
  byte === 0x55 ||
  byte === 0x60 ||
  byte === 0x88 ||
  (byte >= 0xe0 && byte <= 0xef)

/**
 * The closing flag of a frame that begins at `at` without an opening flag of its own: only a frame that
 * is right in every byte counts. Given up at the first byte that cannot belong to one.
 */
function wholeEnd(buffer: Uint8Array, at: number, framing: Framing): number | 'no' | 'more' {
  let expected = 0
  let length = 0
  let sum = 0
  for (let i = at; i < buffer.length; i++) {
    let byte = buffer[i]!
    if (byte === framing.flag) return length === expected && length > 0 && sum === 0 ? i : 'no'
    if (framing.isEscape(byte)) {
      if (i + 1 >= buffer.length) return 'more'
      const plain = framing.plainOf(byte, buffer[i + 1]!)
      if (plain >= 0) {
        byte = plain
        i++
      } else if (buffer[i + 1] !== framing.flag || framing !== standardFraming) return 'no'
    }
    if (length < 4) head[length] = byte
    sum ^= byte
    length++
    if (length === 4) {
      if (!isLikelyHead(framing)) return 'no'
      expected = contentLengthOf(head, framing)
    }
    if (length > 4 && length > expected) return 'no'
  }
  return 'more'
}

/** A shared flag was used up by the frame before; every frame is handed on with both of its flags. */
function withFlag(rest: Uint8Array, flag: number): Uint8Array {
  const frame = new Uint8Array(rest.length + 1)
  frame[0] = flag
  frame.set(rest, 1)
  return frame
}

/** `(`, 10 to 15 digits, a comma, printable text, `)`. */
function sentenceEnd(buffer: Uint8Array, at: number): number | 'no' | 'more' {
  let digits = 0
  while (digits < 16 && isDigit(buffer[at + 1 + digits])) digits++
  const comma = at + 1 + digits
  if (comma >= buffer.length) return digits > 15 ? 'no' : 'more'
  if (digits < 10 || digits > 15 || buffer[comma] !== 0x2c) return 'no'
  for (let i = comma + 1; i < buffer.length && i - at < maxSentenceBytes; i++) {
    const byte = buffer[i]!
    if (byte === 0x29) return i
    if (byte < 0x20 || byte > 0x7d) return 'no'
  }
  return buffer.length - at >= maxSentenceBytes ? 'no' : 'more'
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
