import type { Db } from '../../platform/database/database.ts'
import { PlatformRefused } from '../../platform/outbound/send-request.ts'
import { platformIdOf } from './device-ids.ts'
import { nbClientOf } from './nb-client.ts'
import type { SentCommand } from './providers/nb-platform.ts'

/**
 * Hands a command of a device over to the platform of its network, which keeps it until the device listens.
 * @param command a text of the device's own protocol, or its bytes in hex
 * @throws {PlatformRefused} with the platform's code, `unreachable`, `busy`, `noAnswer` or `answer`; `deviceIdMissing`: nobody knows yet what the
 *   platform calls the device; `notSet`: the platform is not set up
 */
export async function sendByPlatform(
  db: Db,
  deviceId: number,
  command: { payload: string; isHex: boolean; validS: number },
): Promise<SentCommand> {
  const found = await platformIdOf(db, deviceId)
  if (found === null)
    throw new PlatformRefused('deviceIdMissing', 'the platform’s id of the device is not known')
  const set = await nbClientOf(db, found.platform)
  if (set === null) throw new PlatformRefused('notSet', found.platform)
  return set.client.send({ ...command, platformDeviceId: found.id, pushUrl: set.pushUrl })
}
