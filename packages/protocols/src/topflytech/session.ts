/** What is remembered of one connection. Source: as `envelope.ts`. */
import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'
import type { Mark } from './envelope.ts'

export interface TopflytechSession extends WireSession {
  /** Of the last frame: what is sent to the device begins the same. */
  mark: Mark | null
}

export const newSession = (profile: DeviceProfile = {}): TopflytechSession => ({
  ...newWireSession(profile),
  mark: null,
})
