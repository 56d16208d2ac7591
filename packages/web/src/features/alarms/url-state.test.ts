import { alarms } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { readAlarmsUrl, toAlarmQuery } from './url-state.ts'

const queryOf = (raw: Record<string, unknown>, withSubAccounts = true) =>
  toAlarmQuery(readAlarmsUrl(raw), 7, withSubAccounts)

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
  expect(queryOf({ view: 'toString' })).toEqual(queryOf({}))
})

test('a view asks for its alarms, and filters are added to it', () => {
  expect(queryOf({ view: 'unread' })).toEqual({ isRead: false })
  expect(queryOf({ view: 'sos', search: 'Van' })).toEqual({ codes: [alarms.sos], search: 'Van' })
  expect(queryOf({ view: 'mine' })).toEqual({ assigneeId: 7 })
})

test('what the user filters by himself counts more than what the view says', () => {
  expect(queryOf({ view: 'sos', codes: alarms.vibration })).toEqual({ codes: [alarms.vibration] })
  expect(queryOf({ view: 'unread', codes: '2_0' })).toEqual({ isRead: false, codes: [2, 0] })
})

test('sub-accounts are named only where they are left out', () => {
  expect(queryOf({})).toEqual({})
  expect(queryOf({}, false)).toEqual({ withSubAccounts: false })
})
