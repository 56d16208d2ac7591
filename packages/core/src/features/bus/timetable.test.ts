import { expect, test } from 'vitest'
import {
  departuresEvery,
  minuteOfText,
  readTimes,
  runAt,
  runsBetween,
  textOfMinute,
  timeAtMetres,
} from './timetable.ts'

const service = { days: [1, 2, 3, 4, 5], offsetsMin: [0, 10, 30], departures: [360, 1430, 1470] }
const instant = (text: string) => Date.parse(text)

test('drives leave on the days of their week, those after midnight on the next', () => {
  // 16 January 2026 is a Friday.
  const runs = runsBetween([service], 'UTC', instant('2026-01-16T00:00Z'), instant('2026-01-18T23:59Z'))
  expect(runs.map(({ departTime }) => new Date(departTime).toISOString().slice(0, 16))).toEqual([
    '2026-01-16T00:30',
    '2026-01-16T06:00',
    '2026-01-16T23:50',
    '2026-01-17T00:30',
  ])
  expect(runs[2]!.stopTimes.map((time) => (time - runs[2]!.departTime) / 60_000)).toEqual([0, 10, 30])
})

test('drives leave within the days of their service, not on its exceptions, and on its extra days', () => {
  const dated = {
    ...service,
    departures: [360],
    from: '2026-01-13',
    until: '2026-01-16',
    exceptDates: ['2026-01-14'],
    extraDates: ['2026-01-18'],
  }
  const runs = runsBetween([dated], 'UTC', instant('2026-01-10T00:00Z'), instant('2026-01-31T00:00Z'))
  expect(runs.map(({ departTime }) => new Date(departTime).toISOString().slice(8, 10))).toEqual([
    '13',
    '15',
    '16',
    '18',
  ])
})

test('the clocks of the zone say when they leave, also where they change', () => {
  const daily = { days: [1, 2, 3, 4, 5, 6, 7], offsetsMin: [0], departures: [480] }
  const runs = runsBetween(
    [daily],
    'Europe/Berlin',
    instant('2026-03-28T00:00Z'),
    instant('2026-03-29T23:00Z'),
  )
  expect(runs.map(({ departTime }) => new Date(departTime).toISOString().slice(0, 16))).toEqual([
    '2026-03-28T07:00',
    '2026-03-29T06:00',
  ])
})

test('a vehicle is on the drive that is nearest in time and that nobody else is on', () => {
  const often = { ...service, departures: [480, 490, 500] }
  const time = instant('2026-01-15T08:16Z')
  const query = { alongM: 500, time }
  const stopsM = [0, 500, 2000]
  const departs = (taken?: Set<number>) => {
    const run = runAt([often], 'UTC', stopsM, query, taken)
    return run && new Date(run.departTime).toISOString().slice(11, 16)
  }
  expect(departs()).toBe('08:10')
  expect(departs(new Set([instant('2026-01-15T08:10Z')]))).toBe('08:00')
  expect(runAt([often], 'UTC', stopsM, { alongM: 0, time: instant('2026-01-15T12:00Z') })).toBeNull()
})

test('between two stops the time goes evenly', () => {
  const run = { departTime: 0, stopTimes: [0, 600, 1800] }
  const at = (metres: number) => timeAtMetres(run, [100, 500, 2000], metres)
  expect([0, 100, 300, 500, 1250, 9000].map(at)).toEqual([0, 0, 300, 600, 1200, 1800])
})

test('times are read as people paste them', () => {
  expect(readTimes('06:00 6:15\n6.30，0645、7h00\t25:10 06:00 noon 24:61')).toEqual({
    minutes: [360, 375, 390, 405, 420, 1510],
    wrong: ['noon', '24:61'],
  })
  expect(minuteOfText('48:00')).toBeNull()
  expect(textOfMinute(1510)).toBe('25:10')
})

test('departures from a first to a last one', () => {
  expect(departuresEvery(360, 400, 15)).toEqual([360, 375, 390, 400])
  expect(departuresEvery(360, 360, 15)).toEqual([360])
})
