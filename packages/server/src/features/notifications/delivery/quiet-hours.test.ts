import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const at = (text: string) => Date.parse(text)

// Zone, hours, an instant, and the end.
test.each([
  ['Europe/Berlin', '22:00', '07:00', '2026-03-28T21:00Z', '2026-03-29T05:00Z'],
  ['Europe/Berlin', '22:00', '07:00', '2026-10-24T20:00Z', '2026-10-25T06:00Z'],
  ['Europe/Berlin', '22:00', '07:00', '2026-06-01T20:00Z', '2026-06-02T05:00Z'],
  // 02:30 is left out: the clock goes from 02:00 to 03:00.
  ['Europe/Berlin', '22:00', '02:30', '2026-03-28T21:00Z', '2026-03-29T01:00Z'],
  // 02:30 comes twice.
  ['Europe/Berlin', '22:00', '02:30', '2026-10-24T20:00Z', '2026-10-25T00:30Z'],
  ['Europe/Berlin', '22:00', '02:30', '2026-10-25T01:00Z', '2026-10-25T01:30Z'],
  ['Africa/Cairo', '22:00', '00:30', '2026-04-23T20:00Z', '2026-04-23T22:00Z'],
  ['Asia/Kathmandu', '22:00', '07:00', '2026-11-22T16:20:30.123Z', '2026-11-23T01:15Z'],
  ['Asia/Shanghai', '12:00', '14:00', '2026-11-22T05:59:59.999Z', '2026-11-22T06:00Z'],
])('%s %s–%s: what comes at %s waits until %s', (timeZone, from, to, time, end) => {
  const hours = { from: clock(from), to: clock(to), days: [], timeZone }
  expect(quietUntil(hours, at(time))).toBe(at(end))
  expect(quietUntil(hours, at(end))).toBeNull()
})

test('between the hours that come twice it is not quiet', () =>
  expect(
    quietUntil(
      { from: clock('22:00'), to: clock('02:30'), days: [], timeZone: 'Europe/Berlin' },
      at('2026-10-25T00:45Z'),
    ),
  ).toBeNull())

test('a night belongs to the day on which it begins', () => {
  // Fridays and Saturdays.
  const hours = { from: clock('22:00'), to: clock('07:00'), days: [5, 6], timeZone: 'UTC' }
  const quiet = ['2026-11-20T23:00Z', '2026-11-21T06:00Z', '2026-11-22T06:00Z']
  const loud = ['2026-11-20T06:00Z', '2026-11-22T22:30Z', '2026-11-23T06:00Z']
  expect(quiet.map((time) => quietUntil(hours, at(time)) !== null)).toEqual([true, true, true])
  expect(loud.map((time) => quietUntil(hours, at(time)))).toEqual([null, null, null])
})

test.each([
  [null, null],
  [600, 600],
  [600, null],
])('from %s to %s there are none', (from, to) =>
  expect(quietUntil({ from, to, days: [], timeZone: 'UTC' }, at('2026-11-20T10:00Z'))).toBeNull(),
)
