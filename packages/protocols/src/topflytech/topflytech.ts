/**
 * Topflytech: vehicle trackers (T8803, T8806, T8808, TLW, TLP), OBD (TLD), assets (SolarX, KnightX) and push-to-talk,
 * told apart by the mark their frames begin with.
 * Source: maker's codec and its manual; T880x protocol V5.6.
 */
import type { Protocol } from '../protocol.ts'
import { keepProfile } from '../wire/profile.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { decode } from './decode.ts'
import { describe } from './describe.ts'
import { encodeReport } from './encode.ts'
import { detect } from './envelope.ts'
import { newSession, type TopflytechSession } from './session.ts'

export const topflytech = {
  name: 'topflytech',
  transports: ['tcp', 'udp'],
  defaultPort: 5094,
  detect,
  newSession,
  applyProfile: keepProfile,
  frame: cut,
  decode,
  describe,
  encode: encodeReport,
  encodeCommand,
} satisfies Protocol<TopflytechSession>
