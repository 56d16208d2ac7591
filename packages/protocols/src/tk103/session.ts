import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

export interface Tk103Session extends WireSession {
  /** What the device calls itself. */
  terminalId: string
  /** The device puts commas between fields. */
  hasCommas: boolean
}

export const newSession = (profile: DeviceProfile = {}): Tk103Session => ({
  ...newWireSession(profile),
  terminalId: '',
  hasCommas: false,
})
