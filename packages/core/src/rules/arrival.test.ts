import { expect, test } from 'vitest'
import { arrivalAt } from './arrival.ts'

const fixTime = Date.UTC(2026, 10, 20, 12)
const depot = { lat: 48.2, lon: 16.4 }
/** A degree of latitude is 111.19 km. */
const north = (km: number) => ({ lat: depot.lat + km / 111.19, lon: depot.lon })
const minutes = (count: number) => count * 60_000
const kmIn = (km: number, ofMinutes: number) => ({ metres: km * 1_000, spanMs: minutes(ofMinutes), fixTime })

test.each([
  { what: '30 km away at 60 km/h: 39 km of road', at: north(30), driven: kmIn(15, 15), min: 39 },
  { what: 'the same, known for five minutes only', at: north(30), driven: kmIn(5, 5), min: 39 },
  { what: 'crawling counts as 10 km/h', at: north(1), driven: kmIn(0.5, 15), min: 7.8 },
  { what: 'a wrong sum counts as 110 km/h', at: north(110), driven: kmIn(500, 15), min: 78 },
])('$what', ({ at, driven, min }) => {
  const { arrivalTime, hasArrived } = arrivalAt(at, depot, driven)
  expect(hasArrived).toBe(false)
  expect((arrivalTime! - fixTime) / 60_000).toBeCloseTo(min, 1)
})

test('a standing or arrived vehicle has no arrival time', () => {
  expect(arrivalAt(north(30), depot, kmIn(0.1, 15)).arrivalTime).toBeNull()
  expect(arrivalAt(north(30), depot, kmIn(0, 0)).arrivalTime).toBeNull()
  expect(arrivalAt(north(0.1), depot, kmIn(15, 15))).toMatchObject({ hasArrived: true, arrivalTime: null })
  expect(arrivalAt(north(30), depot, kmIn(0, 0)).distanceM).toBeCloseTo(30_000, -2)
})
