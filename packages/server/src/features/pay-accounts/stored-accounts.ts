import { storedAccounts } from '../../platform/outbound/stored-accounts.ts'
import { providerNamed } from '../../platform/provider.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import type { ClientTools, PayClient, PayProvider } from './providers/pay-provider.ts'
import { payProviders } from './providers/pay-providers.ts'

export const payAccounts = storedAccounts('pay_accounts', 'payAccount')

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
