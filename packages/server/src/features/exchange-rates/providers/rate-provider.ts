import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { z } from 'zod'
import type { Provider, ProviderParts } from '../../../platform/provider.ts'

/** What units of currencies are worth in US dollars on a day, as decimals. */
export interface DayRates {
  /** `YYYY-MM-DD`. */
  day: string
  usdRates: Map<Currency, string>
}

/** Somebody who says what currencies are worth, once a day. */
export interface RateProvider extends Provider {
  /** @throws {RatesFailed} */
  fetchRates(stored: object): Promise<DayRates>
}

/** There was no answer, or none that could be read. */
export class RatesFailed extends Error {}

interface RateProviderParts<S extends z.ZodObject> extends ProviderParts<S> {
  fetchRates(settings: z.output<S>): Promise<DayRates>
}

export const rateProvider = <S extends z.ZodObject>(parts: RateProviderParts<S>): RateProvider => ({
  ...parts,
  fetchRates: (stored) => parts.fetchRates(parts.settings.parse(stored)),
})
