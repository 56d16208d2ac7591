/**
 * Topflytech: vehicle trackers (T8803, T8806, T8808, TLW, TLP), OBD (TLD), assets (SolarX, KnightX) and push-to-talk,
 * told apart by the mark their frames begin with.
 * Source: maker's codec and its manual; T880x protocol V5.6.
 */
import type { Cut, Field, Protocol } from '../protocol.ts'
import { hexOfByte, toHex } from '../wire/bytes.ts'
import { keepProfile } from '../wire/profile.ts'
import { filled, Trace } from '../wire/trace.ts'
import { encodeCommand } from './command.ts'
import { decode, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { detect, headBytes, lengthOf, mayBegin, serialOf } from './envelope.ts'
import { newSession, type TopflytechSession } from './session.ts'

export const topflytech = {
  name: 'topflytech',
  transports: ['tcp', 'udp'],
  defaultPort: 5094,
  detect,
  newSession,
  applyProfile: keepProfile,
  frame: cut,
  decode,
  describe,
  encode: encodeReport,
  encodeCommand,
} satisfies Protocol<TopflytechSession>

/** Cuts frames out of a stream by their length. */
function cut(buffer: Uint8Array): Cut {
  if (buffer.length === 0) return { consumed: 0 }
  if (!mayBegin(buffer)) {
    const next = buffer.findIndex((byte, at) => at > 0 && mayBegin(Uint8Array.of(byte)))
    return { consumed: next < 0 ? buffer.length : next }
  }
  if (buffer.length < 5 || buffer.length < lengthOf(buffer)) return { consumed: 0 }
  return { frame: buffer.subarray(0, lengthOf(buffer)), consumed: lengthOf(buffer) }
}

/** Every field of a frame with its place, by the decoder's own tables. */
function describe(frame: Uint8Array, session: TopflytechSession): Field[] {
  const trace = new Trace()
  if (frame.length >= headBytes) {
    const type = frame[2]!
    trace.add(0, 2, 'start', toHex(frame.subarray(0, 2)))
    trace.add(2, 1, 'type', `${hexOfByte[type]} ${rowOf(frame[0]!, type)?.name ?? 'unknown'}`)
    trace.add(3, 2, 'length', lengthOf(frame))
    trace.add(5, 2, 'serial', serialOf(frame))
    trace.add(7, 8, 'terminal id', toHex(frame.subarray(7, headBytes)).replace(/^0/, ''))
    decode(frame, { ...session }, Number.MAX_SAFE_INTEGER / 2, trace)
  }
  return filled(frame, trace.fields)
}
