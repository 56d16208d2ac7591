/**
 * Topflytech: vehicle trackers (T8803, T8806, T8808, TLW, TLP), OBD (TLD), assets (SolarX, KnightX) and push-to-talk,
 * distinguished by the mark their frames begin with.
 * Source: maker's codec and its manual; T880x protocol V5.6.
 */
import type { Cut } from '../protocol.ts'
import { defineProtocol } from '../wire/define-protocol.ts'
import { encodeCommand } from './command.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { detect, lengthOf, mayBegin } from './envelope.ts'
import { newSession } from './session.ts'

export const topflytech = defineProtocol({
  name: 'topflytech',
  defaultPort: 5094,
  detect,
  newSession,
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
})

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
