import { expect, test } from 'vitest'
import { minutePeriod, presetMinutes } from './minutes.ts'

const now = Date.parse('2024-03-01T20:00:00Z')
const zone = 'Asia/Shanghai'

test('without a link the last seven days, today included', () =>
  expect(minutePeriod({}, 31, now, zone)).toEqual({
    first: '2024-02-25T00:00',
    last: '2024-03-02T23:59',
    from: Date.parse('2024-02-24T16:00:00Z'),
    to: Date.parse('2024-03-02T16:00:00Z') - 1,
    fault: null,
  }))

test.each([
  ['2024-03-01T10:00', '2024-03-01T10:00', null],
  ['2024-03-01T10:00', '2024-03-01T09:59', 'backwards'],
  ['2024-01-01T00:00', '2024-01-31T23:59', null],
  ['2024-01-01T00:00', '2024-02-01T02:00', 'tooLong'],
])('from %s to %s: %s', (from, to, fault) =>
  expect(minutePeriod({ from, to }, 31, now, zone).fault).toBe(fault),
)

test('31 days in which clocks are put back are not too long', () =>
  expect(
    minutePeriod({ from: '2026-10-01T00:00', to: '2026-10-31T23:59' }, 31, now, 'Europe/Berlin').fault,
  ).toBeNull())

test('a preset is whole days', () =>
  expect(presetMinutes('yesterday', now, zone)).toEqual(['2024-03-01T00:00', '2024-03-01T23:59']))
