import { expect, test } from 'vitest'
import { startOfLocalDay } from './local-day.ts'

const cases = [
  { zone: 'UTC', at: '2026-01-15T08:00Z', start: '2026-01-15T00:00Z' },
  { zone: 'Asia/Shanghai', at: '2026-01-15T15:59:59.999Z', start: '2026-01-14T16:00Z' },
  { zone: 'Asia/Shanghai', at: '2026-01-15T16:00Z', start: '2026-01-15T16:00Z' },
  { zone: 'Asia/Kolkata', at: '2026-01-15T12:00Z', start: '2026-01-14T18:30Z' },
  // 29 March 2026 has 23 hours in Paris, 25 October 25.
  { zone: 'Europe/Paris', at: '2026-03-29T21:59Z', start: '2026-03-28T23:00Z' },
  { zone: 'Europe/Paris', at: '2026-03-29T22:00Z', start: '2026-03-29T22:00Z' },
  { zone: 'Europe/Paris', at: '2026-10-25T22:59Z', start: '2026-10-24T22:00Z' },
  { zone: 'Europe/Paris', at: '2026-10-25T23:00Z', start: '2026-10-25T23:00Z' },
  // Cairo's clocks skip midnight on 24 April 2026: the day begins at 01:00.
  { zone: 'Africa/Cairo', at: '2026-04-24T12:00Z', start: '2026-04-23T22:00Z' },
  { zone: 'No/Such_Zone', at: '2026-01-15T08:00Z', start: '2026-01-15T00:00Z' },
]
test.each(cases)('$zone at $at', ({ zone, at, start }) => {
  expect(new Date(startOfLocalDay(Date.parse(at), zone)).toISOString()).toBe(new Date(start).toISOString())
})
