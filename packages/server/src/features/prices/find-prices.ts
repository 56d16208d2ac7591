import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { DurationId } from '@trackway/core/codes/durations.ts'
import type { Db } from '../../platform/database/database.ts'
import { readLevels, readOwnPrices } from './read-levels.ts'
import { resolvePrices, shareAmount } from './resolve-prices.ts'

export interface UnitPrice {
  amount: number
  /** From the seller upwards, in the order of {@link Sale.shareAccountIds}; they add up to the amount. */
  shares: number[]
}

export interface Sale {
  /** Null: the platform. */
  sellerId: number | null
  sellerName: string
  /** From the seller upwards; the platform (null) last. */
  shareAccountIds: (number | null)[]
}

/**
 * What renewing devices of these types costs a buyer, by currency and type. Types that have no price in a currency are
 * left out. An agent buys for itself from the level above, at what it pays for those that it sells.
 */
export async function findPrices(
  db: Db,
  buyerId: number,
  duration: DurationId,
  deviceTypeIds: readonly number[],
): Promise<{ sale: Sale; prices: Map<Currency, Map<number, UnitPrice>> }> {
  const levels = await readLevels(db, buyerId)
  const own = await readOwnPrices(db, levels, { duration, deviceTypeIds })
  const isOwnBuyer = levels.at(-1)!.id === buyerId
  const sellers = isOwnBuyer ? levels.slice(0, -1) : levels
  const prices = new Map<Currency, Map<number, UnitPrice>>()
  for (const currency of own.currencies)
    for (const deviceTypeId of new Set(deviceTypeIds)) {
      const resolved = resolvePrices(own.ofType(deviceTypeId, duration, currency))
      const buyer = resolved.at(-1)!
      const amount = isOwnBuyer ? buyer.cost : buyer.sold
      if (amount === null) continue
      const shares = shareAmount(amount, resolved.slice(0, sellers.length))
      const byType = prices.get(currency) ?? new Map<number, UnitPrice>()
      prices.set(currency, byType.set(deviceTypeId, { amount, shares }))
    }
  const seller = sellers.at(-1)!
  return {
    sale: {
      sellerId: seller.id,
      sellerName: seller.name,
      shareAccountIds: sellers.map(({ id }) => id).toReversed(),
    },
    prices,
  }
}
