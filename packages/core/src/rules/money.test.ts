import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyCodes } from '../codes/currencies.ts'
import { amountText, discountOf, readAmount, splitAmount } from './money.ts'

test('amounts are written and read by their digits', () => {
  expect(amountText(1999, 'USD')).toBe('19.99')
  expect(amountText(5, 'USD')).toBe('0.05')
  expect(amountText(-150, 'CNY')).toBe('-1.50')
  expect(amountText(1999, 'JPY')).toBe('1999')
  // As floats these are 1998.9999999999998 and 100.49999999999999.
  expect(readAmount('19.99', 'USD')).toBe(1999)
  expect(readAmount('1.005', 'USD')).toBeNull()
  expect(readAmount('1.50', 'JPY')).toBeNull()
  expect(readAmount('150.00', 'JPY')).toBe(150)
  for (const text of ['', '1,50', '1e3', '.5', '0x10', 'NaN']) expect(readAmount(text, 'USD')).toBeNull()
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.constantFrom(...currencyCodes),
      (amount, currency) => {
        expect(readAmount(amountText(amount, currency), currency)).toBe(amount)
      },
    ),
  )
})

test('a discount of the total is split by the largest remainders', () => {
  // Three of 29.99 at 33.33 %: the values of reference books of money.
  expect(discountOf(3 * 2999, 3333)).toBe(2999)
  expect(splitAmount(3 * 2999 - 2999, [2999, 2999, 2999])).toEqual([2000, 1999, 1999])
})

test('parts add up to the amount, and none is greater than what it is a part of', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1e9), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 0, max: 10_000 }),
      (weights, basisPoints) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0)
        const amount = total - discountOf(total, basisPoints)
        const parts = splitAmount(amount, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        for (const [n, part] of parts.entries()) expect(part).toBeLessThanOrEqual(weights[n]!)
      },
    ),
  )
})
