import { expect, test } from 'vitest'
import { runStates } from '../codes/states.ts'
import { compareDevices, displayName } from './device-order.ts'

test.each([
  [{ carNumber: '粤B12345', nickname: 'Truck 7' }, '粤B12345'],
  [{ carNumber: null, nickname: 'Truck 7' }, 'Truck 7'],
  [{ carNumber: '', nickname: null }, '867520000000001'],
])('a device with %j is called %s', (names, name) =>
  expect(displayName({ terminalID: '867520000000001', ...names })).toBe(name),
)

test('online come first by run state and then the newest, then offline by contact, then never activated', () => {
  const { moving, stopped, offline } = runStates
  const inOrder = [
    { state: 'online', runState: moving, stateTime: 9 },
    { state: 'online', runState: moving, stateTime: 5 },
    // Its term ended, its connection did not.
    { state: 'expired', runState: stopped, stateTime: 8 },
    { state: 'online', runState: stopped, stateTime: 7 },
    { state: 'offline', runState: offline, stateTime: 6 },
    { state: 'expired', runState: offline, stateTime: 4 },
    { state: 'offline', runState: offline, stateTime: 2 },
    { state: 'inactive', runState: offline, stateTime: null },
  ] as const
  expect(inOrder.toReversed().sort(compareDevices)).toEqual(inOrder)
})
