/** What is set at one level for a type of devices, a duration and a currency; null: inherited. */
export interface OwnPrice {
  amount: number | null
  floor: number | null
}

/** What counts at a level; null: it is sold there in no way. */
interface LevelPrice {
  /** Set there or above, which may be below what it pays itself. */
  price: number | null
  /** What it pays to the level above for each renewal that it sells. The platform pays nobody. */
  cost: number | null
  /** What its customers pay: never less than the cost. */
  sold: number | null
}

/**
 * What counts at each level, from the platform, whose floor means nothing, down to an agent. An agent pays what was set
 * for it, or else the price of the level above, and never less than that level pays itself: nobody loses by a sale.
 * Without a way to say what the platform gets, there is no sale.
 */
export function resolvePrices(levels: readonly OwnPrice[]): LevelPrice[] {
  const resolved: LevelPrice[] = []
  for (const { amount, floor } of levels) {
    const above = resolved.at(-1)
    const price = amount ?? above?.price ?? null
    const cost = above === undefined ? 0 : greater(floor ?? above.price, above.cost)
    resolved.push({ price, cost, sold: greater(price, cost) })
  }
  return resolved
}

/**
 * How an amount is divided among the seller and all above it.
 * @param levels of the platform, …, the seller: all have a cost
 * @returns from the seller upwards; they add up to the amount, and none is negative where it is not below the seller's cost
 */
export function shareAmount(amount: number, levels: readonly LevelPrice[]): number[] {
  const costs = levels.map(({ cost }) => cost ?? 0).toReversed()
  return costs.map((cost, n) => (n === 0 ? amount : costs[n - 1]!) - cost)
}

const greater = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b)
