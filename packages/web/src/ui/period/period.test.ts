import { dayAt } from '@trackway/core/rules/local-days.ts'
import { expect, test } from 'vitest'
import {
  instantsOf,
  type PeriodPreset,
  pastMonths,
  presetOf,
  presetPeriod,
  previousPeriod,
  readPeriod,
  withFirst,
  withLast,
} from './period.ts'

/** 2 March in Shanghai, still 1 March in London and São Paulo. */
const now = Date.parse('2024-03-01T20:00:00Z')
const presets = ['today', 'yesterday', 'sevenDays', 'thirtyOneDays', 'thisMonth', 'lastMonth'] as const

test.each<[PeriodPreset, string, string, string]>([
  ['thisQuarter', 'Asia/Shanghai', '2024-01-01', '2024-03-02'],
  ['lastQuarter', 'Asia/Shanghai', '2023-10-01', '2023-12-31'],
  ['2023-12-01', 'Asia/Shanghai', '2023-12-01', '2023-12-31'],
  ['2024-02-01', 'Asia/Shanghai', '2024-02-01', '2024-02-29'],
  ['today', 'Asia/Shanghai', '2024-03-02', '2024-03-02'],
  ['today', 'Europe/London', '2024-03-01', '2024-03-01'],
  ['yesterday', 'America/Sao_Paulo', '2024-02-29', '2024-02-29'],
  ['threeDays', 'Asia/Shanghai', '2024-02-29', '2024-03-02'],
  ['sevenDays', 'Asia/Shanghai', '2024-02-25', '2024-03-02'],
  ['thirtyDays', 'Asia/Shanghai', '2024-02-02', '2024-03-02'],
  ['thirtyOneDays', 'Asia/Shanghai', '2024-02-01', '2024-03-02'],
  ['thisMonth', 'Asia/Shanghai', '2024-03-01', '2024-03-02'],
  ['lastMonth', 'Asia/Shanghai', '2024-02-01', '2024-02-29'],
])('%s in %s', (preset, timeZone, first, last) => {
  expect(presetPeriod(preset, now, timeZone)).toEqual({ first, last })
  expect(presetOf([preset], { first, last }, now, timeZone)).toBe(preset)
})

test('other days are no preset', () =>
  expect(presetOf(presets, { first: '2024-02-03', last: '2024-02-05' }, now, 'UTC')).toBeNull())

test('on the first of a month its days are today: the first of two presets', () =>
  expect(presetOf(presets, { first: '2024-03-01', last: '2024-03-01' }, now, 'UTC')).toBe('today'))

test('the days before are as many', () =>
  expect(previousPeriod({ first: '2024-03-01', last: '2024-03-31' })).toEqual({
    first: '2024-01-30',
    last: '2024-02-29',
  }))

test.each([
  ['2024-03-01', '2024-03-31', 31, true],
  ['2024-03-01', '2024-04-01', 31, false], // 32 days
  ['2024-01-01', '2024-03-30', 90, true],
  ['2024-01-01', '2024-03-31', 90, false],
  ['2024-03-02', '2024-03-01', 31, false],
  ['2024-03-01', undefined, 31, false],
  ['2024-13-01', '2024-13-02', 31, false],
  ['2024-02-28', '2024-02-31', 31, false],
  ['0001-01-01', '0001-01-02', 31, false],
  ['yesterday', 'today', 31, false],
])('a link from %s to %s of at most %i days is read: %s', (first, last, maxDays, isRead) =>
  expect(readPeriod(first, last, maxDays)).toEqual(isRead ? { first, last } : null),
)

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

test('the other end follows when the span would turn around or become too long', () => {
  const period = { first: '2024-03-10', last: '2024-03-12' }
  expect(withFirst(period, '2024-03-11', 31)).toEqual({ first: '2024-03-11', last: '2024-03-12' })
  expect(withFirst(period, '2024-03-20', 31)).toEqual({ first: '2024-03-20', last: '2024-03-20' })
  expect(withFirst(period, '2024-01-01', 31)).toEqual({ first: '2024-01-01', last: '2024-01-31' })
  expect(withLast(period, '2024-03-01', 31)).toEqual({ first: '2024-03-01', last: '2024-03-01' })
  expect(withLast(period, '2024-05-01', 31)).toEqual({ first: '2024-04-01', last: '2024-05-01' })
})

test('the months of the past year are offered, the newest first', () => {
  const months = pastMonths(now, 'Asia/Shanghai')
  expect([months[0], months.at(-1), months.length]).toEqual(['2024-02-01', '2023-03-01', 12])
})
