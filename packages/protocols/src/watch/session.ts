import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

export interface WatchSession extends WireSession {
  /** The maker's two letters, with which its devices are answered. */
  maker: string
  /** What the device calls itself. */
  terminalId: string
  /** The device's frames carry an index between id and length. */
  hasIndex: boolean
  /** High half of the status word of the last position: what is still set there is no news. */
  alarmBits: number
}

export const newSession = (profile: DeviceProfile = {}): WatchSession => ({
  ...newWireSession(profile),
  maker: 'CS',
  terminalId: '',
  hasIndex: false,
  alarmBits: 0,
})
