import { expect, test } from 'vitest'
import { newService, withOffset } from './service.ts'

test('a change at one stop moves those behind it along', () => {
  expect(withOffset([0, 5, 10, 20], 1, 8)).toEqual([0, 8, 13, 23])
  expect(withOffset([0, 5, 10, 20], 2, 3)).toEqual([0, 5, 5, 15])
  expect(withOffset([0, 5, 10, 20], 3, 12)).toEqual([0, 5, 10, 12])
})

test('new departures are for the days that have none', () => {
  const stops = [{ alongM: 0 }, { alongM: 900 }] as never
  const first = newService({ stops }, [])
  expect(first).toEqual({ days: [1, 2, 3, 4, 5, 6, 7], offsetsMin: [0, 3], departures: [] })
  expect(newService({ stops }, [{ ...first, days: [1, 2, 3, 4, 5] }]).days).toEqual([6, 7])
})

test('departures are begun for all days where none is free, with the minutes of the others', () => {
  const stops = [{ alongM: 0 }, { alongM: 900 }] as never
  const daily = { days: [1, 2, 3, 4, 5, 6, 7], offsetsMin: [0, 11], departures: ['06:00'] } as never
  const next = newService({ stops }, [daily])
  expect(next).toEqual({ days: [1, 2, 3, 4, 5, 6, 7], offsetsMin: [0, 11], departures: [] })
  next.offsetsMin[1] = 4
  expect(daily).toMatchObject({ offsetsMin: [0, 11] })
})

test('minutes count from the first stop, wherever along the way it lies', () => {
  const stops = [{ alongM: 600 }, { alongM: 1_500 }, { alongM: 6_600 }] as never
  expect(newService({ stops }, []).offsetsMin).toEqual([0, 3, 20])
  expect(newService({ stops: [] }, []).offsetsMin).toEqual([])
})

test('a bus is at no stop before it is at the one ahead of it, and never before it leaves', () => {
  expect(withOffset([0, 5, 10], 0, -4)).toEqual([0, 5, 10])
  expect(withOffset([0, 5, 10], 1, -4)).toEqual([0, 0, 5])
  expect(withOffset([0, 5, 5, 5], 2, 9)).toEqual([0, 5, 9, 9])
})
