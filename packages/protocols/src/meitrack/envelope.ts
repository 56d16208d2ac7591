/**
 * Frames of Meitrack: `$$`, an id, the length from the first comma on, IMEI, command, data, `*` and the sum.
 * Source: Meitrack GPRS protocol (MT90, MVT, T1, T3, T333), "Data structure".
 */
import type { Cut } from '../protocol.ts'
import { sum8 } from '../wire/checksums.ts'

const dollar = 0x24
const star = 0x2a
const maxFrameBytes = 4_096
/** `*`, the sum in two hex digits; the line end follows. */
const tailBytes = 3

export interface Envelope {
  /** Of the frame; a reply has that of its command. */
  id: string
  imei: string
  /** Of the command: the kind of message. */
  type: string
  hasComma: boolean
  /** After the command and its comma, up to the `*`. */
  start: number
  end: number
  isSumRight: boolean
}

const head = /^\$\$([A-z])(\d{2,4}),(\w{10,17}),(\w{3})(,?)/
/** Their data is no text: a star may occur anywhere. */
const isBinary = (type: string): boolean => type === 'CCC' || type === 'CCE' || type === 'D00'

const headOf = (bytes: Uint8Array) =>
  isDigit(bytes[3]) ? head.exec(String.fromCharCode(...bytes.subarray(0, 40))) : null

const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39

const isHex = (byte: number | undefined): boolean => /^[0-9A-Fa-f]$/.test(String.fromCharCode(byte ?? 0))

export function cut(buffer: Uint8Array): Cut {
  let first = buffer.indexOf(dollar)
  while (first >= 0 && first + 1 < buffer.length && buffer[first + 1] !== dollar)
    first = buffer.indexOf(dollar, first + 1)
  if (first !== 0) return { consumed: first < 0 ? buffer.length : first }
  const found = headOf(buffer)
  if (found === null) return { consumed: buffer.length < 40 ? 0 : 1 }
  const [all, , length, , type] = found
  if (isBinary(type!)) {
    const end = all.indexOf(',') + Number(length) - 2
    if (end > maxFrameBytes) return { consumed: 2 }
    if (buffer.length < end) return { consumed: 0 }
    if (buffer[end - tailBytes] !== star) return { consumed: 2 }
    return { frame: buffer.subarray(0, end), consumed: lineEnd(buffer, end) }
  }
  // Firmware counts wrong, and a frame that lost its end runs into the next one: a text ends at its star.
  for (let at = all.length; at + 2 < Math.min(buffer.length, maxFrameBytes); at++) {
    if (buffer[at] === dollar && buffer[at + 1] === dollar) return { consumed: at }
    if (buffer[at] !== star || !isHex(buffer[at + 1]) || !isHex(buffer[at + 2])) continue
    return { frame: buffer.subarray(0, at + tailBytes), consumed: lineEnd(buffer, at + tailBytes) }
  }
  return { consumed: buffer.length < maxFrameBytes ? 0 : 2 }
}

function lineEnd(buffer: Uint8Array, at: number): number {
  let end = at
  while (buffer[end] === 0x0d || buffer[end] === 0x0a) end++
  return end
}

export function openEnvelope(frame: Uint8Array): Envelope | null {
  const found = headOf(frame)
  let end = frame.length - tailBytes
  // In a datagram the line end comes with it.
  while (end > 0 && (frame[end + 2] === 0x0d || frame[end + 2] === 0x0a)) end--
  if (found === null || frame[end] !== star || end < found[0].length) return null
  const [all, id, , imei, type, comma] = found
  const checksum = Number.parseInt(String.fromCharCode(...frame.subarray(end + 1, end + tailBytes)), 16)
  return {
    id: id!,
    imei: imei!,
    type: type!,
    hasComma: comma === ',',
    start: all.length,
    end,
    isSumRight: sum8(frame, 0, end + 1) === checksum,
  }
}

/** @param mark `$$` from a device, `@@` to it @param content ASCII: command and data */
export function seal(mark: '$$' | '@@', id: string, imei: string, content: string): Uint8Array {
  const line = `,${imei},${content}*`
  const text = `${mark}${id}${line.length + 4}${line}`
  const bytes = new TextEncoder().encode(text)
  const sum = sum8(bytes).toString(16).toUpperCase().padStart(2, '0')
  return new TextEncoder().encode(`${text}${sum}\r\n`)
}
