import type { NbPlatform } from '@trackway/core/api/devices/nb-platforms.ts'
import type { Db } from '../../platform/database/database.ts'
import { seal, unseal } from '../../platform/secrets.ts'

/** Name of the setting, as it is told over the bus. */
export const settingName = 'nbPlatforms'

/** What an administrator set of one platform. */
export interface StoredPlatform {
  apiUrl: string | null
  appId: string
  productId: string | null
  serviceId: string
  method: string
  parameter: string
  certificate: string | null
  authority: string | null
}

export interface PlatformSecrets {
  secret?: string | undefined
  masterKey?: string | undefined
  privateKey?: string | undefined
}

export interface StoredPlatforms {
  /** This server's port for pushes, as platforms reach it. */
  pushBase: string
  /** What they push with. */
  pushKey: string
  platforms: { [name in NbPlatform]?: StoredPlatform & PlatformSecrets }
}

/** The address that platforms push to. */
export const pushUrlOf = ({ pushBase, pushKey }: StoredPlatforms): string =>
  `${pushBase.replace(/\/+$/, '')}/nbiot/${pushKey}`

/** @returns null where none was ever set, or its secrets cannot be opened */
export async function readNbPlatforms(db: Db): Promise<StoredPlatforms | null> {
  const row = await db
    .selectFrom('platform_settings')
    .select('secret')
    .where('name', '=', settingName)
    .executeTakeFirst()
  const text = row?.secret ? unseal(row.secret, settingName) : null
  return text === null ? null : (JSON.parse(text) as StoredPlatforms)
}

/** All of it is sealed: client certificates and addresses with a key are secrets, too. */
export async function writeNbPlatforms(db: Db, stored: StoredPlatforms, now: number): Promise<void> {
  const row = { value: '{}', secret: seal(JSON.stringify(stored), settingName), change_time: now }
  await db
    .insertInto('platform_settings')
    .values({ name: settingName, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
