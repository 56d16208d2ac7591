import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Area, type Outline, readOutline, ringOutline } from './china-area.ts'
import { chinaRings } from './china-outline.ts'
import { hongKongRing, macauRing } from './china-special-regions.ts'

/** The plain even-odd rule over every segment. */
function isInside({ segments }: Outline, lon: number, lat: number): boolean {
  let inside = false
  for (let i = 0; i < segments.length; i += 4) {
    const [ax, ay, bx, by] = [segments[i]!, segments[i + 1]!, segments[i + 2]!, segments[i + 3]!]
    if (ay > lat !== by > lat && lon < ax + ((bx - ax) * (lat - ay)) / (by - ay)) inside = !inside
  }
  return inside
}

describe('the grid of cells', () => {
  const outline = readOutline(chinaRings)
  const area = new Area(outline, 0)

  test('answers as the whole outline does', () => {
    const place = fc.record({
      corner: fc.integer({ min: 0, max: outline.segments.length / 2 - 1 }),
      east: fc.integer({ min: -700, max: 700 }),
      north: fc.integer({ min: -700, max: 700 }),
    })
    fc.assert(
      fc.property(place, ({ corner, east, north }) => {
        const [x, y] = [outline.segments[2 * corner]!, outline.segments[2 * corner + 1]!]
        // Corners are whole thousandths: off them, since on the line itself either answer will do.
        const [lon, lat] = [x + (east + 0.317) / 1000, y + (north + 0.211) / 1000]
        expect(area.contains(lon, lat)).toBe(isInside(outline, lon, lat))
      }),
      { numRuns: 2000 },
    )
  })

  test('has no answer for what is no place', () => {
    expect(area.contains(Number.NaN, 30)).toBe(false)
    expect(area.contains(100, Number.POSITIVE_INFINITY)).toBe(false)
  })
})

describe('the sea margin', () => {
  // A square with its west side on the sea; its other sides border on a neighbour.
  const square = new Area(readOutline(['c10000 10000 0 1000|b1000 0 0 -1000 -1000 0']), 0.2)
  test.each([
    ['inside', 10.5, 10.5, true],
    ['off the coast', 9.9, 10.5, true],
    ['farther out', 9.7, 10.5, false],
    ['across the border', 11.05, 10.5, false],
    ["off the neighbour's shore", 9.95, 11.1, false],
  ])('%s', (_name, lon, lat, expected) => expect(square.contains(lon, lat)).toBe(expected))
})

test.each([
  ['Hong Kong', hongKongRing],
  ['Macau', macauRing],
])('the ring of %s is closed', (_name, ring) => {
  expect(ring.slice(0, 2)).toEqual(ring.slice(-2))
  expect(ringOutline(ring).isCoast).toHaveLength(ring.length / 2 - 1)
})
