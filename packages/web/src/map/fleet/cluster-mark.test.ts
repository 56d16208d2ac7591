import { expect, test } from 'vitest'
import { clusterRadiusPx, shortCount } from './cluster-mark.ts'

test.each([
  [2, '2'],
  [999, '999'],
  [1000, '1.0k'],
  [1999, '1.9k'],
  [10_000, '10k'],
  [99_999, '99k'],
])('%d devices are written %s', (count, text) => expect(shortCount(count)).toBe(text))

test('the more, the larger, up to 60 px across', () => {
  expect(clusterRadiusPx(10)).toBeGreaterThan(clusterRadiusPx(2))
  expect(clusterRadiusPx(1_000_000)).toBe(30)
})
