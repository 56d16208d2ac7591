import { expect, test } from 'vitest'
import { amends } from './history-steps.ts'

test.each([
  ['a page', { pageNum: 2 }],
  ['another order', { sort: 'distanceM', isDescending: true }],
  ['a filter', { deviceType: 13 }],
  ['a filter taken away', { deviceType: undefined }],
  ['other vehicles', { terminalID: '1', devices: '1,2' }],
  ['all filters cleared, what was typed too', { search: undefined, state: undefined }],
])('%s is a step of its own', (_, change) => expect(amends(change)).toBe(false))

test.each([
  ['a letter typed', { search: 'a' }],
  ['a vehicle looked at', { terminalID: '1' }],
  ['a list drawn up to it', { terminalID: '1', sheet: 'peek' }],
  ['nothing', {}],
])('%s amends the step', (_, change) => expect(amends(change)).toBe(true))
