import { expect, test } from 'vitest'
import { type PeriodPreset, presetOf, presetPeriod, previousPeriod, readPeriod } from './period.ts'
import { devicesOf, keptUrlState, maxChosenDevices, readStatisticsUrl } from './url-state.ts'

/** 2 March in Shanghai, still 1 March in London. */
const now = Date.parse('2024-03-01T20:00:00Z')

test.each<[PeriodPreset, string, string, string]>([
  ['today', 'Asia/Shanghai', '2024-03-02', '2024-03-02'],
  ['today', 'Europe/London', '2024-03-01', '2024-03-01'],
  ['yesterday', 'Europe/London', '2024-02-29', '2024-02-29'],
  ['sevenDays', 'Asia/Shanghai', '2024-02-25', '2024-03-02'],
  ['thisMonth', 'Asia/Shanghai', '2024-03-01', '2024-03-02'],
  ['lastMonth', 'Asia/Shanghai', '2024-02-01', '2024-02-29'],
])('%s in %s', (preset, timeZone, first, last) => {
  expect(presetPeriod(preset, now, timeZone)).toEqual({ first, last })
  expect(presetOf({ first, last }, now, timeZone)).toBe(preset)
})

test('other days are no preset', () =>
  expect(presetOf({ first: '2024-02-03', last: '2024-02-05' }, now, 'UTC')).toBeNull())

test('the days before are as many', () =>
  expect(previousPeriod({ first: '2024-03-01', last: '2024-03-31' })).toEqual({
    first: '2024-01-30',
    last: '2024-02-29',
  }))

test.each([
  ['2024-03-01', '2024-03-31', true],
  ['2024-03-01', '2024-04-01', false], // 32 days
  ['2024-03-02', '2024-03-01', false],
  ['2024-03-01', undefined, false],
  ['2024-13-01', '2024-13-02', false],
  ['2024-02-28', '2024-02-31', false],
  ['0001-01-01', '0001-01-02', false],
  ['yesterday', 'today', false],
])('a link from %s to %s is read: %s', (first, last, isRead) =>
  expect(readPeriod(first, last)).toEqual(isRead ? { first, last } : null),
)

test('an address with nonsense shows the statistics as if it said nothing', () => {
  expect(
    readStatisticsUrl({ first: 'x', last: 3, group: 'colour', sort: 'drop table', pageNum: -1, own: 'yes' }),
  ).toEqual({})
})

test('days that are no period are not left in the address either', () => {
  const raw = { first: '2024-03-02', last: '2024-03-01' }
  expect({ ...raw, ...readStatisticsUrl(raw) }).toEqual({})
})

test('the filters stay from tab to tab, the page and the order do not', () => {
  const search = readStatisticsUrl({
    devices: '861234560010624_861234560010625',
    first: '2024-03-01',
    last: '2024-03-02',
    group: 'day',
    pageNum: 3,
  })
  expect(keptUrlState(search)).toEqual({
    devices: '861234560010624_861234560010625',
    first: '2024-03-01',
    last: '2024-03-02',
  })
})

test('devices are read once each, without what is no id, and no more than an address holds', () => {
  expect(devicesOf({ devices: '861234560010624_x_861234560010624_13800138701' })).toEqual([
    '861234560010624',
    '13800138701',
  ])
  const many = Array.from({ length: 600 }, (_, index) => String(861_234_560_000_000 + index))
  expect(devicesOf({ devices: many.join('_') })).toHaveLength(maxChosenDevices)
})
