import { expect, test } from 'vitest'
import { idFault } from './device-ids.ts'

test.each([
  ['860123456789012', 'gt06', null],
  ['123456', 'gt06', 'imei'],
  ['BALLESTEROS3', 'gt06', 'imei'],
  ['BALLESTEROS3', 'tk103', null],
  ['123456', 'osmand', null],
  ['123456', '', null],
  ['860123456789012', 'jt808', 'id808'],
])('%s as the id of a %s device: %s', (id, wire, fault) => {
  expect(idFault(id, wire)).toBe(fault)
})
