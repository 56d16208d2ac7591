import { expect, test } from 'vitest'
import { keptUrlState, readStatisticsUrl } from './url-state.ts'

test('an address with nonsense shows the statistics as if it said nothing', () => {
  expect(
    readStatisticsUrl({
      first: 'x',
      last: 3,
      group: 'colour',
      sort: 'drop table',
      pageNum: -1,
      withSubAccounts: 'yes',
    }),
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
