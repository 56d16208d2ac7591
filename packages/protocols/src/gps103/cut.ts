/**
 * Cutting GPS103 records out of a stream: text up to `;`, a line end, or `,*`.
 * Source: Coban GPS103 document, "data format"; public frames.
 */
import type { Cut } from '../protocol.ts'

/** A block of a picture in hex is the longest record. */
const maxRecordBytes = 4_096
const star = 0x2a
const comma = 0x2c
const ends = new Set([0x3b, 0x0d, 0x0a])

export function cut(buffer: Uint8Array): Cut {
  let start = 0
  while (start < buffer.length && !isStart(buffer[start]!)) start++
  if (start > 0) return { consumed: start }
  let end = 0
  while (end < buffer.length && end < maxRecordBytes && !isEnd(buffer, end)) end++
  if (end === maxRecordBytes) return { consumed: maxRecordBytes }
  if (end === buffer.length) return { consumed: 0 }
  const frame = buffer.subarray(firstOf(buffer.subarray(0, end)), end + 1)
  let after = end + 1
  while (after < buffer.length && !isStart(buffer[after]!)) after++
  return { frame, consumed: after }
}

/** `##,imei:`, `imei:` or the digits of a heartbeat. */
const isStart = (byte: number): boolean => byte === 0x23 || byte === 0x69 || (byte >= 0x30 && byte <= 0x39)

const isEnd = (bytes: Uint8Array, at: number): boolean =>
  ends.has(bytes[at]!) || (bytes[at] === star && bytes[at - 1] === comma)

/** Where the last record in these bytes begins: one that lost its end runs into the next. */
function firstOf(bytes: Uint8Array): number {
  const text = String.fromCharCode(...bytes)
  const at = text.lastIndexOf('imei:')
  if (at < 0) return Math.max(0, text.search(/\d{15}$/))
  if (text.startsWith('##,', at - 3)) return at - 3
  return /\d{15}$/.test(text.slice(Math.max(0, at - 15), at)) ? at - 15 : at
}
