/**
 * The envelope: flags, escapes, header, checksum. Source: JT/T 808-2013 and -2019, 4.4 "message
 * composition"; the E7 framing is that of long-lived T500/T600 devices.
 */

import type { Problem } from '../protocol.ts'
import { xor } from '../wire/checksums.ts'

/** One way to set frames into a stream. */
export interface Framing {
  flag: number
  idBytes: 6 | 7
  /** What stands for a pair of escape byte and code, or -1 where the pair is none. */
  plainOf(mark: number, code: number): number
  /** By byte: the pair that stands for it. */
  escapes: readonly (readonly [number, number] | undefined)[]
  isEscape(byte: number): boolean
}

function escapeTable(...pairs: [byte: number, mark: number, code: number][]): Framing['escapes'] {
  const table: (readonly [number, number] | undefined)[] = new Array(256).fill(undefined)
  for (const [byte, mark, code] of pairs) table[byte] = [mark, code]
  return table
}

export const standardFraming: Framing = {
  flag: 0x7e,
  idBytes: 6,
  plainOf: (_, code) => (code === 1 ? 0x7d : code === 2 ? 0x7e : -1),
  escapes: escapeTable([0x7d, 0x7d, 1], [0x7e, 0x7d, 2]),
  isEscape: (byte) => byte === 0x7d,
}

export const sisterFraming: Framing = {
  flag: 0xe7,
  idBytes: 7,
  plainOf: (mark, code) => (code === 1 ? mark : code === 2 ? (mark === 0xe6 ? 0xe7 : 0x3d) : -1),
  escapes: escapeTable([0xe6, 0xe6, 1], [0xe7, 0xe6, 2], [0x3e, 0x3e, 1], [0x3d, 0x3e, 2]),
  isEscape: (byte) => byte === 0xe6 || byte === 0x3e,
}

export const framingOf = (frame: Uint8Array): Framing =>
  frame[0] === sisterFraming.flag ? sisterFraming : standardFraming

/** What a reply repeats of the frame it answers: the layout and the very bytes of the id. */
export interface Layout {
  framing: Framing
  is2019: boolean
  /** The protocol version byte of the 2019 layout. */
  version: number
  rawId: Uint8Array
}

export interface Header extends Layout {
  id: number
  attributes: number
  bodyLength: number
  serial: number
  parts: { total: number; number: number } | null
  bodyStart: number
  /** Jointech's 5501, 5502 and 4401 count in one byte, and use the attribute bits in their own way. */
  hasShortSerial: boolean
}

const isPartedBit = 0x2000
const is2019Bit = 0x4000
export const encryptionBits = 0x1c00
export const answerRequestedBit = 0x8000

const hasShortSerial = (id: number): boolean => id === 0x5501 || id === 0x5502 || id === 0x4401

/** Where the body begins, from the first four bytes of the content. */
export function bodyStartOf(id: number, attributes: number, framing: Framing): number {
  if (hasShortSerial(id)) return 5 + framing.idBytes
  const base = attributes & is2019Bit && framing.idBytes === 6 ? 17 : 6 + framing.idBytes
  return base + (attributes & isPartedBit ? 4 : 0)
}

/** What header, body and checksum should be long, from the first four bytes of the content. */
export function contentLengthOf(content: Uint8Array, framing: Framing, at = 0): number {
  const id = (content[at]! << 8) | content[at + 1]!
  const attributes = (content[at + 2]! << 8) | content[at + 3]!
  return bodyStartOf(id, attributes, framing) + (attributes & 0x3ff) + 1
}

/**
 * Header, body and checksum of a frame, unescaped. A frame without escapes is not copied.
 * Null: an escape byte is followed by neither code.
 */
export function unescaped(frame: Uint8Array, framing: Framing): Uint8Array | null {
  const end = frame.length - 1
  let at = 1
  while (at < end && !framing.isEscape(frame[at]!)) at++
  if (at === end) return frame.subarray(1, end)

  const out = new Uint8Array(end - 1)
  out.set(frame.subarray(1, at))
  let length = at - 1
  for (; at < end; at++) {
    const byte = frame[at]!
    if (!framing.isEscape(byte)) out[length++] = byte
    else if (at + 1 < end) {
      const plain = framing.plainOf(byte, frame[++at]!)
      if (plain < 0) return null
      out[length++] = plain
    } else {
      // Clones send the checksum as it is. An escape byte at the very end can only be one.
      if (framing !== standardFraming || xor(out, 0, length) !== byte) return null
      out[length++] = byte
    }
  }
  return out.subarray(0, length)
}

