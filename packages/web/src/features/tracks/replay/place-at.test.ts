import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { placeAt } from './place-at.ts'

const point = (seconds: number, lat: number, more: object = {}) => ({
  fixTime: seconds * 1000,
  latE7: lat * 1e7,
  lonE7: 20e7,
  speedKmh: 36 as number | null,
  courseDeg: 90 as number | null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality: 0,
  ...more,
})

test('between two fixes it moves evenly', () => {
  const track = toTrack([point(0, 1), point(100, 2)])
  expect(placeAt(track, 25_000)).toEqual({ lat: 1.25, lon: 20, courseDeg: 90, speedKmh: 36, index: 0 })
})

test('across a silence it waits', () => {
  const track = toTrack([point(0, 1), point(1000, 2)])
  expect(placeAt(track, 900_000)?.lat).toBe(1)
})

test('before the first point and after the last it is at that point', () => {
  const track = toTrack([point(10, 1), point(20, 2)])
  expect(placeAt(track, 0)?.lat).toBe(1)
  expect(placeAt(track, 99_000)?.lat).toBe(2)
})

test('points that are not on the line are passed by', () => {
  const track = toTrack([point(0, 1), point(50, 60, { quality: qualityBits.jump }), point(100, 2)])
  expect(placeAt(track, 50_000)?.lat).toBe(1.5)
})

test('what a point did not say is unknown', () => {
  const track = toTrack([point(0, 1, { speedKmh: null, courseDeg: null })])
  expect(placeAt(track, 0)).toMatchObject({ speedKmh: null, courseDeg: null })
})

test('a vehicle that only drifted while it was parked is where it was last', () => {
  const drift = { quality: qualityBits.drift }
  const track = toTrack([point(0, 1, drift), point(100, 2, drift)])
  expect(placeAt(track, 50_000)?.lat).toBe(1)
})

test('a track of stray points alone has no place', () =>
  expect(placeAt(toTrack([point(0, 1, { quality: qualityBits.jump })]), 0)).toBeNull())
