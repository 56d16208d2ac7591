import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossRate, isRate, usdCents } from './rates.ts'

test('a rate is a decimal above zero', () => {
  for (const text of ['1', '0.1379', '161.86', '0.000000000001']) expect(isRate(text)).toBe(true)
  for (const text of ['', '0', '0.00', '-1', '1e3', '.5', '1,2', '1.0000000000001'])
    expect(isRate(text)).toBe(false)
})

test('rates are crossed by their digits', () => {
  // One euro is 1.0787 dollars and 161.86 yen.
  expect(crossRate('1.0787', '161.86')).toBe('0.0066644013')
  expect(crossRate('1.0787', '1')).toBe('1.0787')
  expect(crossRate('1.0787', '1.0787')).toBe('1')
  expect(crossRate('3', '0.0001')).toBe('30000')
  expect(crossRate('2', '3')).toBe('0.6666666667')
})

test('amounts are told in cents by their digits, half a cent up', () => {
  expect(usdCents(1999, 'USD', '1')).toBe(1999)
  expect(usdCents(1999, 'CNY', '0.1379')).toBe(276)
  expect(usdCents(5000, 'JPY', '0.0066644013')).toBe(3332)
  // As floats 1.005 × 100 is 100.49999999999999.
  expect(usdCents(100, 'EUR', '1.005')).toBe(101)
  expect(usdCents(-100, 'EUR', '1.005')).toBe(-101)
  fc.assert(
    fc.property(fc.nat(1e12), (amount) => {
      expect(usdCents(amount, 'EUR', '1')).toBe(amount)
    }),
  )
})
