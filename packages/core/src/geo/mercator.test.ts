import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bd09ToMercator,
  fromWebMercator,
  fromWorldMercator,
  mercatorToBd09,
  toWebMercator,
  toWorldMercator,
} from './mercator.ts'

// Its declarations and its module disagree about the default export, so it is taken as what it is.
const gcoord = createRequire(import.meta.url)('gcoord') as {
  transform(place: [number, number], from: string, to: string): [number, number]
} & Record<'WGS84' | 'GCJ02' | 'BD09' | 'BD09MC', string>

const place = fc.record({
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -73.9, max: 73.9, noNaN: true }),
})

test('Baidu’s plane agrees with Baidu’s published sample', () => {
  const [x, y] = bd09ToMercator(116.404, 39.915)
  expect(x).toBeCloseTo(12_958_175, 0)
  expect(y).toBeCloseTo(4_825_923.77, 2)
})

test('Baidu’s plane agrees with gcoord, whose equator is not a number', () => {
  fc.assert(
    fc.property(place, ({ lon, lat }) => {
      fc.pre(lat !== 0)
      const [x, y] = gcoord.transform([lon, lat], gcoord.BD09, gcoord.BD09MC)
      const ours = bd09ToMercator(lon, lat)
      expect(Math.abs(ours[0] - x!)).toBeLessThan(1e-4)
      expect(Math.abs(ours[1] - y!)).toBeLessThan(1e-4)
    }),
  )
  expect(bd09ToMercator(10, 0)[1]).toBeCloseTo(0, 1)
})

/** How far north a latitude lies on the ellipsoid's plane, by its definition: every step stretched as its parallel is. */
function northingByDefinition(lat: number): number {
  const [radiusM, eccentricity2, steps] = [6_378_137, 0.081_819_190_842_621_5 ** 2, 2_000]
  const end = (lat * Math.PI) / 180
  const stretch = (phi: number) =>
    (1 - eccentricity2) / ((1 - eccentricity2 * Math.sin(phi) ** 2) * Math.cos(phi))
  let sum = 0
  // Simpson's rule.
  for (let i = 0; i <= steps; i++)
    sum += stretch((end * i) / steps) * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2)
  return (radiusM * sum * end) / steps / 3
}

test('the ellipsoid’s plane is what its definition says', () => {
  for (const lat of [-80, -33.92, 0, 0.001, 23.13, 55.751667, 84]) {
    const [x, y] = toWorldMercator(37.617778, lat)
    expect(x).toBeCloseTo((37.617778 * Math.PI * 6_378_137) / 180, 6)
    expect(y).toBeCloseTo(northingByDefinition(lat), 2)
  }
})

test('all planes come back to where they started', () => {
  const pairs = [
    [toWebMercator, fromWebMercator],
    [toWorldMercator, fromWorldMercator],
    [bd09ToMercator, mercatorToBd09],
  ] as const
  fc.assert(
    fc.property(place, ({ lon, lat }) => {
      for (const [forward, backward] of pairs) {
        const [backLon, backLat] = backward(...forward(lon, lat))
        expect(Math.abs(backLon - lon)).toBeLessThan(1e-8)
        expect(Math.abs(backLat - lat)).toBeLessThan(1e-7)
      }
    }),
  )
})

test('the poles stay on the plane', () => {
  for (const forward of [toWebMercator, toWorldMercator, bd09ToMercator]) {
    expect(forward(0, 90).every(Number.isFinite)).toBe(true)
    expect(forward(0, -90).every(Number.isFinite)).toBe(true)
  }
})
