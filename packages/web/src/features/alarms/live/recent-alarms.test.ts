import { afterEach, expect, test, vi } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import {
  dropToasts,
  gravest,
  merged,
  noRecentAlarms,
  onAlarmChanges,
  showToasts,
  takeChanges,
  useRecentAlarms,
} from './recent-alarms.ts'

afterEach(() => useRecentAlarms.setState(noRecentAlarms))

const idsOf = (list: readonly { id: number }[] | undefined) => list?.map(({ id }) => id)
const toasts = () => idsOf(useRecentAlarms.getState().toasts)

test('alarms are newest first, of one instant the later id first', () => {
  const at = anAlarm(1).startTime
  const list = [anAlarm(1), anAlarm(7, { startTime: at }), anAlarm(3)]
  expect(idsOf(merged([], list))).toEqual([3, 7, 1])
  expect(idsOf(merged(list, [anAlarm(2)]))).toEqual([3, 2, 7, 1])
})

test('of two words about one alarm the later counts, whichever comes first', () => {
  const early = anAlarm(1, { sequence: 4, state: 'acknowledged' })
  const late = anAlarm(1, { sequence: 5, state: 'resolved' })
  expect(merged([early], [late])[0]?.state).toBe('resolved')
  expect(merged([late], [early])[0]?.state).toBe('resolved')
  // What was read again at the same count may know more.
  expect(merged([early], [{ ...early, address: 'Quay 4' }])[0]?.address).toBe('Quay 4')
})

test('nothing is put into a list that was not read yet, and a list that was read stays short', () => {
  takeChanges([anAlarm(1)])
  expect(useRecentAlarms.getState().latest).toBeUndefined()
  useRecentAlarms.setState({ latest: [] })
  takeChanges(Array.from({ length: 80 }, (_, at) => anAlarm(at + 1)))
  expect(useRecentAlarms.getState().latest).toHaveLength(50)
  expect(useRecentAlarms.getState().latest?.[0]?.id).toBe(80)
})

test.each([
  ['handled', { state: 'resolved', sequence: 9 }],
  ['read by somebody', { readTime: 5, sequence: 9 }],
] as const)('an alarm that was %s is shown no longer, others stay', (_, parts) => {
  showToasts([anAlarm(1), anAlarm(2)])
  takeChanges([anAlarm(1, parts)])
  expect(toasts()).toEqual([2])
})

test('an alarm that goes on is shown as it is now', () => {
  showToasts([anAlarm(1)])
  takeChanges([anAlarm(1, { count: 8, sequence: 9 })])
  expect(useRecentAlarms.getState().toasts[0]?.count).toBe(8)
})

test('the user closes some or all', () => {
  showToasts([anAlarm(1), anAlarm(2), anAlarm(3)])
  dropToasts([2, 99])
  expect(toasts()).toEqual([3, 1])
  showToasts([anAlarm(3), anAlarm(4)])
  expect(toasts()).toEqual([4, 3, 1])
  dropToasts()
  expect(toasts()).toEqual([])
})

test('a listener is called for each change until it unsubscribes', () => {
  const listener = vi.fn()
  const end = onAlarmChanges(listener)
  takeChanges([anAlarm(1)])
  end()
  takeChanges([anAlarm(2)])
  expect(listener.mock.calls).toEqual([[[anAlarm(1)]]])
})

test('the gravest of several is first; of equal ones the first in the list', () => {
  const notice = anAlarm(1, { severity: 'notice' })
  const warning = anAlarm(2, { severity: 'warning' })
  expect(gravest([notice, warning, anAlarm(3), anAlarm(4)])?.id).toBe(3)
  expect(gravest([notice, warning])?.id).toBe(2)
  expect(gravest([])).toBeUndefined()
})
