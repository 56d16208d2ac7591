import { secretNames } from '@trackway/core/api/secret.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { providerNamed } from '../../platform/provider.ts'
import { isSealedAnew, type Resealed, seal, unseal } from '../../platform/secrets.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { openFields } from '../../platform/stored-setting.ts'
import type { ClientTools, PayClient, PayProvider } from './providers/pay-provider.ts'
import { payProviders } from './providers/pay-providers.ts'

type PayAccountRow = Selectable<Tables['pay_accounts']>

const purpose = 'payAccount'

/** Sandboxes, and the test environments of providers, move no money: only where no real money is expected. */
const allowsSandboxes = () => processSettings.paySandbox || process.env.NODE_ENV !== 'production'

/** Does no money move there? */
export const isSandboxProvider = (name: string): boolean =>
  providerNamed(payProviders, name)?.isSandbox === true

/** The payment providers that are offered here. */
export const offeredPayProviders = (): readonly PayProvider[] =>
  payProviders.filter(({ isSandbox }) => !isSandbox || allowsSandboxes())

/** May it be used here with these settings? */
export const isOffered = (provider: PayProvider, settings: object): boolean =>
  allowsSandboxes() || !(provider.isSandbox || provider.isTest(settings))

/** How settings are stored: what may be read openly, and their secrets, sealed in one piece. */
export function storedColumns(provider: PayProvider, settings: object) {
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
}: Pick<PayAccountRow, 'settings' | 'secret'>): Record<string, unknown> {
  const opened = secret && unseal(secret, purpose)
  return { ...settings, ...(opened === null ? null : JSON.parse(opened)) }
}

/**
 * @returns null where a secret is missing, the provider or its test environment is not offered here, or it takes other
 *   settings by now
 */
export function connectTo(
  providerName: string,
  settings: Record<string, unknown>,
  tools: ClientTools = { now: Date.now },
): PayClient | null {
  const provider = providerNamed(payProviders, providerName)
  if (!provider?.settings.safeParse(settings).success || !isOffered(provider, settings)) return null
  return provider.connect(settings, tools)
}

/** Seals the secrets of accounts at payment providers with the present key. */
export async function resealPayAccounts(trx: Db): Promise<Resealed> {
  const rows = await trx
    .selectFrom('pay_accounts')
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
        .updateTable('pay_accounts')
        .set({ secret: seal(text, purpose) })
        .where('id', '=', id)
        .execute()
      done++
    }
  }
  return { done, unreadable }
}
