/**
 * GPS103: the protocol of Coban (GPS103, TK103-2, 303, 311, 401) and its copies.
 * Source: Coban GPS103 and 303 documents; public frames.
 */
import { defineProtocol } from '../wire/define-protocol.ts'
import { newWireSession } from '../wire/message.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'

export const gps103 = defineProtocol({
  name: 'gps103',
  defaultPort: 5001,
  detect,
  newSession: newWireSession,
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
})

/** `##,imei:`, `imei:`, or the digits of a heartbeat and its end. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const text = String.fromCharCode(...head.subarray(0, 24))
  if (/^(?:##,|imei:|\d{14,17}(?:[;\r\n]|imei:))/.test(text)) return 'yes'
  const isOpen =
    '##,'.startsWith(text) || 'imei:'.startsWith(text) || /^\d{1,17}(?:i|im|ime|imei)?$/.test(text)
  return isOpen ? 'more' : 'no'
}
