import { expect, test } from 'vitest'
import { type PinnedStop, stopPlaces } from './stop-places.ts'

const minute = 60_000
const stopsAt = (...places: [lon: number, minutes?: number][]): PinnedStop[] =>
  places.map(([lon, minutes = 5], index) => ({
    number: index + 1,
    from: index,
    to: index + minutes * minute,
    lat: 31,
    lon,
  }))
const numbers = (places: PinnedStop[][]) => places.map((stops) => stops.map(({ number }) => number))
/** Pixels to a degree. */
const zoomed =
  (scale: number) =>
  ({ lon, lat }: { lon: number; lat: number }): [number, number] => [lon * scale, lat * scale]

test('stops at one place share a pin at any zoom', () => {
  const stops = stopsAt([121], [121.2], [121.0005])
  expect(numbers(stopPlaces(stops, zoomed(1e7)))).toEqual([[1, 3], [2]])
})

test('stops whose pins would cover one another share one until the map is nearer', () => {
  const stops = stopsAt([121], [121.1], [125])
  expect(numbers(stopPlaces(stops, zoomed(100)))).toEqual([[1, 2], [3]])
  expect(numbers(stopPlaces(stops, zoomed(10_000)))).toEqual([[1], [2], [3]])
})

test('the longest stays come first', () => {
  expect(numbers(stopPlaces(stopsAt([121], [140, 60]), zoomed(100)))).toEqual([[2], [1]])
})
