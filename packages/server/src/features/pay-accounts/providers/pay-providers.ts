import type { PayProvider } from './pay-provider.ts'

/** The payment providers. */
export const payProviders: readonly PayProvider[] = []
