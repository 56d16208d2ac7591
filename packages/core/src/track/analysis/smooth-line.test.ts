import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceM } from '../../geo/distance.ts'
import { accuracyM, type LinePlaces, smoothLine } from './smooth-line.ts'

const gapMs = 300_000
type Row = readonly [seconds: number, lat: number, lon: number]
const lineOf = (rows: readonly Row[]): LinePlaces => ({
  fixTime: Float64Array.from(rows, ([seconds]) => seconds * 1000),
  latE7: Int32Array.from(rows, ([, lat]) => Math.round(lat * 1e7)),
  lonE7: Int32Array.from(rows, ([, , lon]) => Math.round(lon * 1e7)),
})
type Columns = Pick<LinePlaces, 'latE7' | 'lonE7'>
const metres = (a: Columns, i: number, b: Columns, j: number) =>
  distanceM(a.latE7[i]! / 1e7, a.lonE7[i]! / 1e7, b.latE7[j]! / 1e7, b.lonE7[j]! / 1e7)
const lengthM = (line: Columns) =>
  Array.from(line.latE7.slice(1)).reduce((sum, _, i) => sum + metres(line, i, line, i + 1), 0)

/** A road to the east whose fixes lie by turns 4 m north and south of it. */
const jitter = lineOf(
  Array.from({ length: 40 }, (_, n): Row => [n * 10, 60 + (n % 2 === 0 ? 4 : -4) / 111_195, n * 0.001]),
)

const anyLine = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 400 }),
      fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      fc.double({ min: -0.01, max: 0.01, noNaN: true }),
    ),
    { maxLength: 60 },
  )
  .chain((steps) =>
    fc.record({
      lat: fc.double({ min: -80, max: 80, noNaN: true }),
      lon: fc.constantFrom(0, 116.4, 179.999, -179.999),
      steps: fc.constant(steps),
    }),
  )
  .map(({ lat, lon, steps }) => {
    let at: Row = [0, lat, lon]
    const rows = steps.map(([seconds, north, east]) => {
      const next = at[2] + east
      at = [at[0] + seconds, at[1] + north, next > 180 ? next - 360 : next < -180 ? next + 360 : next]
      return at
    })
    return lineOf(rows)
  })

test('no point leaves the circle of its fix, anywhere on Earth', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const smoothed = smoothLine(line, gapMs)
      // The haversine and the plane differ by less than a thousandth of so little.
      for (let i = 0; i < line.latE7.length; i++)
        expect(metres(line, i, smoothed, i)).toBeLessThanOrEqual(accuracyM * 1.001)
    }),
  )
})

test('the ends of the line, and of what lies between two gaps, stay; the fixes are left alone', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const before = { latE7: line.latE7.slice(), lonE7: line.lonE7.slice() }
      const smoothed = smoothLine(line, gapMs)
      expect({ latE7: line.latE7, lonE7: line.lonE7 }).toEqual(before)
      const last = line.latE7.length - 1
      const isGap = (i: number) => line.fixTime[i]! - line.fixTime[i - 1]! > gapMs
      for (let i = 0; i <= last; i++) {
        if (i !== 0 && i !== last && !isGap(i) && !isGap(i + 1)) continue
        expect([smoothed.latE7[i], smoothed.lonE7[i]]).toEqual([line.latE7[i], line.lonE7[i]])
      }
    }),
  )
})

test('a straight road stays as it is, however uneven the fixes on it come', () => {
  const road = lineOf([0, 1, 2, 7, 8, 30].map((n): Row => [n * 10, 0, n * 0.001]))
  expect(smoothLine(road, gapMs)).toEqual({ latE7: road.latE7, lonE7: road.lonE7 })
})

test('what lies by turns left and right of a road comes near to it', () => {
  const smoothed = smoothLine(jitter, gapMs)
  const off = (line: Columns) =>
    Math.max(...Array.from(line.latE7.slice(4, -4), (lat) => Math.abs(lat / 1e7 - 60) * 111_195))
  expect(off(jitter)).toBeCloseTo(4, 1)
  expect(off(smoothed)).toBeLessThan(1)
  expect(lengthM(smoothed)).toBeLessThan(lengthM(jitter))
})

test('a turn stays where it is', () => {
  const turn = lineOf([
    ...Array.from({ length: 10 }, (_, n): Row => [n * 10, 0, n * 0.001]),
    ...Array.from({ length: 10 }, (_, n): Row => [100 + n * 10, (n + 1) * 0.001, 0.009]),
  ])
  expect(smoothLine(turn, gapMs)).toEqual({ latE7: turn.latE7, lonE7: turn.lonE7 })
})

test.each([
  [[]],
  [[[0, 1, 1]]],
  [
    [
      [0, 1, 1],
      [10, 2, 2],
    ],
  ],
] as Row[][][])('a line of few points stays: %j', (rows) => {
  const line = lineOf(rows)
  expect(smoothLine(line, gapMs)).toEqual({ latE7: line.latE7, lonE7: line.lonE7 })
})
