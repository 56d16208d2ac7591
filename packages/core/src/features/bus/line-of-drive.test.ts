import { expect, test } from 'vitest'
import { distanceM } from '../../geo/distance.ts'
import { lineGeometry } from './line-geometry.ts'
import { type DriveFix, lineOfDrive, simplified } from './line-of-drive.ts'
import { at, drive } from './testing/drives.ts'

const way = [
  { s: 0, to: at(0) },
  { s: 100, to: at(1000) },
  { s: 130, to: at(1000) },
  { s: 230, to: at(1000, 1000) },
  { s: 236, to: at(1000, 1000) },
  { s: 336, to: at(1000, 2000) },
  { s: 396, to: at(1000, 2000) },
  { s: 496, to: at(2000, 2000) },
]

function fixesOf(everyS: number, jitterM = 0): DriveFix[] {
  const fixes = drive(way, { everyS, jitterM })
  return fixes.map((fix, i) => {
    const next = fixes[i + 1] ?? fixes[i - 1]!
    const metres = distanceM(fix.lat, fix.lon, next.lat, next.lon)
    return { ...fix, speedKmh: metres / everyS > 6 ? 36 : 0 }
  })
}

test.each([2, 5])('the way of a drive has its corners, and stops where it stood, every %i s', (everyS) => {
  const { shape, stops } = lineOfDrive(fixesOf(everyS), { places: 100, stops: 20 })
  expect(shape.length).toBeLessThan(8)
  expect(lineGeometry(shape, []).lengthM).toBeCloseTo(4000, -2)
  const expected = [at(0), at(1000), at(1000, 2000), at(2000, 2000)]
  expect(stops).toHaveLength(expected.length)
  for (const [i, stop] of stops.entries())
    expect(distanceM(stop.lat, stop.lon, expected[i]!.lat, expected[i]!.lon)).toBeLessThan(25)
})

test('a fix that wanders bends no way by more than it wanders', () => {
  const { shape } = lineOfDrive(fixesOf(2, 3), { places: 1_000, stops: 20 })
  expect(lineGeometry(shape, []).lengthM).toBeGreaterThan(3_900)
  expect(lineGeometry(shape, []).lengthM).toBeLessThan(4_150)
})

test('no more places than a line may have', () => {
  const circle = Array.from({ length: 5_000 }, (_, i) =>
    at(3000 * Math.cos(i / 700), 3000 * Math.sin(i / 700)),
  )
  expect(simplified(circle, 50).length).toBeLessThanOrEqual(50)
})

test('a vehicle that only stood drove no line', () => {
  const fix = { ...at(0), speedKmh: 0 }
  expect(
    lineOfDrive(
      [
        { ...fix, time: 0 },
        { ...fix, time: 60_000 },
      ],
      { places: 100, stops: 20 },
    ).stops,
  ).toEqual([])
})
