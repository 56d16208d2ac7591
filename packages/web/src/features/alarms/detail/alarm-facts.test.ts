import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { makeFormat } from '../../../base/format.ts'
import { anAlarm } from '../../../testing/an-alarm.ts'
import english from '../texts/en.json' with { type: 'json' }
import { alarmFacts } from './alarm-facts.tsx'

/** Texts of this feature; others say their key. */
function t(key: string, { defaultValue = key } = {}): string {
  const found = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], english)
  return typeof found === 'string' ? found : defaultValue
}
function textOf(value: unknown): string {
  const inside = isValidElement<{ children?: unknown }>(value) ? (value.props.children ?? 'address') : value
  return String(inside).replace(/[\u00a0\u202f]/g, ' ')
}
function facts(
  parts: Partial<AlarmEpisode> = {},
  accOn: boolean | null = null,
  units: 'metric' | 'us' = 'metric',
) {
  const format = makeFormat('en-US', 'Asia/Shanghai', units)
  const list = alarmFacts(anAlarm(1, parts), accOn, { t: t as never, format })
  return Object.fromEntries(list.map(({ label, value }) => [label, textOf(value)]))
}
const detail = (values: object) => facts({ detail: values as never })

test('an alarm of one moment says when it was and when it came, and no end', () => {
  const { startTime } = anAlarm(1)
  const shown = facts({ serverTime: startTime + 90_000 })
  expect(shown).toMatchObject({
    'Device time': '20 Nov 2026, 16:01:00',
    Received: '20 Nov 2026, 16:02:30',
    Place: '14 Dock Rd',
  })
  expect(shown).not.toHaveProperty('Ended')
  expect(shown).not.toHaveProperty('Duration')
})

test('one that lasted says how long, one that lasts that it does', () => {
  const { startTime } = anAlarm(1)
  expect(facts({ endTime: startTime + 29 * 60_000 })).toMatchObject({
    Ended: '20 Nov 2026, 16:30:00',
    Duration: '29 min',
  })
  const open = facts({ isOpen: true, endTime: startTime + 60_000 })
  expect(open.Ended).toBe('Ongoing')
  expect(open).not.toHaveProperty('Duration')
})

test('standing still is a speed, an unknown one is none, and the highest is shown where it differs', () => {
  expect(facts({ speedKmh: 0, maxSpeedKmh: 0 })).toMatchObject({ Speed: '0 km/h' })
  expect(facts({ speedKmh: 0, maxSpeedKmh: 0 })).not.toHaveProperty('Max. speed')
  expect(facts({ speedKmh: 80, maxSpeedKmh: 132 })).toMatchObject({
    Speed: '80 km/h',
    'Max. speed': '132 km/h',
  })
  expect(facts({ speedKmh: null, maxSpeedKmh: null })).not.toHaveProperty('Speed')
})

test('a place without an address is looked up, without either there is none', () => {
  expect(facts({ address: null, lat: 0, lon: 0 }).Place).toBe('address')
  expect(facts({ address: null })).not.toHaveProperty('Place')
})

test('the ignition is shown where it is known', () => {
  expect([facts({}, true).Ignition, facts({}, false).Ignition]).toEqual(['on', 'off'])
  expect(facts()).not.toHaveProperty('Ignition')
})

test.each([
  [
    { valueV: 11.234, limit: 11.5 },
    { Voltage: '11.23 V', Limit: '11.5 V' },
  ],
  [
    { limit: 85, valueC: 91.26 },
    { Temperature: '91.3 °C', Limit: '85 °C' },
  ],
  [
    { valueKpa: 180.4, limit: 200 },
    { Pressure: '180 kPa', Limit: '200 kPa' },
  ],
  [
    { valuePercent: 12.4, limit: 15 },
    { Level: '12%', Limit: '15%' },
  ],
  [{ limitKmh: 80 }, { 'Speed limit': '80 km/h' }],
  [{ minutes: 95 }, { Duration: '1 hr 35 min' }],
  [{ distanceM: 1_840 }, { Distance: '1.8 km' }],
  [
    { placeName: 'Tunnel', busLine: '12' },
    { 'Risk point': 'Tunnel', 'Bus line': '12' },
  ],
])('details of its kind are shown with their unit: %o', (values, shown) => {
  expect(detail(values)).toMatchObject(shown)
})

test('an account in the United States reads limits in its own units', () => {
  const shown = facts({ detail: { valueC: 100, limit: 90, limitKmh: 80 } as never }, null, 'us')
  expect(shown).toMatchObject({ Temperature: '212 °F', Limit: '194 °F', 'Speed limit': '50 mph' })
})

test('a detail without a name in this page, or without a value, is left out', () => {
  const before = Object.keys(facts())
  expect(Object.keys(detail({ fenceName: 'Yard', unknownCode: 3, minutes: null }))).toEqual(before)
})

test('who handled it is shown with the time', () => {
  const handled = { handler: 'ann', handleTime: anAlarm(1).startTime, note: 'Called', assignee: 'bob' }
  expect(facts(handled)).toMatchObject({
    Handled: 'ann, 20 Nov 2026, 16:01:00',
    Note: 'Called',
    'Assigned to': 'bob',
  })
  expect(facts({ note: '' })).not.toHaveProperty('Note')
})
