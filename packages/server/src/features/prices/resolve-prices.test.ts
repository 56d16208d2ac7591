import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolvePrices, shareAmount } from './resolve-prices.ts'

const none = { amount: null, floor: null }

test('what is not set is inherited, and an agent pays the price above unless another was set for it', () => {
  const platform = { amount: 1000, floor: null }
  expect(resolvePrices([platform, none, none]).map(({ cost, sold }) => [cost, sold])).toEqual([
    [0, 1000],
    [1000, 1000],
    [1000, 1000],
  ])
  const levels = resolvePrices([platform, { amount: 1500, floor: 700 }, { amount: 1800, floor: null }])
  expect(levels.map(({ cost, sold }) => [cost, sold])).toEqual([
    [0, 1000],
    [700, 1500],
    [1500, 1800],
  ])
  expect(shareAmount(1800, levels)).toEqual([300, 800, 700])
})

test('a floor that rises lifts the prices that would be below it', () => {
  const levels = resolvePrices([
    { amount: 1000, floor: null },
    { amount: 900, floor: 1200 },
    { amount: 950, floor: 100 },
  ])
  expect(levels.map(({ cost, sold }) => [cost, sold])).toEqual([
    [0, 1000],
    [1200, 1200],
    [1200, 1200],
  ])
})

test('nothing is sold while nobody says what the platform gets', () => {
  const [, agent] = resolvePrices([none, { amount: 1500, floor: null }])
  expect(agent).toEqual({ price: 1500, cost: null, sold: null })
  expect(resolvePrices([none, { amount: 1500, floor: 700 }])[1]?.sold).toBe(1500)
})

test('shares of a sale add up to its amount, and nobody loses by it', () => {
  const amount = fc.option(fc.integer({ min: 1, max: 1e9 }))
  fc.assert(
    fc.property(fc.array(fc.record({ amount, floor: amount }), { minLength: 1, maxLength: 8 }), (own) => {
      const levels = resolvePrices(own)
      const seller = levels.at(-1)!
      if (seller.sold !== null) {
        const shares = shareAmount(seller.sold, levels)
        expect(shares).toHaveLength(levels.length)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(seller.sold)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }
      // The last as a buyer for itself.
      if (seller.cost !== null && levels.length > 1) {
        const shares = shareAmount(seller.cost, levels.slice(0, -1))
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(seller.cost)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
