import type { DeviceProfile } from '../protocol.ts'

/** What most codecs do with the facts of a device: they keep them with the session and look there. */
export function keepProfile(session: { profile: DeviceProfile }, profile: DeviceProfile): void {
  session.profile = profile
}
