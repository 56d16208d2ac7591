import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Area, type Circle, type Place, type Polygon, placeBetween, wrappedLon } from './area.ts'
import { faultOf } from './area-faults.ts'
import { distanceM } from './distance.ts'
import { shapeOf } from './shapes.ts'

const place = (lat: number, lon: number): Place => ({ lat, lon })
const polygon = (...corners: [lat: number, lon: number][]): Polygon => ({
  shape: 'polygon',
  corners: corners.map(([lat, lon]) => place(lat, lon)),
})
const degree = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const anyCircle: fc.Arbitrary<Circle> = fc.record({
  shape: fc.constant('circle' as const),
  lat: degree(-89.9, 89.9),
  lon: degree(-180, 180),
  radiusM: fc.oneof(degree(10, 1_000), degree(1_000, 100_000)),
})
/** Star-shaped around its middle, so that no edges cross; also across the 180th meridian. */
const anyPolygon: fc.Arbitrary<Polygon> = fc
  .record({
    lat: degree(-80, 80),
    lon: degree(-180, 180),
    sizes: fc.array(degree(0.001, 0.5), { minLength: 5, maxLength: 20 }),
  })
  .map(({ lat, lon, sizes }) => ({
    shape: 'polygon',
    corners: sizes.map((size, i) => {
      const turn = (2 * Math.PI * i) / sizes.length
      return place(lat + size * Math.sin(turn), wrappedLon(lon + size * Math.cos(turn)))
    }),
  }))
const anyRectangle: fc.Arbitrary<Area> = fc
  .record({ lat: degree(-85, 84), lon: degree(-180, 180), high: degree(0.001, 1), wide: degree(0.001, 20) })
  .map(({ lat, lon, high, wide }) => ({
    shape: 'rectangle',
    south: lat,
    north: lat + high,
    west: lon,
    east: wrappedLon(lon + wide),
  }))
const anyArea = fc.oneof(anyCircle, anyPolygon, anyRectangle)

/** Places around the box of an area, in and out of it; steps are 0 to 1 across. */
function placeNear(area: Area, up: number, aside: number): Place {
  const { south, west, north, east } = shapeOf(area).box
  const width = Math.min(40, east >= west ? east - west : east - west + 360)
  return place(
    Math.max(-90, Math.min(90, south + (north - south) * (up * 1.4 - 0.2))),
    wrappedLon(west + width * (aside * 1.4 - 0.2)),
  )
}
const step = degree(0, 1)

describe('a circle', () => {
  test('contains what is at most its radius away, at poles and at the 180th meridian too', () => {
    fc.assert(
      fc.property(anyCircle, step, step, (circle, up, aside) => {
        const { lat, lon } = placeNear(circle, up, aside)
        const metres = distanceM(circle.lat, circle.lon, lat, lon)
        fc.pre(Math.abs(metres - circle.radiusM) > 1e-6)
        expect(shapeOf(circle).contains(lat, lon)).toBe(metres <= circle.radiusM)
      }),
    )
  })

  test('of ten metres is found by a way that jumps over it', () => {
    const shape = shapeOf({ shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 10 })
    const [span] = shape.spansInside(31.199, 121.4, 31.201, 121.4)
    expect((span!.to - span!.from) * distanceM(31.199, 121.4, 31.201, 121.4)).toBeCloseTo(20, 3)
    expect(shape.spansInside(31.199, 121.3998, 31.201, 121.3998)).toEqual([])
  })
})

describe('any shape', () => {
  test('lies in its box', () => {
    fc.assert(
      fc.property(anyArea, step, step, (area, up, aside) => {
        const shape = shapeOf(area)
        const { lat, lon } = placeNear(area, up, aside)
        if (!shape.contains(lat, lon)) return
        const { south, north, west, east } = shape.box
        expect(lat >= south && lat <= north).toBe(true)
        expect(west <= east ? lon >= west && lon <= east : lon >= west || lon <= east).toBe(true)
      }),
    )
  })

  test('has the part of a way inside whose places it contains', () => {
    const four = fc.tuple(step, step, step, step)
    fc.assert(
      fc.property(anyArea, four, step, (area, [upA, asideA, upB, asideB], part) => {
        const shape = shapeOf(area)
        const [a, b] = [placeNear(area, upA, asideA), placeNear(area, upB, asideB)]
        // Ways between fixes are short; around a pole they are not straight.
        fc.pre(distanceM(a.lat, a.lon, b.lat, b.lon) < 25_000 && Math.abs(a.lat) < 85)
        const spans = shape.spansInside(a.lat, a.lon, b.lat, b.lon)
        fc.pre(spans.every(({ from, to }) => Math.min(Math.abs(part - from), Math.abs(part - to)) > 1e-6))
        const { lat, lon } = placeBetween(a, b, part)
        expect(spans.some(({ from, to }) => part >= from && part <= to)).toBe(shape.contains(lat, lon))
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is refused', () => {
  test.each([
    ['a bow tie', polygon([0, 0], [1, 1], [1, 0], [0, 1]), 'selfCrossing'],
    ['an edge that runs back on itself', polygon([0, 0], [0, 2], [0, 1], [1, 1]), 'selfCrossing'],
    ['a corner on another edge', polygon([0, 0], [0, 2], [2, 2], [0, 1]), 'selfCrossing'],
    ['three places in a line', polygon([0, 0], [1, 1], [2, 2]), 'empty'],
    ['a ring around the pole', polygon([80, 0], [80, 120], [80, -120]), 'aroundPole'],
    ['half of the world', polygon([0, -100], [0, 0], [0, 100], [10, 0]), 'tooWide'],
    ['a rectangle without height', { shape: 'rectangle', south: 1, north: 1, west: 0, east: 1 }, 'empty'],
    ['a rectangle half around', { shape: 'rectangle', south: 0, north: 1, west: 0, east: -179 }, 'tooWide'],
  ] as const)('%s', (_what, area, fault) => expect(faultOf(area)).toBe(fault))

  test('is no polygon whose edges keep apart, wherever it lies', () => {
    fc.assert(fc.property(anyPolygon, (area) => void expect(faultOf(area)).toBeNull()))
  })
})

test('a polygon across the 180th meridian contains both sides of it', () => {
  const shape = shapeOf(polygon([-1, 179], [-1, -179], [1, -179], [1, 179]))
  expect([179.5, -179.5, 180, -180, 178.9, -178.9, 0].map((lon) => shape.contains(0, lon))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
