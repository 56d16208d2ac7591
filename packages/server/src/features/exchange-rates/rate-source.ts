import type { Db } from '../../platform/database/database.ts'
import { providerNamed, settingsOfOne } from '../../platform/provider.ts'
import { storedSetting } from '../../platform/stored-setting.ts'
import { rateProviders } from './providers/rate-providers.ts'
import { keepRates } from './queries.ts'

export const rateSourceSettings = settingsOfOne(rateProviders, 'provider', {})

/** The daily source that is switched on. */
export const rateSource = storedSetting({
  name: 'rateSource',
  version: 1,
  schema: rateSourceSettings,
  unversioned: (value) => value,
})

/**
 * Takes the newest rates from the source.
 * @returns null where none is switched on
 * @throws {RatesFailed}
 */
export async function fetchRates(db: Db, now: number): Promise<{ day: string; count: number } | null> {
  const stored = await rateSource.read(db)
  if (stored === null) return null
  const { provider, ...settings } = stored
  const rates = await providerNamed(rateProviders, provider)!.fetchRates(settings)
  return { day: rates.day, count: await keepRates(db, provider, rates, now) }
}
