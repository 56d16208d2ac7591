/** The login 0x01: who is there, and in which zone its clock runs. */
import type { Message } from '../protocol.ts'
import { identityOf } from './identity.ts'
import type { Draft } from './layouts/draft.ts'
import { malformed } from './malformed.ts'
import { applyZone, type Gt06Session } from './session.ts'

export function login(frame: Uint8Array, draft: Draft, message: Message, session: Gt06Session): Message {
  const identity = identityOf(draft.imei)
  if (!identity) return malformed('identity', frame)
  session.hasNoCrc = false
  const word = draft.extra?.zoneWord
  // A word of zeros says nothing: neither a zone nor a language.
  const zone = typeof word === 'number' && word !== 0 ? zoneMinutes(word) : null
  if (zone !== null) applyZone(session, zone)
  const information = { ...draft.extra, ...(zone !== null && { utcOffsetMinutes: zone }) }
  return { ...message, identity, ...(draft.extra && { information }) }
}

/** Bits 15 to 4: hours times 100 plus minutes; bit 3: west. */
function zoneMinutes(word: number): number | null {
  const value = word >> 4
  const minutes = Math.floor(value / 100) * 60 + (value % 100)
  const offset = word & 8 ? -minutes : minutes
  return value % 100 < 60 && offset >= -720 - 45 && offset <= 840 ? offset : null
}
