import { expect, test } from 'vitest'
import { countFilters, keptUrlState, readStatisticsUrl } from './url-state.ts'
import { partOf, searchOf } from './use-url-state.ts'

test.each([
  { pageNum: 1, pageSize: 15, sort: 'tripM', isDescending: true },
  { pageNum: 1, pageSize: 15, sort: 'tripM', isDescending: false },
  { pageNum: 3, pageSize: 50, sort: 'maxSpeedKmh', isDescending: false },
])('the address of the rows %j brings them back', (part) => {
  for (const usual of [
    { sort: 'displayName', isDescending: false },
    { sort: 'tripM', isDescending: true },
    { sort: 'tripM', isDescending: false },
  ])
    expect(partOf(searchOf(part, usual), usual)).toEqual(part)
})

test('a table as it begins writes nothing into the address', () => {
  for (const isDescending of [true, false]) {
    const usual = { sort: 'tripM', isDescending }
    const part = partOf({} as never, usual)
    expect(part).toEqual({ pageNum: 1, pageSize: 15, sort: 'tripM', isDescending })
    expect(JSON.stringify(searchOf(part, usual))).toBe('{}')
  }
})

test('another tab keeps the question and drops what belongs to the table', () => {
  const search = readStatisticsUrl({
    userId: 7,
    withSubAccounts: false,
    first: '2026-11-01',
    last: '2026-11-07',
    compare: true,
    pageNum: 4,
    sort: 'tripM',
    minKm: 5,
    report: 'trips',
  })
  expect(JSON.parse(JSON.stringify(keptUrlState(search)))).toEqual({
    userId: 7,
    withSubAccounts: false,
    first: '2026-11-01',
    last: '2026-11-07',
    compare: true,
  })
})

test('filters are counted, the period is none', () => {
  expect(countFilters(readStatisticsUrl({ first: '2026-11-01', last: '2026-11-07' }))).toBe(0)
  expect(countFilters(readStatisticsUrl({ userId: 7, withSubAccounts: false, devices: 8_612_345 }))).toBe(3)
})
