import { type MapKeyProvider, mapKeyCalls } from '@trackway/core/features/map-keys/calls.ts'
import { type BaseMapId, mapOrderCalls } from '@trackway/core/features/map-order/calls.ts'
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
  const [orders, found] = await Promise.all([
    api(mapOrderCalls.find, {}).catch(() => null),
    api(mapKeyCalls.getKeys, {}).catch(() => null),
  ])
  const keys = Object.fromEntries(found?.list.map(({ provider, key }) => [keyNames[provider], key]) ?? [])
  const withKey = baseMaps.flatMap(({ id, keyName }): BaseMapId[] => (keyName && keys[keyName] ? [id] : []))
  const order = orders?.order ?? null
  useBaseMap.setState(({ settings }) => ({
    settings: { ...settings, keys, enabled: [...defaultMapSettings.enabled, ...withKey], order },
  }))
  await findBaseMap()
}
