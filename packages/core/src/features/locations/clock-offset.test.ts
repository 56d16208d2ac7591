import { expect, test } from 'vitest'
import { clockOffsetMinutes } from './clock-offset.ts'

const minuteMs = 60_000
const now = Date.UTC(2026, 10, 28)
/** Reports that came two minutes after each other, by how many minutes their dates are ahead. */
const reports = (...ahead: number[]) =>
  ahead.map((minutes, n) => {
    const serverTime = now - 2 * n * minuteMs
    return { serverTime, fixTime: serverTime + minutes * minuteMs }
  })

test.each([
  ['5:30 ahead', reports(330, 329.5, 330, 328, 331), 330],
  ['eight hours behind', reports(-480, -481, -480, -480, -480), -480],
  ['right', reports(0, -1, 0, 0, -2), null],
  ['kept back, and sent in one go', reports(-300, -302, -304, -306, -308), null],
  ['at odds', reports(330, 330, 0, 330, 330), null],
  ['too few', reports(330, 330, 330), null],
  ['no zone', reports(900, 900, 900, 900, 900), null],
] as const)('a clock that is %s', (_, arrivals, offset) => {
  expect(clockOffsetMinutes(arrivals)).toBe(offset)
})

test('what came all at once tells nothing', () => {
  const atOnce = reports(330, 330, 330, 330, 330).map(() => ({
    serverTime: now,
    fixTime: now + 330 * minuteMs,
  }))
  expect(clockOffsetMinutes(atOnce)).toBeNull()
})
