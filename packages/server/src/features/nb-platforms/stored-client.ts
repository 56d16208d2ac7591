import type { NbPlatform } from '@trackway/core/api/devices/nb-platforms.ts'
import type { NbClient } from './clients/client.ts'
import { createCtwing } from './clients/ctwing.ts'
import { createOceanConnect } from './clients/ocean-connect.ts'
import type { PlatformSecrets, StoredPlatform } from './stored-platforms.ts'

/** Clients that were made, with the token or clock they keep, by what is set. */
const made = new Map<string, NbClient>()
const maxMade = 20

/** @returns null where something is missing that the platform asks for */
export function clientOf(name: NbPlatform, set: StoredPlatform & PlatformSecrets): NbClient | null {
  const key = JSON.stringify([name, set])
  const known = made.get(key)
  if (known) return known
  const client = create(name, set)
  if (client === null) return null
  if (made.size >= maxMade) made.clear()
  made.set(key, client)
  return client
}

function create(name: NbPlatform, set: StoredPlatform & PlatformSecrets): NbClient | null {
  const { apiUrl, appId, secret, productId, masterKey, privateKey = null } = set
  if (secret === undefined) return null
  if (name === 'oceanConnect')
    return apiUrl === null ? null : createOceanConnect({ ...set, apiUrl, secret, privateKey })
  if (productId === null || masterKey === undefined) return null
  return createCtwing({ apiUrl, appKey: appId, appSecret: secret, productId, masterKey })
}
