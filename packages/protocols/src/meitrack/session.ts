import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

export type MeitrackSession = WireSession

export const newSession = (profile: DeviceProfile = {}): MeitrackSession => newWireSession(profile)
