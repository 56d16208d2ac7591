import { expect, test } from 'vitest'
import { unwrapLines, unwrapPolygons } from './unwrap.ts'

test('a ring across ±180° goes on beyond it', () => {
  const ring = [
    [170, 60],
    [-170, 60],
    [-170, 70],
    [170, 70],
    [170, 60],
  ]
  const { coordinates } = unwrapPolygons({ type: 'MultiPolygon', coordinates: [[ring]] })
  expect(coordinates[0]![0]!.map(([lon]) => lon)).toEqual([170, 190, 190, 170, 170])
})

test('a ring around the pole is led along the edge of the projection', () => {
  const ring = [
    [-180, -70],
    [-60, -72],
    [60, -71],
    [180, -70],
    [-180, -70],
  ]
  const closed = unwrapPolygons({ type: 'MultiPolygon', coordinates: [[ring]] }).coordinates[0]![0]!
  expect(closed.at(-1)).toEqual(closed[0])
  expect(Math.min(...closed.map(([, lat]) => lat!))).toBe(-89.9)
})

test('lines are unwrapped too', () => {
  const line = [
    [-179, 0],
    [179, 1],
  ]
  const { coordinates } = unwrapLines({ type: 'MultiLineString', coordinates: [line] })
  expect(coordinates[0]).toEqual([
    [-179, 0],
    [-181, 1],
  ])
})
