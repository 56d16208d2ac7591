import { randomBytes } from 'node:crypto'
import { nbPlatformCalls as calls, nbPush } from '@trackway/core/features/nb-platforms/calls.ts'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { PlatformRefused } from '../../platform/outbound/send-request.ts'
import { providerNamed, settingsOfOne } from '../../platform/provider.ts'
import { shownSetting, withKeptSecrets } from '../../platform/stored-setting.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { keepPlatformId } from './device-ids.ts'
import { nbClientOf } from './nb-client.ts'
import type { NbClient } from './providers/nb-platform.ts'
import { nbPlatforms } from './providers/nb-platforms.ts'
import { nbSetting, pushUrlOf } from './stored-platforms.ts'
import {
  checkSubscriptions,
  findSubscriptions,
  forgetSubscriptions,
  reasonOf,
  subscribe,
  unsubscribe,
} from './subscriptions.ts'

const keyBytes = 18
const save = { ...calls.save, input: settingsOfOne(nbPlatforms, 'platform', nbPush) }

export const nbPlatformHandlers: readonly Handler[] = [
  serve(calls.find, async ({ db }) => {
    const stored = await nbSetting.read(db)
    const platforms = nbPlatforms.flatMap(({ name: platform, settings }) => {
      const set = stored?.platforms[platform]
      if (!set) return []
      const shown = shownSetting(settings, set)
      const { hasSecret = false, hasPrivateKey = false, certificate } = shown
      const { pushBase } = stored!
      return [
        { platform, pushBase, ...shown, hasSecret, hasCertificate: certificate != null && hasPrivateKey },
      ]
    })
    return {
      pushUrl: stored && pushUrlOf(stored),
      platforms,
      providers: nbPlatforms.map(({ name, label, settings }) => ({
        name,
        label,
        settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
      })),
    }
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
    await forgetSubscriptions(db, platform)
    const { apiUrl, appId } = before
    await recordChange(context, 'nbPlatform', null, { before: { platform, apiUrl, appId } })
    bus.publish('settings.changed', { name: nbSetting.name })
  }),

  serve(calls.test, async ({ db, input }) => ({
    subscriptions: (await callPlatform(db, input.platform, ({ client }) => client.subscriptions())).length,
  })),

  serve(calls.subscriptions, async ({ db, now }) => ({ platforms: await findSubscriptions(db, now) })),

  serve(calls.check, async ({ db, input, now }) => {
    await callPlatform(db, input.platform, (connected) =>
      checkSubscriptions(db, input.platform, connected, now),
    )
  }),

  serve(calls.subscribe, async (context) => {
    const { db, input, now } = context
    const { platform } = input
    const types = typesOf(input)
    await callPlatform(db, platform, (connected) => subscribe(db, platform, connected, types, now))
    await recordChange(context, 'nbSubscribed', null, { after: { platform, types } })
    return { types }
  }),

  serve(calls.unsubscribe, async (context) => {
    const { db, input, now } = context
    const { platform } = input
    const types = typesOf(input)
    await callPlatform(db, platform, (connected) => unsubscribe(db, platform, connected, types, now))
    await recordChange(context, 'nbUnsubscribed', null, { before: { platform, types } })
  }),

  serve(calls.register, async ({ db, bus, scope, input }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    const platformId = await callPlatform(db, input.platform, async ({ client }) => {
      const id = await client.register(input.terminalID)
      const isId = providerNamed(nbPlatforms, input.platform)!.deviceId.test(id)
      if (!isId) throw new PlatformRefused('answer', 'an id of another form')
      if (!(await keepPlatformId(db, deviceId, id)))
        throw new PlatformRefused('answer', `${id} is the id of another device here`)
      return id
    })
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
    return { deviceId: platformId }
  }),
]

/** One type of a platform, or all that we take. @throws {Refusal} `invalidInput`: it has none of the name */
function typesOf({ platform, notifyType }: { platform: string; notifyType?: string | undefined }): string[] {
  const { types = [] } = providerNamed(nbPlatforms, platform) ?? {}
  if (notifyType === undefined) return [...types]
  if (!types.includes(notifyType))
    throw new Refusal('invalidInput', { issues: [{ path: 'notifyType', reason: 'refused' }] })
  return [notifyType]
}

/** @throws {Refusal} `nbPlatformMissing`, `nbPlatformRefused` with the platform's message */
async function callPlatform<T>(
  db: Db,
  platform: string,
  request: (connected: { client: NbClient; pushUrl: string }) => Promise<T>,
): Promise<T> {
  const set = await nbClientOf(db, platform)
  if (set === null) throw new Refusal('nbPlatformMissing')
  try {
    return await request(set)
  } catch (error) {
    if (!(error instanceof PlatformRefused)) throw error
    const issues = [{ path: 'platform', reason: reasonOf(error, set.pushUrl) }]
    throw new Refusal('nbPlatformRefused', { issues, cause: error })
  }
}
