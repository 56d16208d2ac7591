import { expect, test } from 'vitest'
import {
  allowance,
  isFailingTooOften,
  isOpen,
  lastBeginTime,
  nextOpenTime,
  offerTimeAfter,
  type TaskPace,
  type TaskWindow,
} from './task-pace.ts'

const at = (text: string) => Date.parse(text)
const hourMs = 3_600_000
const night: TaskWindow = { fromMinute: 22 * 60, toMinute: 5 * 60, timeZone: 'Asia/Shanghai' }
const office: TaskWindow = { fromMinute: 9 * 60, toMinute: 17 * 60, timeZone: 'Europe/Berlin' }

test.each([
  [night, '2026-11-28T13:59:59Z', false],
  [night, '2026-11-28T14:00:00Z', true],
  [night, '2026-11-28T20:59:59Z', true],
  [night, '2026-11-28T21:00:00Z', false],
  [office, '2026-07-01T07:00:00Z', true],
  [office, '2026-12-01T07:59:59Z', false],
  [office, '2026-12-01T16:00:00Z', false],
  [null, '2026-12-01T16:00:00Z', true],
  [{ ...office, toMinute: office.fromMinute }, '2026-12-01T03:00:00Z', true],
])('a window is open by the clocks of its zone, across midnight as well (%#)', (window, time, open) => {
  expect(isOpen(window, at(time))).toBe(open)
})

test('a window opens at its minute, also on the day on which the clocks change', () => {
  expect(nextOpenTime(night, at('2026-11-28T10:00:00Z'))).toBe(at('2026-11-28T14:00:00Z'))
  expect(nextOpenTime(night, at('2026-11-28T18:00:00Z'))).toBe(at('2026-11-28T18:00:00Z'))
  // Berlin's clocks go back in this night.
  expect(nextOpenTime(office, at('2026-10-24T20:00:00Z'))).toBe(at('2026-10-25T08:00:00Z'))
})

const counts = {
  queued: 100,
  waiting: 0,
  offered: 0,
  running: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
}
const pace: TaskPace = { perSecond: 2, maxUnderWay: null, window: null, startTime: 0 }

test('so many begin a second, whoever looks how often, and what was missed for long is not made up for', () => {
  const beginAll = (everyMs: number, forMs: number) => {
    let begun = 0
    let nextOfferTime = 1_000_000
    for (let now = nextOfferTime; now <= 1_000_000 + forMs; now += everyMs) {
      const now2 = allowance(pace, { counts, nextOfferTime }, now)
      nextOfferTime = offerTimeAfter(pace.perSecond, { begun: now2, nextOfferTime }, now)
      begun += now2
    }
    return begun
  }
  expect(beginAll(10, 60_000)).toBe(121)
  expect(beginAll(1_000, 60_000)).toBe(121)
  expect(beginAll(1_700, 59_500)).toBe(120)
  expect(allowance(pace, { counts, nextOfferTime: 0 }, 10 * hourMs)).toBe(5)
})

test('a slow pace is one device in a while', () => {
  const slow = { ...pace, perSecond: 0.1 }
  expect(allowance(slow, { counts, nextOfferTime: 5_000 }, 4_999)).toBe(0)
  expect(allowance(slow, { counts, nextOfferTime: 5_000 }, 5_000)).toBe(1)
  expect(offerTimeAfter(0.1, { begun: 1, nextOfferTime: 5_000 }, 5_000)).toBe(15_000)
})

test('places are left by those under way alone', () => {
  const under = { ...pace, perSecond: null, maxUnderWay: 10 }
  const some = { ...counts, offered: 3, running: 4, waiting: 50 }
  expect(allowance(under, { counts: some, nextOfferTime: 0 }, 1)).toBe(3)
  expect(allowance(under, { counts: { ...some, running: 9 }, nextOfferTime: 0 }, 1)).toBe(0)
})

test('nothing begins before the start, or outside of the window', () => {
  expect(allowance({ ...pace, startTime: 10 }, { counts, nextOfferTime: 0 }, 9)).toBe(0)
  expect(
    allowance({ ...pace, window: night }, { counts, nextOfferTime: 0 }, at('2026-11-28T10:00:00Z')),
  ).toBe(0)
})

test.each([
  [{ done: 15, failed: 4 }, false],
  [{ done: 15, failed: 5 }, true],
  [{ done: 16, failed: 4 }, false],
  [{ done: 0, failed: 19 }, false],
  [{ done: 0, failed: 20 }, true],
])('a task fails too often from its sample on (%o)', (ended, isTooOften) => {
  expect(isFailingTooOften({ maxFailurePercent: 20, minSample: 20 }, ended)).toBe(isTooOften)
  expect(isFailingTooOften({ maxFailurePercent: null, minSample: 20 }, ended)).toBe(false)
})

test('the last device begins when the pace, and the windows of as many nights as it takes, let it', () => {
  const now = at('2026-11-28T10:00:00Z')
  expect(lastBeginTime({ ...pace, perSecond: null }, 10, now)).toBeNull()
  expect(lastBeginTime(pace, 1, now)).toBe(now)
  expect(lastBeginTime(pace, 7_201, now)).toBe(now + hourMs)
  // Seven hours a night, from 14:00 UTC: 20 hours of work are over six hours into the third one.
  const nights = { ...pace, perSecond: 1, window: night }
  expect(lastBeginTime(nights, 20 * 3_600 + 1, now)).toBe(at('2026-11-30T20:00:00Z'))
  // In the middle of a night, the rest of it counts.
  expect(lastBeginTime(nights, 5 * 3_600 + 1, at('2026-11-28T18:00:00Z'))).toBe(at('2026-11-29T16:00:00Z'))
})
