import { secretNames } from '@trackway/core/api/secret.ts'
import type { Provider } from '../provider.ts'
import { type SealedColumn, seal, unseal } from '../secrets.ts'
import { openFields } from '../stored-setting.ts'

/** An account at a service outside, as it is stored. */
interface StoredAccount {
  settings: Record<string, unknown>
  secret: Buffer | null
}

/**
 * Accounts at services outside: rows of a table with the settings of a provider, what may be read openly in `settings`,
 * and their secrets, sealed in one piece, in `secret`.
 */
export interface StoredAccounts {
  /** How settings are stored. */
  columnsOf(
    provider: Pick<Provider, 'settings'>,
    settings: object,
  ): { settings: string; secret: Buffer | null }
  /** Settings as they were given; secrets that no known key opens are missing. */
  settingsOf(row: StoredAccount): Record<string, unknown>
  secrets: SealedColumn
}

/** @param purpose what the secrets are sealed for */
export const storedAccounts = (table: string, purpose: string): StoredAccounts => ({
  columnsOf({ settings: schema }, settings) {
    const secrets = secretNames(schema)
    const sealed = Object.entries(settings).filter(([name, value]) => secrets.includes(name) && value != null)
    return {
      settings: JSON.stringify(openFields(schema, settings)),
      secret: sealed.length === 0 ? null : seal(JSON.stringify(Object.fromEntries(sealed)), purpose),
    }
  },

  settingsOf({ settings, secret }) {
    const opened = secret && unseal(secret, purpose)
    return { ...settings, ...(opened === null ? null : JSON.parse(opened)) }
  },

  secrets: { table, column: 'secret', purpose },
})
