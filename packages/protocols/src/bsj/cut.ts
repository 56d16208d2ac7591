/** Cutting BSJ frames out of a stream, by their length. Source: as `envelope.ts`. */
import { jt808 } from '../jt808/jt808.ts'
import type { Cut } from '../protocol.ts'
import { gatorMark, headBytes, lengthOf, mayBegin, ownMark, standardMark } from './envelope.ts'
import type { BsjSession } from './session.ts'

export function cut(buffer: Uint8Array, session: BsjSession): Cut {
  if (buffer.length === 0) return { consumed: 0 }
  if (session.form === 'standard' || (session.form === 'open' && buffer[0] === standardMark)) {
    const found = jt808.frame(buffer, session.standard)
    if (found.frame) session.form = 'standard'
    return found
  }
  if (!mayBegin(buffer)) return { consumed: nextMark(buffer, session.form) }
  if (buffer.length < headBytes) return { consumed: 0 }
  const size = lengthOf(buffer) + headBytes
  if (buffer.length < size) return { consumed: 0 }
  // A length that does not lead to the stop byte is wrong: the next frame may begin within it.
  if (buffer[size - 1] !== 0x0d) return { consumed: nextMark(buffer, session.form) }
  session.form = 'own'
  return { frame: buffer.subarray(0, size), consumed: size }
}

function nextMark(buffer: Uint8Array, form: BsjSession['form']): number {
  const next = buffer.findIndex(
    (byte, at) =>
      at > 0 && (byte === ownMark || byte === gatorMark || (byte === standardMark && form === 'open')),
  )
  return next < 0 ? buffer.length : next
}
