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
