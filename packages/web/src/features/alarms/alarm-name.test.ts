import { alarms } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { makeFormat } from '../../base/format.ts'
import { alarmName, alarmTitle } from './alarm-name.ts'

/** Returns its key with its values. */
const t = ((key: string, values?: object) =>
  values ? `${key}(${Object.values(values).join(', ')})` : key) as never
const title = (parts: Partial<Parameters<typeof alarmTitle>[0]>) =>
  alarmTitle({ code: alarms.vibration, detail: null, count: 1, ...parts }, t, makeFormat('en-US', 'UTC'))

test('a code that this page has no name for is shown by its number', () => {
  expect(alarmName(alarms.sos, t)).toBe('alarm.sos')
  expect(alarmName(60_000, t)).toBe('alarms.number(60000)')
})

test('the title says what it is about and, from the second time on, how often', () => {
  expect(title({})).toBe('alarm.vibration')
  expect(title({ count: 1_400 })).toBe('alarms.times(alarm.vibration, 1,400)')
  expect(title({ detail: { fenceName: 'Yard' } as never })).toBe('alarms.about(alarm.vibration, Yard)')
  expect(title({ detail: { busLine: '12' } as never, count: 2 })).toBe(
    'alarms.times(alarms.about(alarm.vibration, 12), 2)',
  )
})

test('a detail that is no name is left out', () => {
  expect(title({ detail: { speedKmh: 120 } as never })).toBe('alarm.vibration')
  expect(title({ detail: { fenceName: 4 } as never })).toBe('alarm.vibration')
})
