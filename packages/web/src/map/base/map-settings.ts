import { type MapKeyProvider, mapKeyCalls, mapKeyProviders } from '@trackway/core/api/system/map-keys.ts'
import { type BaseMapId, mapOrderCalls } from '@trackway/core/api/system/map-order.ts'
import { api } from '../../base/api.ts'
import { useSession } from '../../base/session.ts'
import { baseMaps, defaultMapSettings } from './base-maps.ts'
import { findBaseMap, useBaseMap } from './use-base-map.ts'

/** What the rows of base maps call the key of each provider. */
const keyNames: Record<MapKeyProvider, string> = {
  Google: 'google',
  Baidu: 'baidu',
  GaoDe: 'gaode',
  Yandex: 'yandex',
  Tianditu: 'tianditu',
}

let readFor: string | null = null

/**
 * Reads which providers have a key, and in which order maps are tried, once a session. Maps with a key are switched on.
 * @param isAnew keys or the order have changed
 */
export async function loadMapSettings(isAnew = false): Promise<void> {
  const { token } = useSession.getState()
  if (!token || (readFor === token && !isAnew)) return
  readFor = token
  const asked = api(mapOrderCalls.find, {}).catch(() => null)
  const found = await Promise.all(
    mapKeyProviders.map(async (mapType) => {
      // One that has no key is refused: that is an answer.
      const key = await api(mapKeyCalls.getKey, { mapType }).catch(() => null)
      return [keyNames[mapType], key] as const
    }),
  )
  const keys = Object.fromEntries(found.flatMap(([name, key]) => (key ? [[name, key]] : [])))
  const withKey = baseMaps.flatMap(({ id, keyName }): BaseMapId[] => (keyName && keys[keyName] ? [id] : []))
  const order = (await asked)?.order ?? null
  useBaseMap.setState(({ settings }) => ({
    settings: { ...settings, keys, enabled: [...defaultMapSettings.enabled, ...withKey], order },
  }))
  await findBaseMap()
}
