import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { describe, expect, test } from 'vitest'
import { columnsOf, extremesOf, ignitionColumns, tickStepMs, trackSeries } from './series.ts'

const point = (seconds: number, more: object = {}) => ({
  fixTime: seconds * 1000,
  latE7: 1,
  lonE7: 1,
  speedKmh: 50 as number | null,
  courseDeg: null,
  altitudeM: null as number | null,
  satellites: null as number | null,
  accOn: null as boolean | null,
  odometerM: null,
  quality: 0,
  ...more,
})
const ofNumbers = (...values: number[]) => ({
  length: values.length,
  fixTime: values.map((_, n) => n * 1000),
  valueAt: (n: number) => values[n]!,
})

describe('values of a track', () => {
  const track = toTrack([
    point(0, { altitudeM: 120, satellites: 9 }),
    point(1, { speedKmh: 900, quality: qualityBits.jump }),
    point(2, { speedKmh: null }),
  ])
  test.each([
    ['speedKmh', [50, Number.NaN, Number.NaN]],
    ['altitudeM', [120, Number.NaN, Number.NaN]],
    ['satellites', [9, Number.NaN, Number.NaN]],
  ] as const)('of %s, what is unknown or not trusted is no number', (name, expected) => {
    const series = trackSeries(track, name)
    expect(expected.map((_, n) => series.valueAt(n))).toEqual(expected)
  })
})

describe('pixel columns', () => {
  test('each spans from its least to its greatest value', () => {
    const { low, high } = columnsOf(ofNumbers(5, 1, 9, 4), 0, 4000, 2)
    expect([...low]).toEqual([1, 4])
    expect([...high]).toEqual([5, 9])
  })
  test('without a value a column is empty', () => {
    const { low } = columnsOf(ofNumbers(5, Number.NaN), 0, 4000, 4)
    expect([...low]).toEqual([5, Number.NaN, Number.NaN, Number.NaN])
  })
  test('what lies outside of the window is not in it', () => {
    const { high } = columnsOf(ofNumbers(100, 2, 3, 100), 1000, 3000, 1)
    expect([...high]).toEqual([3])
  })
  test('their extremes', () => {
    expect(extremesOf(columnsOf(ofNumbers(5, 1, 9, 4), 0, 4000, 2))).toEqual({ least: 1, greatest: 9 })
    expect(extremesOf(columnsOf(ofNumbers(), 0, 4000, 2))).toBeNull()
  })
})

test('the ignition of a column is that of its last point that said one', () => {
  const track = toTrack([
    point(0, { accOn: true }),
    point(1, { accOn: false }),
    point(2, {}),
    point(3, { accOn: true }),
  ])
  expect([...ignitionColumns(track, 0, 6000, 3)]).toEqual([0, 1, -1])
})

test.each([
  [3_600_000, 900, 15 * 60_000],
  [86_400_000, 900, 3 * 3_600_000],
  [90 * 86_400_000, 900, 14 * 24 * 3_600_000],
])('over %i ms in %i px the marks are %i ms apart', (span, width, step) =>
  expect(tickStepMs(span, width)).toBe(step),
)
