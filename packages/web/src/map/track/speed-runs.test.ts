import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import type { Plane } from '../planes.ts'
import { bandOf } from './speed-bands.ts'
import { speedRuns } from './speed-runs.ts'

const degrees: Plane = {
  code: 'EPSG:3857',
  toPlane: (lon, lat) => [lon, lat],
  toWgs84: (x, y) => [x, y],
  extent: [-180, -90, 180, 90],
}

const at = (seconds: number, lon: number, speedKmh: number | null, quality = 0) => ({
  fixTime: seconds * 1000,
  latE7: 0,
  lonE7: lon * 1e7,
  speedKmh,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})

test.each([
  [0, 0],
  [19.9, 0],
  [20, 1],
  [60, 3],
  [120, 5],
  [Number.NaN, 0],
])('%d km/h is in band %d', (speed, band) => expect(bandOf(speed)).toBe(band))

test('neighbouring runs share their point', () => {
  const { bands } = speedRuns(toTrack([at(0, 1, 10), at(10, 2, 10), at(20, 3, 130), at(30, 4, 130)]), degrees)
  expect(bands[0]).toEqual({ flat: [1, 0, 2, 0], ends: [4] })
  expect(bands[5]).toEqual({ flat: [2, 0, 3, 0, 4, 0], ends: [6] })
})

test('a gap is a dash of its own and begins a new line', () => {
  const { bands, gaps } = speedRuns(
    toTrack([at(0, 1, 10), at(10, 2, 10), at(900, 3, 10), at(910, 4, 10)]),
    degrees,
  )
  expect(gaps).toEqual({ flat: [2, 0, 3, 0], ends: [4] })
  expect(bands[0]).toEqual({ flat: [1, 0, 2, 0, 3, 0, 4, 0], ends: [4, 8] })
})

test('points that are not trusted are left out', () => {
  const { bands, box } = speedRuns(
    toTrack([at(0, 1, 10), at(10, 50, 10, qualityBits.jump), at(20, 2, 10)]),
    degrees,
  )
  expect(bands[0]?.flat).toEqual([1, 0, 2, 0])
  expect(box).toEqual({ west: 1, east: 2, south: 0, north: 0 })
})

test('an empty track has no box', () => expect(speedRuns(toTrack([]), degrees).box).toBeNull())
