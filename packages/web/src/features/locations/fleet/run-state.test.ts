import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import { describe, expect, test } from 'vitest'
import { isMoving, runStateKey, stateSince } from './run-state.ts'

const { moving, stopped, noPosition, offline } = runStates

describe('the word for what a device is doing', () => {
  test.each([
    ['expired', moving, carIconStates.moving, 'reports.state.expired'],
    ['inactive', moving, carIconStates.moving, 'reports.state.inactive'],
    ['normal', offline, carIconStates.moving, 'reports.state.offline'],
    ['normal', noPosition, carIconStates.moving, 'locations.run.noPosition'],
    ['normal', stopped, carIconStates.stop, 'locations.run.stopped'],
    ['normal', moving, carIconStates.overspeed, 'locations.run.overspeed'],
    ['normal', moving, carIconStates.fast, 'locations.run.fast'],
    ['normal', moving, carIconStates.moving, 'locations.run.moving'],
  ])('%s, %s, %s: %s', (state, runState, carIconState, key) =>
    expect(runStateKey({ state, runState, carIconState } as never)).toBe(key),
  )
})

test('a stop lasts since it began, everything else since the state was reported', () => {
  expect(stateSince({ runState: stopped, stoppedSince: 5, stateTime: 9 } as never)).toBe(5)
  expect(stateSince({ runState: stopped, stoppedSince: null, stateTime: 9 } as never)).toBe(9)
  expect(stateSince({ runState: moving, stoppedSince: 5, stateTime: 9 } as never)).toBe(9)
})

test('what is fast or too fast moves as well', () => {
  const states = Object.entries(carIconStates).filter(([, state]) => isMoving(state))
  expect(states.map(([name]) => name).sort()).toEqual(['fast', 'moving', 'overspeed'])
})
