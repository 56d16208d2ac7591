/** Cutting frames out of a stream, by their length. Source: as `envelope.ts`. */
import type { Cut } from '../protocol.ts'
import { lengthOf, mayBegin } from './envelope.ts'

export function cut(buffer: Uint8Array): Cut {
  if (buffer.length === 0) return { consumed: 0 }
  if (!mayBegin(buffer)) {
    const next = buffer.findIndex((byte, at) => at > 0 && mayBegin(Uint8Array.of(byte)))
    return { consumed: next < 0 ? buffer.length : next }
  }
  if (buffer.length < 5 || buffer.length < lengthOf(buffer)) return { consumed: 0 }
  return { frame: buffer.subarray(0, lengthOf(buffer)), consumed: lengthOf(buffer) }
}
