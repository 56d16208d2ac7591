/**
 * BSJ: frames that begin with `29 29` (BSJ, KHD) or `24 24` (Gator), and on its own port JT/T 808, which newer BSJ
 * devices use; the items they add to it are in `jt808/items/bsj.ts`.
 * Source: BSJ "GPRS protocol"; Traccar's KHD and Gator decoders.
 */
import { jt808 } from '../jt808/jt808.ts'
import type { DeviceProfile } from '../protocol.ts'
import { defineProtocol } from '../wire/define-protocol.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { detect } from './envelope.ts'
import { type BsjSession, newSession } from './session.ts'

export const bsj = defineProtocol({
  name: 'bsj',
  defaultPort: 5024,
  detect,
  newSession,
  // Gator says by its frames that it keeps UTC.
  clockOffsetMinutes: ({ utcOffsetMinutes = 480 }) => utcOffsetMinutes,
  applyProfile: (session: BsjSession, profile: DeviceProfile) => {
    session.profile = profile
    jt808.applyProfile(session.standard, profile)
  },
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
  due: (session, now) => jt808.due(session.standard, now),
})
