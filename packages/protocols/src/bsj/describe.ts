/** Every field of a BSJ frame with its place, by the decoder's own tables. Source: as `envelope.ts`. */
import { jt808 } from '../jt808/jt808.ts'
import type { Field } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { filled, Trace } from '../wire/trace.ts'
import { decode, rows } from './decode.ts'
import {
  headBytes,
  idBytes,
  identityOf,
  lengthOf,
  problemOf,
  standardMark,
  tailBytes,
  typeOf,
} from './envelope.ts'
import type { BsjSession } from './session.ts'

export function describe(frame: Uint8Array, session: BsjSession): Field[] {
  if (frame[0] === standardMark) return jt808.describe(frame, session.standard)
  const problem = problemOf(frame)
  const trace = new Trace()
  if (problem !== null && problem !== 'checksum') trace.add(0, frame.length, problem, toHex(frame))
  else {
    const hex = (from: number, to: number) => toHex(frame.subarray(from, to))
    const bodyEnd = frame.length - tailBytes
    const rawId = frame.subarray(headBytes, headBytes + idBytes)
    const [id = 'nobody'] = identityOf(rawId, frame[0]!).terminalIds
    trace.add(0, 2, 'start', hex(0, 2))
    trace.add(2, 1, 'type', `${typeOf(frame[2]!)} ${rows[frame[2]!]?.name ?? 'unknown'}`)
    trace.add(3, 2, 'length', lengthOf(frame))
    trace.add(headBytes, idBytes, 'terminal id', `${toHex(rawId)} (${id})`)
    decode(frame, { ...session }, Number.MAX_SAFE_INTEGER / 2, trace)
    trace.add(bodyEnd, 1, 'checksum', hex(bodyEnd, bodyEnd + 1) + (problem ? ' (wrong)' : ''))
    trace.add(bodyEnd + 1, 1, 'stop', hex(bodyEnd + 1, frame.length))
  }
  return filled(frame, trace.fields)
}
