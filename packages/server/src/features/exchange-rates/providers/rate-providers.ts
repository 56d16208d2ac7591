import { ecb } from './ecb.ts'
import type { RateProvider } from './rate-provider.ts'

/** The daily sources of exchange rates. */
export const rateProviders: readonly RateProvider[] = [ecb]
