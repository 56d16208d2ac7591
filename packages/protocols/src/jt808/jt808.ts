/**
 * JT/T 808, the protocol of the Chinese transport standard, in its 2011, 2013 and 2019 editions, with the
 * messages and items that makers added, the E7 framing, and the lock sentences that share its ports.
 */

import type { Protocol } from '../protocol.ts'
import { keepProfile } from '../wire/message.ts'
import { encodeCommand } from './command.ts'
import { answerMedia, decode, due } from './decode.ts'
import { describe } from './describe.ts'
import { detect } from './detect.ts'
import { encodeReport } from './encode.ts'
import { cut } from './frame.ts'
import { type Jt808Session, newSession, wireContext } from './session.ts'

export const jt808 = {
  name: 'jt808',
  transports: ['tcp', 'udp'],
  defaultPort: 5015,
  detect,
  newSession,
  clockOffsetMinutes: (profile) => wireContext(newSession(profile), false).utcOffsetMinutes,
  applyProfile: keepProfile,
  frame: cut,
  decode,
  describe,
  encode: encodeReport,
  encodeCommand,
  answerMedia,
  due,
} satisfies Protocol<Jt808Session>
