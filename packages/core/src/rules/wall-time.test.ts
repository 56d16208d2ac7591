import { expect, test } from 'vitest'
import { isTimeZone, offsetName, wallTime } from './wall-time.ts'

test.each([
  ['Asia/Shanghai', '2026-11-20T16:30:05Z', '2026-11-21 00:30:05'],
  ['Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-20 23:59:59'],
  ['America/New_York', '2026-11-01T05:59:59Z', '2026-11-01 01:59:59'],
  ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01 01:00:00'],
  ['Australia/Lord_Howe', '2026-10-03T15:29:59Z', '2026-10-04 01:59:59'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04 02:30:00'],
  ['no such zone', '2026-11-20T16:30:05Z', '2026-11-20 16:30:05'],
])('in %s the clocks show %s as %s', (zone, utc, shown) => {
  expect(wallTime(Date.parse(utc), zone)).toBe(shown)
})

test('the difference to UTC is written with its minutes', () => {
  const winter = Date.parse('2026-01-15T00:00:00Z')
  expect(offsetName(winter, 'Asia/Kathmandu')).toBe('UTC+05:45')
  expect(offsetName(winter, 'America/St_Johns')).toBe('UTC-03:30')
  expect(offsetName(winter, 'UTC')).toBe('UTC+00:00')
})

test('knows which names are time zones', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Europe/Nowhere')).toBe(false)
})
