import { waitingAlarmsMs } from '@trackway/core/features/alarms/calls.ts'
import { expect, test } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { withChanges } from './waiting-alarms.ts'

const { startTime: now } = anAlarm(9)
const before = { alarms: [{ id: 1, deviceId: 1, severity: 'warning' as const }] }
const idsAfter = (...changed: Parameters<typeof withChanges>[1]) =>
  withChanges(before, changed, now).alarms.map(({ id }) => id)

test('a new alarm waits, one that was handled does no longer', () => {
  expect(idsAfter(anAlarm(2))).toEqual([2, 1])
  expect(idsAfter(anAlarm(1, { state: 'acknowledged' }))).toEqual([])
})

test('notices, muted alarms and old ones mark nothing', () => {
  const old = anAlarm(4, { startTime: now - waitingAlarmsMs - 1 })
  const changed = [anAlarm(2, { severity: 'notice' }), anAlarm(3, { isMuted: true }), old]
  expect(withChanges(before, changed, now)).toBe(before)
})
