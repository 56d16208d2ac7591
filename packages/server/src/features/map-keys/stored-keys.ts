import { randomUUID } from 'node:crypto'
import { type MapKeyProvider, mapKeyPlatforms, mapKeyProviders } from '@trackway/core/api/system/map-keys.ts'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { seal, unseal } from '../../platform/secrets.ts'

/** All keys are one sealed setting: there are few, and each is a secret. */
const settingName = 'mapKeys'

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

/** @param isLocked until the transaction ends nobody else changes them */
export async function readMapKeys(db: Db, isLocked = false): Promise<StoredKey[]> {
  const row = await db
    .selectFrom('platform_settings')
    .select('secret')
    .where('name', '=', settingName)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  const text = row?.secret ? unseal(row.secret, settingName) : null
  return text === null ? [] : z.array(storedKey).parse(JSON.parse(text))
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
  const all = await readMapKeys(db, true)
  const isSame = (other: KeyPlace) =>
    other.provider === place.provider && other.platform === place.platform && other.project === place.project
  const id = all.find(isSame)?.id ?? randomUUID()
  await write(db, [...all.filter((each) => !isSame(each)), { ...place, id, key, changeTime: now }], now)
  return id
}

/** @returns what was removed; null: there was none */
export async function removeMapKey(db: Db, id: string, now: number): Promise<StoredKey | null> {
  const all = await readMapKeys(db, true)
  const found = all.find((each) => each.id === id)
  if (!found) return null
  await write(
    db,
    all.filter((each) => each.id !== id),
    now,
  )
  return found
}

async function write(db: Db, keys: readonly StoredKey[], now: number): Promise<void> {
  const order = (provider: MapKeyProvider) => mapKeyProviders.indexOf(provider)
  const sorted = keys.toSorted(
    (a, b) => order(a.provider) - order(b.provider) || a.project.localeCompare(b.project),
  )
  const row = { value: '{}', secret: seal(JSON.stringify(sorted), settingName), change_time: now }
  await db
    .insertInto('platform_settings')
    .values({ name: settingName, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
