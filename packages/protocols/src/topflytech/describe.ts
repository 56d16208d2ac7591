/** Every field of a Topflytech frame with its place, by the decoder's own tables. Source: as `envelope.ts`. */
import type { Field } from '../protocol.ts'
import { hexOfByte, toHex } from '../wire/bytes.ts'
import { filled, Trace } from '../wire/trace.ts'
import { decode, rowOf } from './decode.ts'
import { headBytes, lengthOf, serialOf } from './envelope.ts'
import type { TopflytechSession } from './session.ts'

export function describe(frame: Uint8Array, session: TopflytechSession): Field[] {
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
