import { expect, test } from 'vitest'
import { displayName } from './device-order.ts'

test.each([
  [{ carNumber: '粤B12345', nickname: 'Truck 7' }, '粤B12345'],
  [{ carNumber: null, nickname: 'Truck 7' }, 'Truck 7'],
  [{ carNumber: '', nickname: null }, '867520000000001'],
])('a device with %j is called %s', (names, name) =>
  expect(displayName({ terminalID: '867520000000001', ...names })).toBe(name),
)
