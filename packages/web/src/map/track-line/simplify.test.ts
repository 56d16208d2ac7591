import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weighPoints } from './simplify.ts'

function weightsOf(points: [number, number][]): number[] {
  const weights = new Float32Array(points.length)
  weighPoints(
    Float64Array.from(points, ([x]) => x),
    Float64Array.from(points, ([, y]) => y),
    0,
    points.length - 1,
    weights,
  )
  return [...weights]
}

test('a point weighs what the line would move without it', () => {
  expect(
    weightsOf([
      [0, 0],
      [5, 3],
      [10, 0],
    ]),
  ).toEqual([Infinity, 3, Infinity])
})

test('points on a straight line and on top of each other weigh nothing', () => {
  expect(
    weightsOf([
      [0, 0],
      [5, 0],
      [10, 0],
    ])[1],
  ).toBe(0)
  expect(
    weightsOf([
      [7, 7],
      [7, 7],
      [7, 7],
      [7, 7],
    ]),
  ).toEqual([Infinity, 0, 0, Infinity])
})

test('leaving out what weighs less than a limit moves no point further than that', () => {
  const point = fc.tuple(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -100, max: 100 }))
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 2, maxLength: 60 }),
      fc.integer({ min: 1, max: 50 }),
      (points, limit) => {
        const weights = weightsOf(points)
        const kept = points.flatMap((_, i) => (weights[i]! >= limit ? [i] : []))
        for (let n = 1; n < kept.length; n++) {
          for (let i = kept[n - 1]! + 1; i < kept[n]!; i++) {
            expect(distance(points[i]!, points[kept[n - 1]!]!, points[kept[n]!]!)).toBeLessThan(limit + 1e-4)
          }
        }
      },
    ),
  )
})

function distance([px, py]: number[], [ax, ay]: number[], [bx, by]: number[]): number {
  const dx = bx! - ax!
  const dy = by! - ay!
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.min(Math.max(((px! - ax!) * dx + (py! - ay!) * dy) / squared, 0), 1)
  return Math.hypot(px! - ax! - along * dx, py! - ay! - along * dy)
}
