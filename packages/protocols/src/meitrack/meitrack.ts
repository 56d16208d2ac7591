/**
 * Meitrack: MT90, MVT, T1, T3, T3xx, TC68 and others, as text and in two binary forms.
 * Source: Meitrack GPRS protocol; Meitrack CCE protocol; public frames.
 */
import { defineProtocol } from '../wire/define-protocol.ts'
import { newWireSession } from '../wire/message.ts'
import { encodeCommand } from './command.ts'
import { readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { cut } from './envelope.ts'

export const meitrack = defineProtocol({
  name: 'meitrack',
  defaultPort: 5020,
  detect,
  newSession: newWireSession,
  frame: cut,
  head: readHead,
  row: rowOf,
  encode: encodeReport,
  encodeCommand,
})

/** `$$`, an id from `A` to `z`, digits and a comma. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const text = String.fromCharCode(...head.subarray(0, 8))
  if (/^\$\$[A-z]\d{2,4},/.test(text)) return 'yes'
  return /^(?:\$\$?|\$\$[A-z]\d{0,4})?$/.test(text) ? 'more' : 'no'
}
