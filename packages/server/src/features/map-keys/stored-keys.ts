import { randomUUID } from 'node:crypto'
import { secret } from '@trackway/core/api/secret.ts'
import {
  type MapKeyProvider,
  mapKeyPlatforms,
  mapKeyProviders,
} from '@trackway/core/features/map-keys/calls.ts'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { storedSetting } from '../../platform/stored-setting.ts'

const storedKey = z.object({
  id: z.string(),
  provider: z.enum(mapKeyProviders),
  platform: z.enum(mapKeyPlatforms),
  project: z.string(),
  key: z.string(),
  changeTime: z.number(),
})
export type StoredKey = z.output<typeof storedKey>
export type KeyPlace = Pick<StoredKey, 'provider' | 'platform' | 'project'>

/** All keys are one sealed setting: there are few, and each is a secret. */
const mapKeySetting = storedSetting({
  name: 'mapKeys',
  version: 1,
  schema: z.object({ keys: secret(z.array(storedKey)) }),
  unversioned: (_, keys) => ({ keys: keys === null ? undefined : JSON.parse(keys) }),
})

export async function readMapKeys(db: Db): Promise<StoredKey[]> {
  return (await mapKeySetting.read(db))?.keys ?? []
}

/** The key of a project, else the one of all projects. */
export async function findMapKey(db: Db, { provider, platform, project }: KeyPlace): Promise<string | null> {
  const fitting = (await readMapKeys(db)).filter(
    (each) => each.provider === provider && each.platform === platform,
  )
  const found =
    fitting.find((each) => each.project === project) ?? fitting.find((each) => each.project === '')
  return found?.key ?? null
}

/** @returns the id of the key, which is that of the one it replaces */
export async function saveMapKey(db: Db, place: KeyPlace, key: string, now: number): Promise<string> {
  let id: string = randomUUID()
  await mapKeySetting.change(db, now, (before) => {
    const isSame = (other: KeyPlace) =>
      other.provider === place.provider &&
      other.platform === place.platform &&
      other.project === place.project
    const [same, others] = [before?.keys.find(isSame), before?.keys.filter((each) => !isSame(each)) ?? []]
    id = same?.id ?? id
    return { keys: [...others, { ...place, id, key, changeTime: now }].sort(inOrder) }
  })
  return id
}

/** @returns what was removed; null: there was none */
export async function removeMapKey(db: Db, id: string, now: number): Promise<StoredKey | null> {
  let found: StoredKey | undefined
  await mapKeySetting.change(db, now, (before) => {
    found = before?.keys.find((each) => each.id === id)
    return before && { keys: before.keys.filter((each) => each.id !== id) }
  })
  return found ?? null
}

const orderOf = (provider: MapKeyProvider) => mapKeyProviders.indexOf(provider)
const inOrder = (a: StoredKey, b: StoredKey) =>
  orderOf(a.provider) - orderOf(b.provider) || a.project.localeCompare(b.project)
