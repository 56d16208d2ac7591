import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { storedAccounts } from '../../platform/outbound/stored-accounts.ts'
import { providerNamed } from '../../platform/provider.ts'
import type { SealedColumn } from '../../platform/secrets.ts'
import type { SimPlatform, SimTools } from './providers/sim-platform.ts'
import { simPlatforms } from './providers/sim-platforms.ts'

/** Made of what is stored to see whether anything is missing; nobody is asked by it. */
export const noTools: SimTools = {
  now: Date.now,
  takeTurn: () => Promise.reject(new Error('nobody is asked here')),
  withToken: () => Promise.reject(new Error('nobody is asked here')),
}

export type PlatformRow = Selectable<Tables['sim_platforms']>

export const simAccounts = storedAccounts('sim_platforms', 'simPlatform')
export const simTokens: SealedColumn = { table: 'sim_platforms', column: 'token', purpose: 'simToken' }

/** The provider of an account with its settings; null where it is gone, or takes other settings by now. */
export function providerOf(
  row: Pick<PlatformRow, 'provider' | 'settings' | 'secret'>,
): { provider: SimPlatform; settings: Record<string, unknown> } | null {
  const provider = providerNamed(simPlatforms, row.provider)
  const settings = simAccounts.settingsOf(row)
  return provider?.settings.safeParse(settings).success ? { provider, settings } : null
}

/**
 * How long after a change the platforms of these accounts refuse another of the same card, by the accounts' ids; of those
 * that can be asked.
 */
export async function changeGapOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('sim_platforms')
    .select(['id', 'provider', 'settings', 'secret'])
    .where('is_enabled', '=', true)
    .where(sql<boolean>`id = any(${ids}::int4[])`)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const found = providerOf(row)
      return found?.provider.connect(found.settings, noTools)
        ? [[row.id, found.provider.changeGapMs(found.settings)] as const]
        : []
    }),
  )
}
