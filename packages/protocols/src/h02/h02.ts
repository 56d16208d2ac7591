/**
 * H02: the protocol of Sinotrack, ReachFar, Coban's later models, CANTRACK and many others, as text and as BCD.
 * Source: H02 document; CANTRACK 2023; public frames of the family.
 */
import { defineProtocol } from '../wire/define-protocol.ts'
import { isDecimal } from './binary.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { newSession } from './session.ts'

export const h02 = defineProtocol({
  name: 'h02',
  defaultPort: 5013,
  detect,
  newSession,
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
})

/** `*`, two letters and a comma; or `$` or `X` with an id and a time in BCD. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const first = head[0]
  if (first === undefined) return 'more'
  if (first === 0x2a) {
    const text = String.fromCharCode(...head.subarray(0, 4))
    if (/^\*[A-Za-z]{2},$/.test(text)) return 'yes'
    return /^\*[A-Za-z]{0,2}$/.test(text) ? 'more' : 'no'
  }
  if (first !== 0x24 && first !== 0x58) return 'no'
  const digits = Math.min(head.length, 16)
  if (!isDecimal(head, 1, digits)) return 'no'
  if (digits < 16) return 'more'
  // Hour, minute, second, day and month of one of the two lengths of ids.
  const isTime = (at: number) =>
    head[at]! < 0x24 &&
    head[at + 1]! < 0x60 &&
    head[at + 2]! < 0x60 &&
    head[at + 3]! < 0x32 &&
    head[at + 4]! < 0x13
  return isTime(6) || isTime(9) ? 'yes' : 'no'
}
