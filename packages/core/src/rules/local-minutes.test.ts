import { expect, test } from 'vitest'
import { isMinute } from './local-minutes.ts'
import { instantOfWallTime, wallTime } from './wall-time.ts'

test.each([
  ['2026-11-20T08:30', 'Asia/Shanghai', '2026-11-20T00:30Z'],
  ['2026-11-20T08:30', 'America/St_Johns', '2026-11-20T12:00Z'],
  ['2026-11-20T08:30', 'No/Where', '2026-11-20T08:30Z'],
  // Berlin's clock passes 02:30 twice on 25 October and skips it on 29 March.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30Z'],
  ['2026-10-25T04:00', 'Europe/Berlin', '2026-10-25T03:00Z'],
])('%s in %s is %s', (minute, timeZone, utc) =>
  expect(instantOfWallTime(minute, timeZone)).toBe(Date.parse(utc)),
)

test('an instant becomes its minute again', () => {
  for (let time = Date.UTC(2026, 9, 24); time < Date.UTC(2026, 9, 25); time += 1_800_000) {
    const minute = wallTime(time, 'Europe/Berlin').slice(0, 16).replace(' ', 'T')
    expect(instantOfWallTime(minute, 'Europe/Berlin')).toBe(time)
  }
})

test('nonsense is no minute', () => {
  const texts = ['2026-11-20', '2026-13-20T08:30', '2026-02-31T08:30', '2026-11-20T24:00', 'x']
  expect(texts.filter(isMinute)).toEqual([])
  expect(isMinute('2026-11-20T08:30')).toBe(true)
})
