/**
 * Teltonika: the codecs 8, 8 Extended and 16 of its trackers (FMB, FMC, FMM, FMT, FM6, TAT and others), codec 7 of
 * their forerunners, and the messages of codecs 12 to 15, over TCP and UDP.
 * Source: Teltonika wiki, "Teltonika Data Sending Protocols".
 */
import type { Protocol } from '../protocol.ts'
import { keepProfile, newWireSession, type WireSession } from '../wire/message.ts'
import { describeBy } from '../wire/trace.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { decode } from './decode.ts'
import { encodeReport } from './encode.ts'
import { ping, shapeOf } from './envelope.ts'

export const teltonika = {
  name: 'teltonika',
  transports: ['tcp', 'udp'],
  defaultPort: 5027,
  detect,
  newSession: newWireSession,
  applyProfile: keepProfile,
  frame: cut,
  decode,
  describe: describeBy(decode),
  encode: encodeReport,
  encodeCommand,
} satisfies Protocol<WireSession>

/** A greeting is an IMEI after its length; everything else begins with four zeros, a length and a codec. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const start = head.findIndex((byte) => byte !== ping)
  // A keep-alive that outlived its connection.
  if (start > 4) return 'no'
  if (start < 0) return head.length > 4 ? 'no' : 'more'
  const shape = shapeOf(head.subarray(start))
  return shape === null ? 'no' : shape === 'more' ? 'more' : 'yes'
}
