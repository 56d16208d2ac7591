import { alarms } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { questionOf, readAlarmsUrl } from './url-state.ts'

const question = (raw: Record<string, unknown>, withSubAccounts = true) =>
  questionOf(readAlarmsUrl(raw), 7, withSubAccounts)

test.each([
  [{ alarm: '12' }, 12],
  [{ alarm: 12 }, 12],
  [{ alarm: 0 }, undefined],
  [{ alarm: -3 }, undefined],
  [{ alarm: '1.5' }, undefined],
  [{ alarm: 'none' }, undefined],
  [{}, undefined],
])('the address %o opens alarm %s', (raw, alarm) => expect(readAlarmsUrl(raw).alarm).toBe(alarm))

test('a view that there is not counts as none', () => {
  expect(readAlarmsUrl({ view: 'sos' }).view).toBe('sos')
  expect(readAlarmsUrl({ view: 'toString' }).view).toBeUndefined()
  expect(question({ view: 'toString' })).toEqual(question({}))
})

test('a view asks for its alarms, and filters are added to it', () => {
  expect(question({ view: 'unread' })).toEqual({ isRead: false })
  expect(question({ view: 'sos', search: 'Van' })).toEqual({ codes: [alarms.sos], search: 'Van' })
  expect(question({ view: 'mine' })).toEqual({ assigneeId: 7 })
})

test('what the user filters by himself counts more than what the view says', () => {
  expect(question({ view: 'sos', codes: alarms.vibration })).toEqual({ codes: [alarms.vibration] })
  expect(question({ view: 'unread', codes: '2_0' })).toEqual({ isRead: false, codes: [2, 0] })
})

test('sub-accounts are named only where they are left out', () => {
  expect(question({})).toEqual({})
  expect(question({}, false)).toEqual({ withSubAccounts: false })
})
