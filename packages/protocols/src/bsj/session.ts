/** What is remembered of one connection of a BSJ device. Source: BSJ "GPRS protocol", "Terminal id". */
import { type Jt808Session, newSession as newStandardSession } from '../jt808/session.ts'
import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

export interface BsjSession extends WireSession {
  /** What its first frame was: the maker's own, or JT/T 808. */
  form: 'open' | 'own' | 'standard'
  standard: Jt808Session
  /** Header and id of its last frame: what is sent to it begins the same. */
  head: { mark: number; rawId: Uint8Array } | null
}

export const newSession = (profile: DeviceProfile = {}): BsjSession => ({
  ...newWireSession(profile),
  form: 'open',
  standard: newStandardSession(profile),
  head: null,
})
