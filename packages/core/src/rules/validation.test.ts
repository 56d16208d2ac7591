import { expect, test } from 'vitest'
import { iccidPattern, isImei, terminalIdPattern, usernamePattern } from './validation.ts'

const ones = (length: number) => '1'.repeat(length)

test.each([
  [
    'a terminal id',
    terminalIdPattern,
    [ones(7), ones(11), ones(15), ones(20)],
    [ones(6), ones(21), '123456a', ''],
  ],
  [
    'a user name',
    usernamePattern,
    ['ab', '王明', 'a.b-c_d@e', 'x'.repeat(40)],
    ['a', 'x'.repeat(41), 'a b', 'a/b'],
  ],
  ['an ICCID', iccidPattern, [ones(19), ones(20), `${ones(18)}Ab`], [ones(18), ones(21), `${ones(17)}AAA`]],
])('%s', (_name, pattern, good, bad) => {
  expect(good.filter((text) => !pattern.test(text))).toEqual([])
  expect(bad.filter((text) => pattern.test(text))).toEqual([])
})

test('an IMEI ends with its Luhn digit', () => {
  expect(['490154203237518', '356938035643809'].every(isImei)).toBe(true)
  expect(['490154203237519', '000000000000000', '49015420323751'].some(isImei)).toBe(false)
})
