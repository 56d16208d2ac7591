import { expect, test } from 'vitest'
import { shownUnit } from './units.ts'

test.each([
  ['imperial', 'km/h', 112.65408, 70, 'mph'],
  ['us', 'km', 42.195, 26.2188, 'mi'],
  ['us', 'm', 1, 3.2808, 'ft'],
  ['imperial', 'L', 50, 10.9985, 'gal'],
  ['us', 'L', 50, 13.2086, 'gal'],
  ['us', '°C', -40, -40, '°F'],
  ['us', '°C', 100, 212, '°F'],
  ['imperial', '°C', 20, 20, '°C'],
  ['us', 'kPa', 230, 230, 'kPa'],
  ['metric', 'km/h', 80, 80, 'km/h'],
] as const)('in %s units %s %d is %d %s', (system, unit, value, shown, name) => {
  const found = shownUnit(system, unit)
  expect(found.name).toBe(name)
  expect(found.of(value)).toBeCloseTo(shown, 3)
})
