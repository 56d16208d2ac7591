import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FenceArea } from './area.ts'
import { shapeOf } from './shapes.ts'

const metre = 1 / 111_194.9
const road: FenceArea = {
  shape: 'corridor',
  line: [
    { lat: 10, lon: 20 },
    { lat: 10, lon: 20.01 },
    { lat: 10.01, lon: 20.01 },
  ],
  widthM: 100,
}

test('a corridor has all that lies at most half its width from its line, with round ends', () => {
  const { contains, edgeDistanceM } = shapeOf(road)
  expect(contains(10 + 49 * metre, 20.005)).toBe(true)
  expect(contains(10 + 51 * metre, 20.005)).toBe(false)
  expect(contains(10, 20 - 49 * metre)).toBe(true)
  expect(contains(10 - 40 * metre, 20 - 40 * metre)).toBe(false)
  expect(edgeDistanceM(10 + 80 * metre, 20.005)).toBeCloseTo(30, 1)
  expect(edgeDistanceM(10, 20.005)).toBeCloseTo(-50, 1)
})

test('a way along a bend is inside once, a way across it twice', () => {
  const { spansInside } = shapeOf(road)
  expect(spansInside(10, 20.002, 10, 20.01)).toEqual([{ from: 0, to: 1 }])
  const spans = spansInside(9.995, 20.003, 10.008, 20.015)
  expect(spans).toHaveLength(2)
})

const areas: FenceArea[] = [
  road,
  {
    ...road,
    line: [
      { lat: 10, lon: 179.995 },
      { lat: 10.005, lon: -179.995 },
    ],
  },
  { shape: 'circle', lat: 10, lon: 20, radiusM: 800 },
  { shape: 'rectangle', south: 9.995, north: 10.005, west: 19.995, east: 20.008 },
  { shape: 'rectangle', south: 9.995, north: 10.005, west: 179.995, east: -179.995 },
  {
    shape: 'polygon',
    corners: [
      { lat: 9.99, lon: 20 },
      { lat: 10.01, lon: 20.01 },
      { lat: 10, lon: 19.99 },
    ],
  },
]
test.each(areas)('the edge of a $shape lies where inside becomes outside', (area) => {
  const { box, contains, edgeDistanceM, spansInside } = shapeOf(area)
  const middle = box.west > box.east ? 180 : (box.west + box.east) / 2
  const step = fc.integer({ min: -20_000, max: 20_000 })
  const place = fc.tuple(step, step).map(([up, aside]) => {
    const lon = middle + aside * 1e-6
    return [10 + up * 1e-6, lon > 180 ? lon - 360 : lon] as const
  })
  fc.assert(
    fc.property(place, place, ([latA, lonA], [latB, lonB]) => {
      expect(edgeDistanceM(latA, lonA) <= 0 || !contains(latA, lonA)).toBe(true)
      const isSame = contains(latA, lonA) === contains(latB, lonB)
      if (!isSame) expect(spansInside(latA, lonA, latB, lonB).length).toBeGreaterThan(0)
      for (const { from, to } of spansInside(latA, lonA, latB, lonB))
        for (const share of [from, to].filter((end) => end > 0 && end < 1)) {
          const aside =
            lonB - lonA > 180 ? lonB - lonA - 360 : lonB - lonA < -180 ? lonB - lonA + 360 : lonB - lonA
          const lon = lonA + aside * share
          const wrapped = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
          expect(Math.abs(edgeDistanceM(latA + (latB - latA) * share, wrapped))).toBeLessThan(1)
        }
    }),
  )
})
