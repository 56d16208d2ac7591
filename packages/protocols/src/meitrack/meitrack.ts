/**
 * Meitrack: MT90, MVT, T1, T3, T3xx, TC68 and others, as text and in two binary forms.
 * Source: Meitrack GPRS protocol; Meitrack CCE protocol; public frames.
 */
import type { Protocol } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'
import { keepProfile } from '../wire/profile.ts'
import { describeBy } from '../wire/trace.ts'
import { encodeCommand } from './command.ts'
import { decode } from './decode.ts'
import { encodeReport } from './encode.ts'
import { cut } from './envelope.ts'

export const meitrack = {
  name: 'meitrack',
  transports: ['tcp', 'udp'],
  defaultPort: 5020,
  detect,
  newSession: newWireSession,
  applyProfile: keepProfile,
  frame: cut,
  decode,
  describe: describeBy(decode),
  encode: encodeReport,
  encodeCommand,
} satisfies Protocol<WireSession>

/** `$$`, an id from `A` to `z`, digits and a comma. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const text = String.fromCharCode(...head.subarray(0, 8))
  if (/^\$\$[A-z]\d{2,4},/.test(text)) return 'yes'
  return /^(?:\$\$?|\$\$[A-z]\d{0,4})?$/.test(text) ? 'more' : 'no'
}
