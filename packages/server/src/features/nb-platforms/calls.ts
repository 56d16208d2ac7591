import { randomBytes } from 'node:crypto'
import { type NbPlatform, nbPlatformCalls, nbPlatforms } from '@trackway/core/api/devices/nb-platforms.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { PlatformRefused } from './clients/ask.ts'
import type { NbClient } from './clients/client.ts'
import { keepPlatformId } from './device-ids.ts'
import { clientOf } from './stored-client.ts'
import { pushUrlOf, readNbPlatforms, settingName, writeNbPlatforms } from './stored-platforms.ts'

const keyBytes = 18

export const nbPlatformHandlers: readonly Handler[] = [
  serve(nbPlatformCalls.find, async ({ db }) => {
    const stored = await readNbPlatforms(db)
    const platforms = nbPlatforms.flatMap((platform) => {
      const set = stored?.platforms[platform]
      if (!set) return []
      const { secret, masterKey, privateKey, certificate, authority: _authority, ...shown } = set
      return {
        platform,
        ...shown,
        hasSecret: secret !== undefined,
        hasMasterKey: masterKey !== undefined,
        hasCertificate: certificate !== null && privateKey !== undefined,
      }
    })
    return { pushUrl: stored && pushUrlOf(stored), platforms }
  }),

  serveChange(nbPlatformCalls.save, async (context) => {
    const { db, bus, input, now } = context
    const { platform, pushBase, secret, masterKey, privateKey, ...set } = input
    const stored = await readNbPlatforms(db)
    const before = stored?.platforms[platform]
    // Else whoever may change the address would be told the secrets by having them sent to one of his own.
    const isSame = before?.apiUrl === set.apiUrl && before.appId === set.appId
    const secrets = {
      secret: secret ?? (isSame ? before.secret : undefined),
      masterKey: masterKey ?? (isSame ? before.masterKey : undefined),
      privateKey: privateKey ?? (isSame ? before.privateKey : undefined),
    }
    const pushKey = stored?.pushKey ?? randomBytes(keyBytes).toString('base64url')
    const platforms = { ...stored?.platforms, [platform]: { ...set, ...secrets } }
    await writeNbPlatforms(db, { pushBase, pushKey, platforms }, now)
    await recordChange(context, 'nbPlatform', null, {
      before: before && { platform, apiUrl: before.apiUrl, appId: before.appId },
      after: { platform, apiUrl: set.apiUrl, appId: set.appId, pushBase },
    })
    bus.publish('settings.changed', { name: settingName })
  }),

  serveChange(nbPlatformCalls.remove, async (context) => {
    const { db, bus, input, now } = context
    const { platform } = input
    const stored = await readNbPlatforms(db)
    const before = stored?.platforms[platform]
    if (!stored || !before) return
    const { [platform]: _gone, ...platforms } = stored.platforms
    await writeNbPlatforms(db, { ...stored, platforms }, now)
    const { apiUrl, appId } = before
    await recordChange(context, 'nbPlatform', null, { before: { platform, apiUrl, appId } })
    bus.publish('settings.changed', { name: settingName })
  }),

  serve(nbPlatformCalls.subscribe, async ({ db, input }) => ({
    types: await asked(db, input.platform, (client, pushUrl) => client.subscribe(pushUrl)),
  })),

  serve(nbPlatformCalls.register, async ({ db, bus, scope, input }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    const platformId = await asked(db, input.platform, (client) => client.register(input.terminalID))
    await keepPlatformId(db, deviceId, platformId)
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
    return { deviceId: platformId }
  }),
]

/** @throws {Refusal} `nbPlatformMissing`, `nbPlatformRefused` with what the platform said */
async function asked<T>(
  db: Db,
  platform: NbPlatform,
  question: (client: NbClient, pushUrl: string) => Promise<T>,
): Promise<T> {
  const stored = await readNbPlatforms(db)
  const set = stored?.platforms[platform]
  const client = set ? clientOf(platform, set) : null
  if (stored === null || client === null) throw new Refusal('nbPlatformMissing')
  try {
    return await question(client, pushUrlOf(stored))
  } catch (error) {
    if (!(error instanceof PlatformRefused)) throw error
    const issues = [{ path: 'platform', reason: `${error.code}: ${error.message}` }]
    throw new Refusal('nbPlatformRefused', { issues, cause: error })
  }
}
