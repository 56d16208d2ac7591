import { expect, test } from 'vitest'
import { nearestDay } from './nearest-day.ts'

test.each([
  ['2026-11-18', '2026-11-16'],
  ['2026-11-30', '2026-11-20'],
  ['2026-11-01', '2026-11-15'],
])('%s has none: %s', (date, nearest) => {
  expect(nearestDay(['2026-11-20', '2026-11-15', '2026-11-16'], date)).toBe(nearest)
})

test('a vehicle that never reported has no day', () => {
  expect(nearestDay([], '2026-11-18')).toBeNull()
})
