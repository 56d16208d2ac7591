import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import type { MapProjection } from '../projections.ts'
import { toLineChunk } from './line-chunk.ts'
import { pickPoint } from './pick-point.ts'
import { placeChunk } from './placed-chunk.ts'

const degrees: MapProjection = {
  code: 'EPSG:3857',
  fromWgs84: (lon, lat) => [lon, lat],
  toWgs84: (x, y) => [x, y],
  extent: [-180, -90, 180, 90],
}
const point = (seconds: number, lon: number, lat = 0, quality = 0) => ({
  fixTime: seconds * 1000,
  latE7: lat * 1e7,
  lonE7: lon * 1e7,
  speedKmh: 50,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})
const placed = (...points: ReturnType<typeof point>[]) => placeChunk(toLineChunk(toTrack(points)), degrees)
const near = (x: number, y: number) => ({ x, y, reach: 0.5, groundM: 1, withHidden: true })

test('the nearest point of the way beside the pointer', () => {
  const chunk = placed(point(0, 0), point(10, 1), point(20, 2))
  expect(pickPoint([chunk], near(1.2, 0.1))).toMatchObject({ fixTime: 10_000, isHidden: false })
  expect(pickPoint([chunk], near(1.2, 0.7))).toBeNull()
})

test('of two passes over one road the later one', () => {
  const out = placed(point(0, 0), point(10, 1))
  const back = placed(point(100, 1), point(110, 0))
  expect(pickPoint([out, back], near(0, 0))?.fixTime).toBe(110_000)
})

test('a way that is unknown is not picked', () => {
  const chunk = placed(point(0, 0), point(10, 0.1), point(2000, 5), point(2010, 5.1))
  expect(pickPoint([chunk], near(2.5, 0))).toBeNull()
})

test('points that are not on the line only where they are shown', () => {
  const chunk = placed(point(0, 0), point(10, 3, 3, qualityBits.jump), point(20, 0.1))
  expect(pickPoint([chunk], near(3, 3))).toMatchObject({ fixTime: 10_000, isHidden: true })
  expect(pickPoint([chunk], { ...near(3, 3), withHidden: false })).toBeNull()
})

test('a line across the 180th meridian is found on both sides of it', () => {
  const chunk = placed(point(0, 179.9), point(10, -179.9))
  expect(pickPoint([chunk], near(-179.9, 0))?.fixTime).toBe(10_000)
  expect(pickPoint([chunk], near(180.1, 0))?.fixTime).toBe(10_000)
})
