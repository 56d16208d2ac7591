import { expect, test } from 'vitest'
import { dayAt, localDays, startOfLocalDay } from './local-days.ts'

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

test('days follow each other without a gap and are as long as the clock makes them', () => {
  const hours = (zone: string, first: string, last: string) =>
    localDays(first, last, zone).map(({ from, to }) => (to - from) / 3_600_000)
  expect(hours('Europe/Paris', '2026-03-28', '2026-03-30')).toEqual([24, 23, 24])
  expect(hours('America/St_Johns', '2026-10-31', '2026-11-02')).toEqual([24, 25, 24])
  expect(hours('Australia/Lord_Howe', '2026-10-04', '2026-10-04')).toEqual([23.5])
  const days = localDays('2026-01-01', '2026-12-31', 'Asia/Kathmandu')
  expect(days.length).toBe(365)
  for (const [index, day] of days.entries()) expect(day.to).toBe(days[index + 1]?.from ?? day.to)
})

test('a day the zone skipped is left out', () => {
  const days = localDays('2011-12-29', '2011-12-31', 'Pacific/Apia')
  expect(days.map(({ day }) => day)).toEqual(['2011-12-29', '2011-12-31'])
})

test.each(['Asia/Kathmandu', 'America/St_Johns', 'Africa/Cairo', 'Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the ends of the days of %s lie in them',
  (zone) => {
    for (const { day, from, to } of localDays('2026-01-01', '2026-12-31', zone)) {
      expect([dayAt(from - 1, zone) < day, dayAt(from, zone), dayAt(to - 1, zone)]).toEqual([true, day, day])
    }
  },
)
