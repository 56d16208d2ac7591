import { dayAt } from '@trackway/core/rules/local-days.ts'
import { expect, test } from 'vitest'
import { tickLabels } from './chart/use-tick-label.ts'
import { instantsOf, presetOf, presetRange, readRange } from './day-range.ts'

const now = Date.parse('2026-03-29T22:30:00Z')

test.each([
  { timeZone: 'Asia/Shanghai', today: '2026-03-30' },
  { timeZone: 'Europe/Paris', today: '2026-03-30' },
  { timeZone: 'America/Sao_Paulo', today: '2026-03-29' },
])('today in $timeZone', ({ timeZone, today }) => {
  expect(presetRange('today', now, timeZone)).toEqual({ first: today, last: today })
})

test('the day clocks are put forward has 23 hours, the day they are put back 25', () => {
  const hours = (day: string) => {
    const { from, to } = instantsOf({ first: day, last: day }, 'Europe/Paris')
    return (to + 1 - from) / 3_600_000
  }
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')]).toEqual([23, 25, 24])
})

test('a day begins at local midnight', () => {
  const { from } = instantsOf({ first: '2026-07-14', last: '2026-07-14' }, 'Asia/Kolkata')
  expect(new Date(from).toISOString()).toBe('2026-07-13T18:30:00.000Z')
  expect(dayAt(from, 'Asia/Kolkata')).toBe('2026-07-14')
})

test('finds the preset of a range again', () => {
  expect(presetOf(presetRange('week', now, 'UTC'), now, 'UTC')).toBe('week')
  expect(presetOf({ first: '2020-01-01', last: '2020-01-01' }, now, 'UTC')).toBeNull()
})

test.each([
  ['2026-01-01', '2026-03-31', true],
  ['2026-01-01', '2026-04-01', false],
  ['2026-02-02', '2026-02-01', false],
  ['2026-02-31x', '2026-02-31x', false],
  [undefined, undefined, false],
])('a link from %s to %s', (first, last, isGood) => {
  expect(readRange(first, last) !== null).toBe(isGood)
})

test('marks of the time axis stand at whole local hours', () => {
  const { ticks } = tickLabels('en-GB', 'Asia/Kolkata')
  const from = Date.parse('2026-07-13T18:30:00Z')
  expect(ticks(from, from + 7_200_000, 3_600_000).map(({ label }) => label)).toEqual([
    '14 Jul',
    '01:00',
    '02:00',
  ])
})
