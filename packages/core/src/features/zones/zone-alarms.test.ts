import { expect, test } from 'vitest'
import type { ZoneEvent } from './crossings.ts'
import { isWithin } from './schedule.ts'
import { compileZone, type ZoneRules } from './zone.ts'
import { alarmOf } from './zone-alarms.ts'

// A Friday.
const noon = Date.UTC(2026, 9, 30, 12)
const rules: ZoneRules = {
  key: 7,
  name: 'yard',
  area: { shape: 'circle', lat: 31, lon: 121, radiusM: 100 },
  alarmOn: 'in/out',
  schedule: null,
  timeZone: 'Asia/Shanghai',
  dwellMs: 0,
  confirmPoints: null,
  confirmMs: null,
  allowLbs: false,
  speedLimitKmh: 40,
}
const anEvent = (kind: ZoneEvent['kind'], more: Partial<ZoneRules> = {}, sinceTime = 0): ZoneEvent => ({
  kind,
  each: { zone: compileZone({ ...rules, ...more }), version: 1, sinceTime },
  time: noon,
  lat: 31,
  lon: 121,
  enterTime: noon - 5_000,
  enterLat: 31,
  enterLon: 121,
  isEntrySeen: true,
  isTold: true,
  maxSpeedKmh: 55,
})
const codeOf = (event: ZoneEvent) => alarmOf(event)?.code ?? null

test('entering is 3, leaving 4, speeding 5, each as the fence is set', () => {
  expect([codeOf(anEvent('in')), codeOf(anEvent('out')), codeOf(anEvent('fast'))]).toEqual([3, 4, 5])
  expect([codeOf(anEvent('in', { alarmOn: 'out' })), codeOf(anEvent('out', { alarmOn: 'in' }))]).toEqual([
    null,
    null,
  ])
  expect(alarmOf(anEvent('fast'))).toMatchObject({
    subjectId: 7,
    speedKmh: 55,
    detail: { fenceName: 'yard', limitKmh: 40, maxSpeedKmh: 55 },
  })
})

test('who leaves in the hours in which it must be inside raises 4, whatever else the fence is set to', () => {
  const hours = { days: [5], fromMinute: 1140, untilMinute: 1260 }
  const set = { alarmOn: 'in', schedule: { ...hours, days: [1] } } as const
  expect(codeOf(anEvent('out', { ...set, mustBeInside: hours }))).toBe(4)
  expect(codeOf(anEvent('out', { ...set, mustBeInside: { ...hours, days: [1] } }))).toBeNull()
})

test('a stay that was too short is not left', () => {
  expect(codeOf({ ...anEvent('out'), isTold: false })).toBeNull()
})

test('a risk point raises 43 for the stay alone', () => {
  const risk = { key: -7, dwellMs: 600_000 }
  expect(alarmOf(anEvent('in', risk))).toMatchObject({
    code: 43,
    subjectId: 7,
    detail: { placeName: 'yard', dwellS: 600 },
  })
  expect(codeOf(anEvent('out', risk))).toBeNull()
})

test('nothing is raised of the time before it counted', () => {
  expect(codeOf(anEvent('in', {}, noon + 1))).toBeNull()
})

test.each([
  { what: 'the hours of a day', days: [5], fromMinute: 1140, untilMinute: 1260, isIn: true },
  { what: 'other hours', days: [5], fromMinute: 480, untilMinute: 1080, isIn: false },
  { what: 'another day', days: [4, 6], fromMinute: 0, untilMinute: 1440, isIn: false },
  { what: 'the whole day', days: [5], fromMinute: 0, untilMinute: 1440, isIn: true },
  { what: 'a night that begins this day', days: [5], fromMinute: 1190, untilMinute: 360, isIn: true },
])('within $what by the clocks of the owner: $isIn', ({ isIn, what: _, ...schedule }) => {
  // 20:00 in Shanghai.
  expect(codeOf(anEvent('in', { schedule })) !== null).toBe(isIn)
})

test('a night belongs to the day it begins', () => {
  const night = { days: [5], fromMinute: 1320, untilMinute: 360 }
  expect(isWithin(night, Date.UTC(2026, 9, 31, 5), 'UTC')).toBe(true)
  expect(isWithin(night, Date.UTC(2026, 9, 31, 6), 'UTC')).toBe(false)
  expect(isWithin(night, Date.UTC(2026, 9, 30, 5), 'UTC')).toBe(false)
})
