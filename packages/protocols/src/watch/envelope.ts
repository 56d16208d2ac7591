/**
 * Frames of watches: `[maker*id*length*content]`, with an index before the length where the maker has one.
 * Source: 4P-Touch "Beesure / SeTracker" server protocol; public frames for wrong lengths and the index.
 */
import type { Cut } from '../protocol.ts'

const open = 0x5b
const close = 0x5d
const star = 0x2a
/** Voice and pictures; a frame has its length in four hex digits. */
export const maxFrameBytes = 65_000
const longestHead = 40

const head =
  /^\[([!-~]{2})\*([0-9A-Za-z]{3,20})\*(?:([0-9A-Fa-f]{4})\*(?=[0-9A-Fa-f]{4}\*))?([0-9A-Fa-f]{4})\*/

export interface Envelope {
  maker: string
  terminalId: string
  index: string | undefined
  /** Where the content begins, and one past its end by the length. */
  start: number
  end: number
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

export function openEnvelope(bytes: Uint8Array): Envelope | null {
  if (bytes[3] !== star) return null
  const found = head.exec(latin1(bytes.subarray(0, longestHead)))
  if (found === null) return null
  const [all, maker, terminalId, index, length] = found
  const start = all.length
  return { maker: maker!, terminalId: terminalId!, index, start, end: start + Number.parseInt(length!, 16) }
}

export function cut(buffer: Uint8Array): Cut {
  const first = buffer.indexOf(open)
  if (first !== 0) return { consumed: first < 0 ? buffer.length : first }
  const envelope = openEnvelope(buffer)
  if (envelope === null) return { consumed: buffer.length < longestHead ? 0 : 1 }
  let depth = 1
  let next = 0
  for (let at = envelope.start; at < Math.min(buffer.length, maxFrameBytes); at++) {
    if (buffer[at] === open) {
      depth++
      if (openEnvelope(buffer.subarray(at, at + longestHead)) !== null) next = at
    }
    if (buffer[at] !== close) continue
    depth--
    // A frame that lost its end runs into the next one; one whose length is too great ends before it.
    if (next > 0)
      return { ...(buffer[next - 1] === close && { frame: buffer.subarray(0, next) }), consumed: next }
    const isEnd =
      at === envelope.end ||
      (depth <= 0 && (at > envelope.end || endsHere(buffer.subarray(envelope.start, at))))
    if (isEnd) return { frame: buffer.subarray(0, at + 1), consumed: at + 1 }
  }
  return { consumed: buffer.length < maxFrameBytes ? 0 : Math.max(1, next) }
}

/** Contents with names of access points, voice and pictures. */
const mayHoldBracket = /^(?:UD|WT|AL|PP|TK|JXTK|img)/i

/** Does a content end before its length? The last field is a number where a name may hold a bracket. */
function endsHere(content: Uint8Array): boolean {
  if (!mayHoldBracket.test(latin1(content.subarray(0, 4)))) return true
  const text = latin1(content.subarray(-24))
  const comma = text.lastIndexOf(',')
  return comma < 0 ? content.length < 24 : /^ ?-?[\d.]*$/.test(text.slice(comma + 1))
}

/** @param content ASCII */
export function seal(
  maker: string,
  terminalId: string,
  index: string | undefined,
  content: string,
): Uint8Array {
  const length = content.length.toString(16).toUpperCase().padStart(4, '0')
  const fields = [maker, terminalId, ...(index === undefined ? [] : [index]), length, content]
  return new TextEncoder().encode(`[${fields.join('*')}]`)
}

const escapes: Readonly<Record<number, number>> = { 1: 0x7d, 2: 0x5b, 3: 0x5d, 4: 0x2c, 5: 0x2a }

/** Of voice and pictures: five bytes travel as two. */
export function unescaped(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const plain = bytes[at] === 0x7d ? escapes[bytes[at + 1] ?? 0] : undefined
    out.push(plain ?? bytes[at]!)
    if (plain !== undefined) at++
  }
  return Uint8Array.from(out)
}
