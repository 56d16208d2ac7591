import { expect, test } from 'vitest'
import { calendarTime } from './time.ts'

test.each([
  [16, 2, 29, 0, 0, 0, true],
  [17, 2, 29, 0, 0, 0, false],
  [17, 2, 30, 0, 0, 0, false],
  [17, 13, 1, 0, 0, 0, false],
  [17, 0, 1, 0, 0, 0, false],
  [17, 1, 0, 0, 0, 0, false],
  [17, 1, 1, 24, 0, 0, false],
  [17, 1, 1, 0, 60, 0, false],
  [17, 1, 1, 0, 0, 60, false],
] as const)('date %i-%i-%i %i:%i:%i is possible: %s', (y, mo, d, h, mi, s, isPossible) => {
  expect(calendarTime(2000 + y, mo, d, h, mi, s) !== null).toBe(isPossible)
})
