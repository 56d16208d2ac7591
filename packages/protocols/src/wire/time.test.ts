import { expect, test } from 'vitest'
import { believable, calendarTime } from './time.ts'

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

const now = Date.UTC(2026, 10, 28, 12)
const dayMs = 86_400_000
const rolloverMs = 1_024 * 7 * dayMs

test.each([
  ['today 1,024 weeks ago', now - rolloverMs, true, now],
  ['the same of a clock without a fix', now - rolloverMs, false, now],
  ['five days ago 1,024 weeks ago', now - 5 * dayMs - rolloverMs, true, now - 5 * dayMs],
  ['the same without a fix, where no satellite vouches for it', now - 5 * dayMs - rolloverMs, false, null],
  ['a date that would be to come', Date.UTC(2008, 8, 23), true, null],
  ['the first of January of a clock that was never set', Date.UTC(2004, 0, 1, 0, 3), true, null],
  ['a date of the time of these devices', Date.UTC(2012, 4, 3), true, Date.UTC(2012, 4, 3)],
  ['more than a day ahead', now + dayMs + 1, true, null],
  ['no number', Number.NaN, true, null],
] as const)('what %s means', (_, time, isFix, instant) => {
  expect(believable(time, now, isFix)).toBe(instant)
})