/** The content of a frame; of one that was never escaped, if only so its checksum and length are right. */
export function contentOf(frame: Uint8Array, framing: Framing): Uint8Array | null {
  const content = unescaped(frame, framing)
  if (content !== null && content.length === frame.length - 2) return content
  const raw = frame.subarray(1, frame.length - 1)
  const isRight =
    content !== null && xor(content) === 0 && contentLengthOf(content, framing) === content.length
  if (isRight || raw.length < 4 || xor(raw) !== 0 || contentLengthOf(raw, framing) !== raw.length)
    return content
  return raw
}

/** For each byte of the content, where it began in the frame; one more for the end. */
export function receivedOffsets(frame: Uint8Array, framing: Framing, contentBytes: number): number[] {
  // Nothing was escaped, whatever the bytes look like.
  if (contentBytes === frame.length - 2) return Array.from({ length: contentBytes + 1 }, (_, at) => at + 1)
  const offsets: number[] = []
  const end = frame.length - 1
  for (let at = 1; at < end; at++) {
    offsets.push(at)
    if (framing.isEscape(frame[at]!) && at + 1 < end) at++
  }
  offsets.push(end)
  return offsets
}

/** The header of a content of any length, or why there is none. */
export function readHeader(content: Uint8Array, framing: Framing): Header | Problem {
  if (content.length < 5) return 'short'
  const id = (content[0]! << 8) | content[1]!
  const attributes = (content[2]! << 8) | content[3]!
  const bodyStart = bodyStartOf(id, attributes, framing)
  if (content.length < bodyStart + 1) return 'short'
  const short = hasShortSerial(id)
  const is2019 = !short && framing.idBytes === 6 && (attributes & is2019Bit) !== 0
  const isParted = !short && (attributes & isPartedBit) !== 0
  const idAt = is2019 ? 5 : 4
  const serialAt = idAt + (is2019 ? 10 : framing.idBytes)
  return {
    framing,
    is2019,
    version: is2019 ? content[4]! : 0,
    rawId: content.subarray(idAt, serialAt),
    id,
    attributes,
    bodyLength: attributes & 0x3ff,
    serial: short ? content[serialAt]! : (content[serialAt]! << 8) | content[serialAt + 1]!,
    parts: isParted
      ? {
          total: (content[serialAt + 2]! << 8) | content[serialAt + 3]!,
          number: (content[serialAt + 4]! << 8) | content[serialAt + 5]!,
        }
      : null,
    bodyStart,
    hasShortSerial: short,
  }
}

/** Largest content: header of 2019 with part fields, body, checksum. */
const maxContent = 21 + 1023 + 1
const scratch = new Uint8Array(maxContent)

/**
 * One frame, ready to send. `part` numbers it as one of several.
 * @throws {RangeError} for a body above 1023 bytes, which has to go in parts
 */
export function buildFrame(
  layout: Layout,
  id: number,
  serial: number,
  body: ArrayLike<number>,
  part?: { total: number; number: number },
): Uint8Array {
  if (body.length > 0x3ff) throw new RangeError('a body above 1023 bytes goes in parts')
  const { framing, is2019, version, rawId } = layout
  const attributes = body.length | (is2019 ? is2019Bit : 0) | (part ? isPartedBit : 0)
  let length = put16(put16(0, id), attributes)
  if (is2019) scratch[length++] = version
  // These are a few bytes; a loop is faster than a copy between typed arrays.
  for (let i = 0; i < rawId.length; i++) scratch[length++] = rawId[i]!
  if (hasShortSerial(id)) scratch[length++] = serial
  else length = put16(length, serial)
  if (part) length = put16(put16(length, part.total), part.number)
  for (let i = 0; i < body.length; i++) scratch[length++] = body[i]!
  scratch[length] = xor(scratch, 0, length)
  return escaped(scratch, framing, length + 1)
}

function put16(at: number, value: number): number {
  scratch[at] = value >> 8
  scratch[at + 1] = value
  return at + 2
}

/** Escapes the first `length` bytes of a content and sets the flags around them. */
export function escaped(content: Uint8Array, framing: Framing, length = content.length): Uint8Array {
  let extra = 0
  for (let i = 0; i < length; i++) if (framing.escapes[content[i]!] !== undefined) extra++
  const out = new Uint8Array(length + extra + 2)
  out[0] = framing.flag
  out[out.length - 1] = framing.flag
  let at = 1
  for (let i = 0; i < length; i++) {
    const byte = content[i]!
    const pair = framing.escapes[byte]
    if (pair === undefined) out[at++] = byte
    else {
      out[at++] = pair[0]
      out[at++] = pair[1]
    }
  }
  return out
}
