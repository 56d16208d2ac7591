import { expect, test } from 'vitest'
import { idFault } from './device-ids.ts'

test.each([
  ['860123456789012', 'gt06', 'usual', null],
  ['123456', 'gt06', 'usual', 'imei'],
  ['BALLESTEROS3', 'gt06', 'usual', 'imei'],
  ['BALLESTEROS3', 'tk103', 'usual', null],
  ['123456', 'osmand', 'usual', null],
  ['860123456789012', 'jt808', 'usual', 'id808'],
  ['13912345678', 'jt808', 'usual', null],
  ['860123456789012', 'jt808', 'long', null],
  ['13912345678', 'jt808', 'long', null],
  ['00000086012345678901', 'jt808', 'long', null],
  ['000000860123456789012', 'jt808', 'long', 'id808Long'],
  ['TRUCK', 'jt808', 'long', 'id808Long'],
] as const)('%s as the id of a %s device with %s ids: %s', (id, wire, ids, fault) => {
  expect(idFault(id, { wire, ids })).toBe(fault)
})

test('while no type is chosen any id may be entered', () => {
  expect(idFault('123456', undefined)).toBeNull()
})
