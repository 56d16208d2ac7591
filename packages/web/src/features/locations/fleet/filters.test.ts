import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import { expect, test } from 'vitest'
import { countKinds, deviceFilters, kindOf, passesFilter } from './filters.ts'
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
  // Alarms are no state: the store knows of them.
  const ofState = deviceFilters.filter((filter) => filter !== 'alarm')
  expect(ofState.filter((filter) => passesFilter(filter, kindOf(device)))).toEqual(filters)
})

test('counts every filter', () => {
  expect(countKinds([moving, tooFast, inactive].map(kindOf))).toMatchObject({
    all: 3,
    online: 2,
    overspeed: 1,
    inactive: 1,
  })
})

test('nonsense in the address counts as absent', () => {
  expect(
    readLocationsUrl({ show: 'flying', userId: -1, sheet: 'huge', terminalID: 860000000000017 }),
  ).toEqual({
    terminalID: '860000000000017',
  })
})
