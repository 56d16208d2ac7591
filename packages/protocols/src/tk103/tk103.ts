/**
 * TK103: the bracket protocol of KX402, of Xexun's and Coban's first TK103, and of the DW and ZC families.
 * Source: KX402/TK103 V1.5; public frames.
 */
import { defineProtocol } from '../wire/define-protocol.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { newSession } from './session.ts'

export const tk103 = defineProtocol({
  name: 'tk103',
  defaultPort: 5002,
  detect,
  newSession,
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
})

/** A bracket, an id, and a type of two letters and two more: the sentences of JT/T 808 locks have a number there. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const text = String.fromCharCode(...head.subarray(0, 48))
  if (/^\((?:\d{6,15}|[^,()]{12}|[^,()]{1,40},)[A-Z]{2}[0-9A-Z]{2}/.test(text)) return 'yes'
  return /^(?:\((?:[^,()]{0,18}|[^,()]{1,40},[A-Z]{0,2}[0-9A-Z]?))?$/.test(text) ? 'more' : 'no'
}
