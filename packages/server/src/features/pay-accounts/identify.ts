import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { PayFailure, type PayProvider } from './providers/pay-provider.ts'
import { findPayAccountRow } from './queries.ts'
import { connectTo, payAccounts } from './stored-accounts.ts'

const timeoutMs = 5_000

/**
 * Asks a provider whose account settings open.
 * @returns null: settings say it themselves, or the provider does not say
 */
export async function identify(
  provider: PayProvider,
  settings: Record<string, unknown>,
): Promise<string | null> {
  if (provider.accountKey === undefined || settings[provider.accountKey] == null) return null
  const baseUrl = processSettings.payUrls[provider.name]
  const client = connectTo(provider.name, settings, { now: Date.now, timeoutMs, ...(baseUrl && { baseUrl }) })
  try {
    return (await client?.identity?.()) ?? null
  } catch (error) {
    // A key may be meant for payments alone.
    if (error instanceof PayFailure) return null
    throw error
  }
}

export interface IdentityChange {
  identity: string | null
  /** The new settings open the account that the stored ones do. */
  isSame: boolean
  /** When what was compared was stored. */
  changeTime: number
}

/**
 * Compares whose account new settings open with whose the stored ones do. It asks the provider: not to be done in a
 * transaction.
 * @throws {Refusal} `notFound`
 */
export async function compareIdentity(
  db: Db,
  scope: Scope,
  { id, provider, settings }: { id: number; provider: PayProvider; settings: Record<string, unknown> },
): Promise<IdentityChange> {
  const row = await findPayAccountRow(db, scope, id)
  const kept = { identity: row.identity, isSame: true, changeTime: row.change_time }
  const { accountKey } = provider
  const before = payAccounts.settingsOf(row)
  const isReplaced =
    accountKey !== undefined && settings[accountKey] != null && settings[accountKey] !== before[accountKey]
  if (!isReplaced) return kept
  const identity = await identify(provider, settings)
  // A stored key that nobody can open any more asks for nothing either.
  if (row.identity === null && before[accountKey] == null) return { ...kept, identity }
  const known = row.identity ?? (await identify(provider, before))
  return { ...kept, identity, isSame: identity !== null && identity === known }
}
