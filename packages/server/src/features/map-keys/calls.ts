import { mapKeyCalls } from '@trackway/core/features/map-keys/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findMapKey, readMapKeys, removeMapKey, saveMapKey } from './stored-keys.ts'
import { testMapKey } from './test-key.ts'

export const mapKeyHandlers: readonly Handler[] = [
  serve(mapKeyCalls.find, async ({ db }) => ({
    list: (await readMapKeys(db)).map(({ key, ...shown }) => ({ ...shown, keyEnd: key.slice(-4) })),
  })),

  serveChange(mapKeyCalls.save, async (context) => {
    const { key, ...place } = context.input
    const id = await saveMapKey(context.db, place, key, context.now)
    await recordChange(context, 'mapKeySaved', null, { after: place })
    return { id }
  }),

  serveChange(mapKeyCalls.remove, async (context) => {
    const removed = await removeMapKey(context.db, context.input.id, context.now)
    if (!removed) throw new Refusal('notFound')
    const { provider, platform, project } = removed
    await recordChange(context, 'mapKeyRemoved', null, { before: { provider, platform, project } })
  }),

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
