import { randomBytes } from 'node:crypto'
import { nbPlatformCalls as calls, nbPush } from '@trackway/core/features/nb-platforms/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { providerNamed, settingsOfOne } from '../../platform/provider.ts'
import { shownSetting, withKeptSecrets } from '../../platform/stored-setting.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { keepPlatformId } from './device-ids.ts'
import { nbClientOf } from './nb-client.ts'
import type { NbClient } from './providers/nb-platform.ts'
import { nbPlatforms } from './providers/nb-platforms.ts'
import { PlatformRefused } from './providers/send-request.ts'
import { nbSetting, pushUrlOf } from './stored-platforms.ts'

const keyBytes = 18
const save = { ...calls.save, input: settingsOfOne(nbPlatforms, 'platform', nbPush) }

export const nbPlatformHandlers: readonly Handler[] = [
  serve(calls.find, async ({ db }) => {
    const stored = await nbSetting.read(db)
    const platforms = nbPlatforms.flatMap(({ name: platform, settings }) => {
      const set = stored?.platforms[platform]
      if (!set) return []
      const { certificate, authority: _authority, ...shown } = shownSetting(settings, set)
      const { hasSecret = false, hasPrivateKey = false } = shown
      return [{ platform, ...shown, hasSecret, hasCertificate: certificate != null && hasPrivateKey }]
    })
    return { pushUrl: stored && pushUrlOf(stored), platforms }
  }),

  serveChange(save, async (context) => {
    const { db, bus, input, now } = context
    const { platform, pushBase, ...given } = input
    const { settings, destination } = providerNamed(nbPlatforms, platform)!
    const before = (await nbSetting.read(db))?.platforms[platform]
    await nbSetting.change(db, now, (stored) => {
      const set = withKeptSecrets(settings, given, stored?.platforms[platform] ?? null, destination)
      return {
        pushBase,
        pushKey: stored?.pushKey ?? randomBytes(keyBytes).toString('base64url'),
        platforms: { ...stored?.platforms, [platform]: set },
      }
    })
    await recordChange(context, 'nbPlatform', null, {
      before: before && { platform, apiUrl: before.apiUrl, appId: before.appId },
      after: { platform, apiUrl: given.apiUrl, appId: given.appId, pushBase },
    })
    bus.publish('settings.changed', { name: nbSetting.name })
  }),

  serveChange(calls.remove, async (context) => {
    const { db, bus, input, now } = context
    const { platform } = input
    const before = (await nbSetting.read(db))?.platforms[platform]
    if (!before) return
    await nbSetting.change(
      db,
      now,
      (stored) => stored && { ...stored, platforms: { ...stored.platforms, [platform]: undefined } },
    )
    const { apiUrl, appId } = before
    await recordChange(context, 'nbPlatform', null, { before: { platform, apiUrl, appId } })
    bus.publish('settings.changed', { name: nbSetting.name })
  }),

  serve(calls.subscribe, async ({ db, input }) => ({
    types: await callPlatform(db, input.platform, (client, pushUrl) => client.subscribe(pushUrl)),
  })),

  serve(calls.register, async ({ db, bus, scope, input }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    const platformId = await callPlatform(db, input.platform, (client) => client.register(input.terminalID))
    await keepPlatformId(db, deviceId, platformId)
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
    return { deviceId: platformId }
  }),
]

/** @throws {Refusal} `nbPlatformMissing`, `nbPlatformRefused` with the platform's message */
async function callPlatform<T>(
  db: Db,
  platform: string,
  request: (client: NbClient, pushUrl: string) => Promise<T>,
): Promise<T> {
  const set = await nbClientOf(db, platform)
  if (set === null) throw new Refusal('nbPlatformMissing')
  try {
    return await request(set.client, set.pushUrl)
  } catch (error) {
    if (!(error instanceof PlatformRefused)) throw error
    const issues = [{ path: 'platform', reason: `${error.code}: ${error.message}` }]
    throw new Refusal('nbPlatformRefused', { issues, cause: error })
  }
}
