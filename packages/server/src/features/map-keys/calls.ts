import { mapKeyCalls } from '@trackway/core/api/system/map-keys.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findMapKey, readMapKeys, removeMapKey, saveMapKey } from './stored-keys.ts'
import { testMapKey } from './test-key.ts'

export const mapKeyHandlers: readonly Handler[] = [
  serve(mapKeyCalls.find, async ({ db }) => ({
    list: (await readMapKeys(db)).map(({ key, ...shown }) => ({ ...shown, keyEnd: key.slice(-4) })),
  })),

  serve(mapKeyCalls.save, (context) =>
    inTransaction(context, async ({ db, session, input, address, now }) => {
      const { key, ...place } = input
      const id = await saveMapKey(db, place, key, now)
      const event = { time: now, accountId: null, ...by(session), address }
      await recordEvent(db, { kind: 'mapKeySaved', ...event, after: place })
      return { id }
    }),
  ),

  serve(mapKeyCalls.remove, (context) =>
    inTransaction(context, async ({ db, session, input, address, now }) => {
      const removed = await removeMapKey(db, input.id, now)
      if (!removed) throw new Refusal('notFound')
      const { provider, platform, project } = removed
      const event = { time: now, accountId: null, ...by(session), address }
      await recordEvent(db, { kind: 'mapKeyRemoved', ...event, before: { provider, platform, project } })
      return {}
    }),
  ),

  serve(mapKeyCalls.test, async ({ db, input }) => {
    const stored =
      input.id === undefined ? undefined : (await readMapKeys(db)).find(({ id }) => id === input.id)
    const [provider, key] = [stored?.provider ?? input.provider, stored?.key ?? input.key]
    if (provider === undefined || key === undefined) throw new Refusal('notFound')
    return testMapKey(provider, key)
  }),

  serve(mapKeyCalls.getKey, async ({ db, input, session }) => {
    const { mapType: provider, devicePlatform: platform, projectName: project } = input
    // Anybody can be the demo account: it is not given the operator's money.
    const key = session.account.isDemo ? null : await findMapKey(db, { provider, platform, project })
    if (key === null) throw new Refusal('mapKeyMissing')
    return key
  }),

  serve(mapKeyCalls.getKeys, async ({ db, session }) => {
    const keys = session.account.isDemo ? [] : await readMapKeys(db)
    const ofPages = keys.filter(({ platform, project }) => platform === 'web' && project === '')
    return { list: ofPages.map(({ provider, key }) => ({ provider, key })) }
  }),
]
