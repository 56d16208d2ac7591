/**
 * Cutting TK103 sentences out of a stream: brackets, inside which free text is enclosed by two `$`.
 * Source: KX402/TK103 V1.5, "frame format"; public frames of the family.
 */
import type { Cut } from '../protocol.ts'

const open = 0x28
const close = 0x29
const dollar = 0x24
const maxSentenceBytes = 1_024

export function cut(buffer: Uint8Array): Cut {
  const first = buffer.indexOf(open)
  if (first !== 0) return { consumed: first < 0 ? buffer.length : first }
  let start = 0
  let isText = false
  for (let at = 1; at < Math.min(buffer.length, maxSentenceBytes); at++) {
    const byte = buffer[at]
    if (byte === dollar) isText = !isText
    else if (isText) continue
    // A sentence that lost its end runs into the next one.
    else if (byte === open) start = at
    else if (byte === close)
      return { frame: buffer.subarray(start, at + 1), consumed: lineEnd(buffer, at + 1) }
  }
  return { consumed: buffer.length < maxSentenceBytes ? 0 : Math.max(1, start) }
}

function lineEnd(buffer: Uint8Array, at: number): number {
  let end = at
  while (buffer[end] === 0x0d || buffer[end] === 0x0a) end++
  return end
}
