import { wallTime } from '@trackway/core/rules/wall-time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTime, periodBefore, type Rhythm } from './report-rhythm.ts'

const at = (text: string) => Date.parse(text)
const daily: Rhythm = { rhythm: 'daily', onDay: 1, atMinute: 8 * 60, timeZone: 'Asia/Shanghai' }
const weekly: Rhythm = { ...daily, rhythm: 'weekly', onDay: 1 }
const monthly: Rhythm = { ...daily, rhythm: 'monthly', onDay: 28 }

test.each([
  ['daily, before', daily, '2026-11-19T23:59:59Z', '2026-11-20T00:00:00Z'],
  ['daily, just then', daily, '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
  ['weekly on Mondays', weekly, '2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z'],
  ['weekly on Sundays', { ...weekly, onDay: 7 }, '2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['monthly', monthly, '2026-01-28T00:00:00Z', '2026-02-28T00:00:00Z'],
])('%s', (_what, rhythm, after, expected) => {
  expect(new Date(nextTime(rhythm, at(after))).toISOString()).toBe(new Date(expected).toISOString())
})

const newYork = { ...daily, timeZone: 'America/New_York' }
test.each([
  // Clocks go from 02:00 to 03:00 on 8 March, and from 02:00 back to 01:00 on 1 November.
  ['the day before', { ...newYork, atMinute: 150 }, '2026-03-07T00:00:00Z', '2026-03-07T07:30:00Z'],
  ['skipped', { ...newYork, atMinute: 150 }, '2026-03-08T05:00:00Z', '2026-03-08T07:30:00Z'],
  ['later that day', { ...newYork, atMinute: 480 }, '2026-03-08T05:00:00Z', '2026-03-08T12:00:00Z'],
  ['shown twice', { ...newYork, atMinute: 90 }, '2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z'],
  ['not again', { ...newYork, atMinute: 90 }, '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z'],
  [
    'midnight skipped',
    { ...daily, atMinute: 0, timeZone: 'Africa/Cairo' },
    '2026-04-23T12:00:00Z',
    '2026-04-23T22:00:00Z',
  ],
])('where clocks change: %s', (_what, rhythm, after, expected) => {
  expect(new Date(nextTime(rhythm, at(after))).toISOString()).toBe(new Date(expected).toISOString())
})

test('comes once a day, whatever the clocks do', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Asia/Shanghai', 'America/Santiago'),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: at('2026-01-01'), max: at('2026-12-01') }),
      (timeZone, atMinute, from) => {
        const days = new Set<string>()
        let time = from
        for (let i = 0; i < 20; i++) {
          time = nextTime({ ...daily, timeZone, atMinute }, time)
          days.add(wallTime(time, timeZone).slice(0, 10))
        }
        expect(days.size).toBe(20)
        expect(Math.round((time - from) / 86_400_000)).toBeGreaterThanOrEqual(19)
        expect(Math.round((time - from) / 86_400_000)).toBeLessThanOrEqual(20)
      },
    ),
    { numRuns: 50 },
  ))

test.each([
  ['daily', '2026-11-19T23:00:00Z', '2026-11-19', '2026-11-19'],
  ['weekly', '2026-11-20T00:00:00Z', '2026-11-09', '2026-11-15'],
  ['weekly', '2026-11-22T16:00:00Z', '2026-11-16', '2026-11-22'],
  ['monthly', '2026-03-01T00:00:00Z', '2026-02-01', '2026-02-28'],
  ['monthly', '2026-01-15T00:00:00Z', '2025-12-01', '2025-12-31'],
] as const)('what ended %s before %s', (rhythm, time, first, last) => {
  expect(periodBefore({ rhythm, timeZone: 'Asia/Shanghai' }, at(time))).toEqual({ first, last })
})
