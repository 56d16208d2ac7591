import { expect, test } from 'vitest'
import { idOfSerial, rangeOfIds, serialOfId } from './ids.ts'

const imei = { prefix: '86012304', digits: 6, hasCheckDigit: true }

test.each([
  [1, '860123040000019'],
  [2, '860123040000027'],
  [999_999, '860123049999997'],
])('serial %i of a type allocation code is IMEI %s', (serial, id) => {
  expect(idOfSerial(imei, serial)).toBe(id)
  expect(serialOfId(imei, id)).toBe(serial)
})

test('an id of another scheme, or with a wrong check digit, has no serial', () => {
  expect(serialOfId(imei, '860123040000018')).toBeNull()
  expect(serialOfId(imei, '860123050000019')).toBeNull()
  expect(serialOfId(imei, '86012304000001')).toBeNull()
})

const range = (
  prefix: string,
  digits: number,
  firstSerial: number,
  lastSerial: number,
  hasCheckDigit = false,
) => ({
  prefix,
  digits,
  hasCheckDigit,
  firstSerial,
  lastSerial,
})

test.each([
  ['imei', '860123040000019', '86012304999999', false, range('86012304', 6, 1, 999_999, true)],
  ['id808', '13900000000', '13900009999', false, range('1390000', 4, 0, 9_999)],
  ['id808', '09999999999999999995', '09999999999999999999', false, range('0999999999999999999', 1, 5, 9)],
  ['own', 'TW-000100', 'TW-000199', false, range('TW-0001', 2, 0, 99)],
  ['own', '7000011', '7000029', true, range('70000', 1, 1, 2, true)],
] as const)('%s from %s to %s', (kind, first, last, hasCheckDigit, expected) =>
  expect(rangeOfIds(kind, first, last, hasCheckDigit)).toEqual(expected),
)

test.each([
  ['imei', '860123040000018', '86012304999999', false, 'firstId luhn'],
  ['imei', '86012304000001', '86012305000001', false, 'lastId tacDiffers'],
  ['imei', '8601230400', '86012304999999', false, 'firstId imei15'],
  ['imei', '86012304000002', '86012304000001', false, 'lastId idOrder'],
  ['id808', '1390000000', '13900009999', false, 'firstId id808Form'],
  ['id808', '13900000000', '139000099990', false, 'lastId idLengths'],
  ['id808', '13900000000', '13999999999', false, 'lastId idRangeTooLarge'],
  ['own', 'AB000001', 'AC000001', false, 'lastId idForm'],
  ['own', '7000015', '7000023', true, 'firstId luhn'],
] as const)('%s from %s to %s is refused', (kind, first, last, hasCheckDigit, fault) => {
  const { field, reason } = rangeOfIds(kind, first, last, hasCheckDigit) as { field: string; reason: string }
  expect(`${field} ${reason}`).toBe(fault)
})
