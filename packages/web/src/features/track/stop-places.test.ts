import type { Segment } from '@trackway/core/track/segments.ts'
import { expect, test } from 'vitest'
import { stopPlaces } from './stop-places.ts'

const minute = 60_000
let time = 0
const aStop = (lon: number, minutes = 5) =>
  ({ kind: 'stop', from: ++time, to: time + minutes * minute, lat: 31, lon }) as Segment
const numbers = (places: ReturnType<typeof stopPlaces>) =>
  places.map((stops) => stops.map(({ number }) => number))
/** Pixels to a degree. */
const zoomed = (scale: number) => (stop: Segment) => [stop.lon * scale, stop.lat * scale] as [number, number]

test('stops at one place share a pin at any zoom', () => {
  const stops = [aStop(121), aStop(121.2), aStop(121.0005)]
  expect(numbers(stopPlaces(stops, zoomed(1e7)))).toEqual([[1, 3], [2]])
})

test('stops whose pins would cover one another share one until the map is nearer', () => {
  const stops = [aStop(121), aStop(121.1), aStop(125)]
  expect(numbers(stopPlaces(stops, zoomed(100)))).toEqual([[1, 2], [3]])
  expect(numbers(stopPlaces(stops, zoomed(10_000)))).toEqual([[1], [2], [3]])
})

test('the longest stays come first, and trips are no stops', () => {
  const trip = { ...aStop(130), kind: 'trip' } as Segment
  expect(numbers(stopPlaces([aStop(121), trip, aStop(140, 60)], zoomed(100)))).toEqual([[2], [1]])
})
