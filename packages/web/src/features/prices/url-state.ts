import { readAccount } from '../../ui/list/list-url.ts'

/** Whose prices, in which currency, and a model that is shown along with those that have a price of their own. */
export interface PricesUrl {
  userId?: number | undefined
  currency?: string | undefined
  deviceType?: number | undefined
}

export const readPricesUrl = (raw: Record<string, unknown>): PricesUrl => ({
  ...readAccount(raw),
  currency: typeof raw.currency === 'string' ? raw.currency : undefined,
  deviceType: typeof raw.deviceType === 'number' ? raw.deviceType : undefined,
})
