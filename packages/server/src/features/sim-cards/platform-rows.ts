import { secretNames } from '@trackway/core/api/secret.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { providerNamed } from '../../platform/provider.ts'
import { isSealedAnew, type Resealed, seal, unseal } from '../../platform/secrets.ts'
import { openFields } from '../../platform/stored-setting.ts'
import type { SimPlatform } from './providers/sim-platform.ts'
import { simPlatforms } from './providers/sim-platforms.ts'

export type PlatformRow = Selectable<Tables['sim_platforms']>

const purpose = 'simPlatform'
/** Of tokens, which are told anew where they are lost. */
export const tokenPurpose = 'simToken'

/** How settings are stored: what may be read openly, and their secrets, sealed in one piece. */
export function storedColumns(provider: SimPlatform, settings: object) {
  const secrets = secretNames(provider.settings)
  const sealed = Object.entries(settings).filter(([name, value]) => secrets.includes(name) && value != null)
  return {
    settings: JSON.stringify(openFields(provider.settings, settings)),
    secret: sealed.length === 0 ? null : seal(JSON.stringify(Object.fromEntries(sealed)), purpose),
  }
}

/** Settings as they were given; secrets that no known key opens are missing. */
export function settingsOf({
  settings,
  secret,
}: Pick<PlatformRow, 'settings' | 'secret'>): Record<string, unknown> {
  const opened = secret && unseal(secret, purpose)
  return { ...settings, ...(opened === null ? null : JSON.parse(opened)) }
}

/** The provider of an account with its settings; null where it is gone, or takes other settings by now. */
export function providerOf(
  row: Pick<PlatformRow, 'provider' | 'settings' | 'secret'>,
): { provider: SimPlatform; settings: Record<string, unknown> } | null {
  const provider = providerNamed(simPlatforms, row.provider)
  const settings = settingsOf(row)
  return provider?.settings.safeParse(settings).success ? { provider, settings } : null
}

/** How long after a change the platforms of these accounts refuse another of the same card, by the accounts' ids. */
export async function changeGapOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('sim_platforms')
    .select(['id', 'provider', 'settings', 'secret'])
    .where(sql<boolean>`id = any(${ids}::int4[])`)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const found = providerOf(row)
      return found ? [[row.id, found.provider.changeGapMs(found.settings)] as const] : []
    }),
  )
}

/** Seals the secrets of accounts at operators' platforms with the present key. Tokens are asked for anew. */
export async function resealSimPlatforms(trx: Db): Promise<Resealed> {
  const rows = await trx
    .selectFrom('sim_platforms')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute()
  let [done, unreadable] = [0, 0]
  for (const { id, secret } of rows) {
    if (isSealedAnew(secret!, purpose)) continue
    const text = unseal(secret!, purpose)
    if (text === null) unreadable++
    else {
      await trx
        .updateTable('sim_platforms')
        .set({ secret: seal(text, purpose), token: null })
        .where('id', '=', id)
        .execute()
      done++
    }
  }
  return { done, unreadable }
}
