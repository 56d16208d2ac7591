import { expect, test } from 'vitest'
import { alarmOfAbsence, type KnownPlace } from './absence.ts'
import { beginningOf } from './schedule.ts'
import { compileZone } from './zone.ts'

const nights = { days: [1, 2, 3, 4, 5], fromMinute: 1200, untilMinute: 360 }
const begin = Date.UTC(2026, 9, 30, 12)
const zone = compileZone({
  key: 7,
  name: 'yard',
  area: { shape: 'circle', lat: 31, lon: 121, radiusM: 100 },
  alarmOn: 'in',
  schedule: null,
  timeZone: 'Asia/Shanghai',
  dwellMs: 0,
  confirmPoints: null,
  confirmMs: null,
  allowLbs: false,
  speedLimitKmh: null,
  mustBeInside: nights,
})
const each = { zone, version: 5, sinceTime: begin }
const stay = { isInside: true, enterTime: 0, lat: 31, lon: 121 }
const away = { lat: 31.1, lon: 121 }
const there = { lat: 31, lon: 121 }
const seen = (at: object, seen = 5, of = '/1/'): KnownPlace['zones'] => ({ at, seen, of }) as never
const codeOf = (place: KnownPlace, since = each) => alarmOfAbsence(since, '/1/', place, begin)?.code ?? null

test('who is not inside as the hours begin raises alarm 4 at their beginning', () => {
  expect(alarmOfAbsence(each, '/1/', { zones: seen({}), ...away }, begin)).toEqual({
    time: begin,
    code: 4,
    subjectId: 7,
    ...away,
    speedKmh: null,
    detail: { fenceName: 'yard', mustBeInside: true },
  })
})

test.each<{ what: string; place: KnownPlace; code: number | null }>([
  { what: 'is inside', place: { zones: seen({ 7: stay }), ...away }, code: null },
  { what: 'is in another', place: { zones: seen({ 8: stay }), ...away }, code: 4 },
  { what: 'never had a position', place: { zones: null, lat: null, lon: null }, code: null },
  { what: 'was last elsewhere before the fence counted', place: { zones: seen({}, 4), ...away }, code: 4 },
  { what: 'was last there before the fence counted', place: { zones: seen({}, 4), ...there }, code: null },
  { what: 'was last there under another owner', place: { zones: seen({}, 5, '/2/'), ...there }, code: null },
  { what: 'never was near a fence', place: { zones: null, ...away }, code: 4 },
])('a vehicle that $what: $code', ({ place, code }) => {
  expect(codeOf(place)).toBe(code)
})

test('a fence that was added or edited since raises nothing', () => {
  expect(codeOf({ zones: seen({}), ...away }, { ...each, sinceTime: begin + 1 })).toBeNull()
})

test.each([
  { what: 'as they begin', hours: 0, at: begin },
  { what: 'past midnight', hours: 9.9, at: begin },
  { what: 'when they are over', hours: 10, at: null },
  { what: 'before', hours: -0.1, at: null },
  { what: 'on a day without them', hours: 24, at: null },
])('the hours that last $what began', ({ hours, at }) => {
  // 12:00 UTC of a Friday is 20:00 in Shanghai.
  expect(beginningOf(nights, begin + hours * 3_600_000, 'Asia/Shanghai')).toBe(at)
})

test('they begin when the clocks say so, on the day of a change too', () => {
  const night = { days: [7], fromMinute: 60, untilMinute: 300 }
  const time = Date.UTC(2026, 9, 25, 2)
  // Berlin goes back at 03:00 CEST.
  expect(beginningOf(night, time, 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 24, 23))
})
