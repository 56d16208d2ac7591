import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

/** `saidOffsetMinutes`: what the device's clock is ahead of the time of its satellites. */
export type Gps103Session = WireSession

export const newSession = (profile: DeviceProfile = {}): Gps103Session => newWireSession(profile)
