import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { projections, worldWidthM } from '../projections.ts'
import { pieceLength, toLineChunk } from './line-chunk.ts'
import { placeChunk } from './placed-chunk.ts'

const mercator = projections['EPSG:3857']
const point = (seconds: number, lat: number, lon: number, quality = 0) => ({
  fixTime: seconds * 1000,
  latE7: Math.round(lat * 1e7),
  lonE7: Math.round(lon * 1e7),
  speedKmh: 50,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})
const placed = (...points: ReturnType<typeof point>[]) => placeChunk(toLineChunk(toTrack(points)), mercator)

test('points lie on the map to the centimetre, however far from its middle', () => {
  const places = [
    [48.2082, 16.3738],
    [48.2083, 16.3741],
    [-33.8688, 151.2093],
  ] as const
  for (const [lat, lon] of places) {
    const { originX, originY, x, y } = placed(point(0, lat, lon), point(10, lat + 0.0001, lon + 0.0003))
    const [expectedX, expectedY] = mercator.fromWgs84(lon + 0.0003, lat + 0.0001)
    expect(originX + x[1]!).toBeCloseTo(expectedX, 1)
    expect(originY + y[1]!).toBeCloseTo(expectedY, 1)
    expect([x[0], y[0]]).toEqual([0, 0])
  }
})

test('a way over the 180th meridian goes on instead of back around the world', () => {
  const east = placed(point(0, 0, 179.9), point(60, 0, -179.9))
  const step = (0.2 / 360) * worldWidthM(mercator)
  expect(east.x[1]).toBeCloseTo(step, 0)
  expect(east.box[2] - east.box[0]).toBeCloseTo(step, 0)
  const west = placed(point(0, 0, -179.9), point(60, 0, 179.9))
  expect(west.x[1]).toBeCloseTo(-step, 0)
})

test('what is hidden is placed too, also where nothing else is there', () => {
  const { x, hiddenX, hiddenY } = placed(
    point(0, 0, 0),
    point(10, 1, 1, qualityBits.jump),
    point(20, 0, 0.01),
  )
  expect(x).toHaveLength(2)
  const [jumpX, jumpY] = mercator.fromWgs84(1, 1)
  expect([hiddenX[0], hiddenY[0]]).toEqual([Math.fround(jumpX), Math.fround(jumpY)])

  const alone = placed(point(0, 5, 5, qualityBits.jump))
  expect([alone.hiddenX[0], alone.hiddenY[0]]).toEqual([0, 0])
  expect(alone.originX).toBeCloseTo(mercator.fromWgs84(5, 5)[0], 6)
  expect(alone.box).toEqual([Infinity, Infinity, -Infinity, -Infinity])
})

test('each piece holds the way that leads to it, so that none is left out at the edge of the view', () => {
  const count = pieceLength * 2 + 10
  const zigzag = Array.from({ length: count }, (_, n) => point(n * 10, (n % 2) * 0.01, n * 0.001))
  const { chunk, pieces, x, y, box } = placed(...zigzag)
  const [finest] = pieces
  const points = chunk.levels[0]!.points
  expect(finest).toHaveLength(Math.ceil(points.length / pieceLength) * 4)
  for (let piece = 0; piece < finest!.length / 4; piece++) {
    const [west, south, east, north] = finest!.subarray(piece * 4)
    const from = Math.max(0, piece * pieceLength - 1)
    for (const i of points.subarray(from, (piece + 1) * pieceLength)) {
      expect(x[i]! >= west! && x[i]! <= east!).toBe(true)
      expect(y[i]! >= south! && y[i]! <= north!).toBe(true)
    }
    expect(east! - west!).toBeLessThan((box[2] - box[0]) / 2 + 200)
  }
  expect(Math.min(...x)).toBe(box[0])
  expect(Math.max(...y)).toBe(box[3])
})
