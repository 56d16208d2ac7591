/**
 * Watches and small trackers of 4P-Touch, SeTracker, Beesure and their copies (3G, SG, CS, ZJ).
 * Source: 4P-Touch "Beesure / SeTracker" server protocol; public frames.
 */
import { defineProtocol } from '../wire/define-protocol.ts'
import { encodeCommand } from './command.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { cut, maxFrameBytes } from './envelope.ts'
import { newSession } from './session.ts'

export const watch = defineProtocol({
  name: 'watch',
  transports: ['tcp'],
  defaultPort: 5093,
  maxFrameBytes,
  detect,
  newSession,
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
})

/** `[`, two printable characters and `*`. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const text = String.fromCharCode(...head.subarray(0, 4))
  if (/^\[[!-~]{2}\*$/.test(text)) return 'yes'
  return /^\[?[!-~]{0,2}$/.test(text) && (text === '' || text.startsWith('[')) ? 'more' : 'no'
}
