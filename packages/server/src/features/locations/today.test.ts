import { expect, test } from 'vitest'
import { isNoticeable, type TodaySum, todayM } from './today.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 5, 15, 12)
/** Midnights in Shanghai, and one in Berlin. */
const today = Date.UTC(2026, 5, 14, 16)
const yesterday = today - 24 * hour
const tomorrow = today + 24 * hour
const berlin = Date.UTC(2026, 5, 14, 22)

const neverLooked = { today_start_time: null, today_m: null, counted_start_time: null, counted_m: null }
const looked = (sum: Partial<TodaySum> = {}): TodaySum => ({
  today_start_time: today,
  today_m: 30_000,
  counted_start_time: today,
  counted_m: 20_000,
  ...sum,
})

const cases = [
  { what: 'nothing counted yet', sum: neverLooked, counted: [null, 0], is: null },
  { what: 'not looked at, counted today', sum: neverLooked, counted: [today, 345.6], is: 345.6 },
  { what: 'not looked at, counted yesterday', sum: neverLooked, counted: [yesterday, 345.6], is: 0 },
  { what: 'nothing since the look', sum: looked(), counted: [today, 20_000], is: 30_000 },
  { what: 'driven on since the look', sum: looked(), counted: [today, 20_123.4], is: 30_123.4 },
  {
    what: 'less in the sums than counted',
    sum: looked({ today_m: 0 }),
    counted: [today, 20_123.4],
    is: 123.4,
  },
  { what: 'a count a moment older than the look', sum: looked(), counted: [today, 19_900], is: 30_000 },
  {
    what: 'the look was yesterday',
    sum: looked({ today_start_time: yesterday }),
    counted: [today, 70],
    is: 70,
  },
  {
    what: 'all was yesterday',
    sum: looked({ today_start_time: yesterday, counted_start_time: yesterday }),
    counted: [yesterday, 20_000],
    is: 0,
  },
  {
    what: 'looked at today before the first fix of the day',
    sum: looked({ today_m: 0, counted_start_time: yesterday }),
    counted: [yesterday, 20_000],
    is: 0,
  },
  {
    what: '… which has come since',
    sum: looked({ today_m: 0, counted_start_time: yesterday }),
    counted: [today, 55],
    is: 55,
  },
  {
    what: 'looked at before anything was counted',
    sum: looked({ today_m: 800, counted_start_time: null, counted_m: null }),
    counted: [today, 55],
    is: 855,
  },
  {
    what: 'a day that another zone begins elsewhere goes on being counted',
    sum: looked({ counted_start_time: berlin }),
    counted: [today, 20_100],
    is: 30_100,
  },
  {
    what: 'sums of another zone are not of this day',
    sum: looked({ today_start_time: berlin }),
    counted: [today, 20_100],
    is: 20_100,
  },
] as { what: string; sum: TodaySum; counted: [number | null, number]; is: number | null }[]

test.each(cases)('$what: $is', ({ sum, counted: [day_start_time, day_m], is }) => {
  const state = { day_start_time, day_m }
  expect(todayM({ ...sum, time_zone: 'Asia/Shanghai' }, state, now)).toBe(is)
})

test('the next day begins with nothing', () => {
  const terms = { ...looked(), time_zone: 'Asia/Shanghai' }
  const state = { day_start_time: today, day_m: 20_500 }
  expect(todayM(terms, state, tomorrow - 1)).toBe(30_500)
  expect(todayM(terms, state, tomorrow)).toBe(0)
})

test('driving on is not worth telling, what a look added or took away is', () => {
  const drivenOn = looked({ today_m: 31_020, counted_m: 21_000 })
  expect(isNoticeable(looked(), drivenOn)).toBe(false)
  expect(isNoticeable(looked(), looked({ today_m: 30_050 }))).toBe(true)
  expect(isNoticeable(looked(), looked({ today_m: 29_950 }))).toBe(true)
  expect(isNoticeable(neverLooked, looked())).toBe(true)
})
