import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

export interface H02Session extends WireSession {
  /** The maker's two letters, with which its devices are answered. */
  maker: string
  /** What the device calls itself. */
  terminalId: string
}

export const newSession = (profile: DeviceProfile = {}): H02Session => ({
  ...newWireSession(profile),
  maker: 'HQ',
  terminalId: '',
})
