import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { gapBand, gapMs, smoothed, toLineChunk, tolerancesM } from './line-chunk.ts'

const point = (seconds: number, lat: number, lon: number, speedKmh: number | null = 50, quality = 0) => ({
  fixTime: seconds * 1000,
  latE7: Math.round(lat * 1e7),
  lonE7: Math.round(lon * 1e7),
  speedKmh,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})

test('an empty block has no line', () => {
  const chunk = toLineChunk(toTrack([]))
  expect(chunk.length).toBe(0)
  expect(chunk.firstTime).toBeNaN()
})

test('points that are not trusted are kept apart', () => {
  const chunk = toLineChunk(
    toTrack([point(0, 0, 0), point(10, 5, 5, 50, qualityBits.jump), point(20, 0, 0.001)]),
  )
  expect([...chunk.fixTime]).toEqual([0, 20_000])
  expect([...chunk.hidden.fixTime]).toEqual([10_000])
})

test('each level is a part of the finer one and keeps both ends', () => {
  const zigzag = Array.from({ length: 200 }, (_, n) => point(n * 10, (n % 7) * 0.0003, n * 0.0005))
  const { levels, length } = toLineChunk(toTrack(zigzag))
  expect(levels).toHaveLength(tolerancesM.length)
  let finer = new Set(levels[0]!.points)
  expect(finer.size).toBe(length)
  for (const { points } of levels) {
    expect([...points].every((index) => finer.has(index))).toBe(true)
    expect([points[0], points.at(-1)]).toEqual([0, length - 1])
    finer = new Set(points)
  }
  expect(finer.size).toBeLessThan(length)
})

test('a straight road is two points at every tolerance but the first', () => {
  const road = Array.from({ length: 50 }, (_, n) => point(n * 10, 0, n * 0.001))
  const { levels } = toLineChunk(toTrack(road))
  expect(levels.map(({ points }) => points.length)).toEqual([50, 2, 2, 2, 2, 2])
})

test('a simplified way has the colour of its mean speed, of which the unknown say nothing', () => {
  const { levels } = toLineChunk(
    toTrack([
      point(0, 0, 0, 0),
      point(10, 0, 0.001, 100),
      point(20, 0, 0.002, null),
      point(30, 0, 0.003, 20),
    ]),
  )
  // (100 + 20) / 2 = 60
  expect(levels[1]!.bands[1]).toBe(levels[0]!.bands[1]! - 1)
})

test('after a silence the way is unknown at every level', () => {
  const { levels } = toLineChunk(
    toTrack([
      point(0, 0, 0),
      point(10, 0, 0.001),
      point(10 + gapMs / 1000 + 1, 0, 0.5),
      point(330, 0, 0.501),
    ]),
  )
  for (const { points, bands } of levels) {
    expect([...bands].filter((band) => band === gapBand)).toHaveLength(1)
    expect(points.length).toBe(4)
  }
})

test('a smoothed line has the points of the other, at other places, and the same ends', () => {
  const zigzag = Array.from({ length: 50 }, (_, n) => point(n * 10, (n % 2) * 0.00005, n * 0.001))
  const chunk = toLineChunk(toTrack(zigzag))
  const line = smoothed(chunk)
  expect(line.levels).toEqual(chunk.levels)
  expect(line.latE7).not.toEqual(chunk.latE7)
  for (const i of [0, 49]) expect([line.latE7[i], line.lonE7[i]]).toEqual([chunk.latE7[i], chunk.lonE7[i]])
})
