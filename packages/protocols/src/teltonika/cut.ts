/**
 * Cutting Teltonika frames out of a stream, by their lengths. Every decision depends on the bytes from the start on,
 * never on how many have arrived. Source: as `envelope.ts`.
 */
import type { Cut } from '../protocol.ts'
import { crcBytes, headBytes, ping, shapeOf, u16At, u32At } from './envelope.ts'

export function cut(buffer: Uint8Array): Cut {
  if (buffer.length === 0) return { consumed: 0 }
  switch (shapeOf(buffer)) {
    case 'ping':
      return upTo(buffer, 1)
    case 'greeting':
      return upTo(buffer, 2 + buffer[1]!)
    case 'datagram':
      return upTo(buffer, 2 + u16At(buffer, 0))
    case 'packet': {
      const length = u32At(buffer, 4)
      // What follows a length of 0 cannot be distinguished from rubbish.
      return upTo(buffer, length === 0 ? headBytes : headBytes + length + crcBytes)
    }
    case 'more':
      return { consumed: 0 }
    case null:
      return { consumed: nextStart(buffer) }
  }
}

const upTo = (buffer: Uint8Array, size: number): Cut =>
  buffer.length < size ? { consumed: 0 } : { frame: buffer.subarray(0, size), consumed: size }

/** Greetings and packets begin with a zero. */
function nextStart(buffer: Uint8Array): number {
  const next = buffer.findIndex((byte, at) => at > 0 && (byte === 0 || byte === ping))
  return next < 0 ? buffer.length : next
}
