import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import { expect, test } from 'vitest'
import { countByFilter, deviceFilters, makeMatcher, passesFilter } from './filters.ts'
import { readLocationsUrl } from './url-state.ts'

const moving = { state: 'online', runState: runStates.moving, carIconState: carIconStates.moving } as const
const tooFast = { ...moving, carIconState: carIconStates.overspeed } as const
const inactive = {
  state: 'inactive',
  runState: runStates.offline,
  carIconState: carIconStates.offline,
} as const
const expired = { state: 'expired', runState: runStates.moving, carIconState: carIconStates.expired } as const

test.each([
  [moving, ['all', 'online', 'moving']],
  [tooFast, ['all', 'online', 'moving', 'overspeed']],
  [inactive, ['all', 'inactive']],
  [expired, ['all', 'expired']],
])('%j passes %j', (device, filters) => {
  expect(deviceFilters.filter((filter) => passesFilter(filter, device))).toEqual(filters)
})

test('counts every filter', () => {
  expect(countByFilter([moving, tooFast, inactive])).toMatchObject({
    all: 3,
    online: 2,
    overspeed: 1,
    inactive: 1,
  })
})

const van = {
  displayName: '粤B12345',
  carNumber: '粤B12345',
  nickname: 'Blue van',
  terminalID: '860000000000017',
  iccid: '89860000000000000017',
  sim: '13800138000',
}

test.each([
  ['b123', true],
  ['blue', true],
  ['0017', true],
  ['138001', true],
  ['red', false],
  ['860000000000017\n860000000000018', true],
  ['粤B12345，粤B99999', true],
  ['86000000000001, 粤B1234', false], // of a list each has to match whole
])('searching %j finds it: %s', (text, expected) => expect(makeMatcher(text)!(van)).toBe(expected))

test('blanks search nothing', () => expect(makeMatcher(' \n , ')).toBeNull())

test('nonsense in the address counts as absent', () => {
  expect(
    readLocationsUrl({ show: 'flying', userId: -1, sheet: 'huge', terminalID: 860000000000017 }),
  ).toEqual({
    terminalID: '860000000000017',
  })
})
