import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { aPoint } from '../testing/points.ts'
import { driveLine } from './drive-line.ts'

const span = { from: 0, to: 100_000 }

/** East, then north, a point each 10 s. */
const corner = toTrack([
  ...[0, 1, 2, 3].map((n) => aPoint(n * 10, 0, n * 0.01)),
  ...[1, 2, 3].map((n) => aPoint(30 + n * 10, n * 0.01, 0.03)),
])

test('a drive is described by its ends and where it turns', () =>
  expect(driveLine(corner, span, 50)).toEqual([
    { lat: 0, lon: 0 },
    { lat: 0, lon: 0.03 },
    { lat: 0.03, lon: 0.03 },
  ]))

test('only the part that was chosen counts', () =>
  expect(driveLine(corner, { from: 10_000, to: 20_000 }, 50)).toEqual([
    { lat: 0, lon: 0.01 },
    { lat: 0, lon: 0.02 },
  ]))

test('of many places those that stand out most are kept', () => {
  const zigzag = toTrack(Array.from({ length: 90 }, (_, n) => aPoint(n, (n % 2) * 0.001 * (n + 1), n * 0.01)))
  const line = driveLine(zigzag, span, 20)!
  expect(line.length).toBeLessThanOrEqual(20)
  expect(line[0]).toEqual({ lat: 0, lon: 0 })
  expect(line.at(-1)!.lon).toBeCloseTo(0.89)
})

test('who stood still drove no line', () => {
  const parked = toTrack([0, 10, 20].map((seconds) => aPoint(seconds, 1, 2)))
  expect(driveLine(parked, span, 50)).toBeNull()
  expect(driveLine(toTrack([aPoint(0, 1, 2)]), span, 50)).toBeNull()
})
