import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { qualityBits } from '../../codes/states.ts'
import { type Area, placeBetween } from '../../geo/area.ts'
import { cellsCovering } from '../../geo/cells.ts'
import { shapeOf } from '../../geo/shapes.ts'
import { type TrackPointValues, toTrack } from '../columns.ts'
import { believedPlaces, placeAt } from './believed-places.ts'
import { visitedCells } from './visited-cells.ts'
import { type Visit, VisitFinder } from './visits.ts'

const start = Date.UTC(2026, 9, 25)
const place = { lat: 31.2, lon: 121.4 }
const circle: Area = { shape: 'circle', ...place, radiusM: 100 }

/** Seconds after the start, metres north of the place, quality. */
type Fix = [at: number, northM: number, quality?: number]
const metre = 1 / 111_194.9

const trackOf = (fixes: readonly Fix[]) =>
  toTrack(
    fixes.map(
      ([at, northM, quality = 0]): TrackPointValues => ({
        fixTime: start + at * 1000,
        latE7: Math.round((place.lat + northM * metre) * 1e7),
        lonE7: place.lon * 1e7,
        speedKmh: null,
        courseDeg: null,
        altitudeM: null,
        satellites: null,
        accOn: null,
        odometerM: null,
        quality,
      }),
    ),
  )

function find(fixes: readonly Fix[], more: { from?: number; to?: number; confirmMs?: number } = {}): Visit[] {
  const query = { shape: shapeOf(circle), from: start, to: start + 86_400_000, confirmMs: 0, ...more }
  const finder = new VisitFinder(query)
  finder.add(believedPlaces(trackOf(fixes)))
  return finder.visits
}

/** Enter and leave in seconds after the start. */
const times = (visits: readonly Visit[]) =>
  visits.map(({ enterTime, leaveTime }) => [
    Math.round((enterTime - start) / 1000),
    Math.round((leaveTime - start) / 1000),
  ])

const { drift, jump, coarse } = qualityBits
const cases: { what: string; fixes: Fix[]; visits: number[][] }[] = [
  {
    what: 'through',
    fixes: [
      [0, -300],
      [20, -100],
      [30, 0],
      [40, 100],
      [60, 300],
    ],
    visits: [[20, 40]],
  },
  {
    what: 'across between two fixes',
    fixes: [
      [0, -200],
      [40, 200],
    ],
    visits: [[10, 30]],
  },
  {
    what: 'past',
    fixes: [
      [0, -300],
      [60, -110],
      [120, -300],
    ],
    visits: [],
  },
  {
    what: 'one fix inside, long after and before others',
    fixes: [
      [0, -5000],
      [4000, 0],
      [8000, 5000],
    ],
    visits: [[4000, 4000]],
  },
  {
    what: 'silent while it stood inside',
    fixes: [
      [0, 0],
      [4000, 20],
    ],
    visits: [[0, 4000]],
  },
  {
    what: 'silent, and elsewhere within the area',
    fixes: [
      [0, -90],
      [4000, 95],
      [4010, 95],
    ],
    visits: [[0, 4010]],
  },
  {
    what: 'silent, and found outside',
    fixes: [
      [0, 0],
      [4000, 150],
    ],
    visits: [[0, 0]],
  },
  {
    what: 'never across a silence',
    fixes: [
      [0, -200],
      [4000, 200],
    ],
    visits: [],
  },
  {
    what: 'wandering as it stands inside',
    fixes: [
      [0, 0],
      [60, 150, drift],
      [120, -180, drift],
      [180, 0],
    ],
    visits: [[0, 180]],
  },
  {
    what: 'wandering as it stands outside',
    fixes: [
      [0, 150],
      [60, 90, drift],
      [120, 150],
    ],
    visits: [],
  },
  {
    what: 'a day of nothing but wandering',
    fixes: [
      [0, 150, drift],
      [60, 10, drift],
      [120, 20, drift],
    ],
    visits: [[0, 120]],
  },
  {
    what: 'jumps and cells are not believed',
    fixes: [
      [0, 5000],
      [10, 0, jump],
      [20, 0, coarse],
      [30, 5000],
    ],
    visits: [],
  },
  {
    what: 'no way at the speed of a jump',
    fixes: [
      [0, -5000],
      [10, 5000],
    ],
    visits: [],
  },
]
test.each(cases)('$what', ({ fixes, visits }) => expect(times(find(fixes))).toEqual(visits))

test('who is back within the confirm time has not left', () => {
  const fixes: Fix[] = [
    [0, 0],
    [20, 200],
    [40, 0],
    [140, 200],
    [400, 0],
  ]
  expect(times(find(fixes, { confirmMs: 60_000 }))).toEqual([
    [0, 90],
    [270, 400],
  ])
  expect(find(fixes)).toHaveLength(3)
})

test('a visit knows where it came in, how far it went and how near it was, and whether that was seen', () => {
  const [visit] = find([
    [0, -300],
    [60, 300],
  ])
  expect(visit).toMatchObject({ isEntrySeen: true, isExitSeen: true, nearestTime: start + 30_000 })
  expect(visit!.distanceM).toBeCloseTo(200, 1)
  expect(visit!.nearestM).toBeLessThan(0.1)
  expect(visit!.enterPlace.lat).toBeCloseTo(place.lat - 100 * metre, 6)
  expect(visit!.leavePlace.lat).toBeCloseTo(place.lat + 100 * metre, 6)
})

test('the range cuts visits, and marks them as cut', () => {
  const [visit] = find(
    [
      [0, -300],
      [600, -300],
      [660, 0],
      [900, 0],
      [960, 300],
    ],
    {
      from: start + 700_000,
      to: start + 800_000,
    },
  )
  expect(times([visit!])).toEqual([[700, 800]])
  expect(visit).toMatchObject({ isEntrySeen: false, isExitSeen: false })
})

describe('any walk in any area', () => {
  const areas: Area[] = [
    circle,
    { shape: 'circle', ...place, radiusM: 3_000 },
    { shape: 'rectangle', south: 31.19, north: 31.2, west: 121.39, east: 121.41 },
    {
      shape: 'polygon',
      corners: [
        [31.19, 121.38],
        [31.21, 121.42],
        [31.22, 121.38],
        [31.2, 121.385],
      ].map(([lat, lon]) => ({ lat: lat!, lon: lon! })),
    },
    // The same country, but the walk is moved to the 180th meridian.
    { shape: 'rectangle', south: 31.19, north: 31.21, west: 179.995, east: -179.995 },
    { shape: 'circle', lat: 31.2, lon: 180, radiusM: 1_500 },
    {
      shape: 'polygon',
      corners: [
        [31.19, 179.99],
        [31.2, -179.99],
        [31.21, 179.98],
      ].map(([lat, lon]) => ({ lat: lat!, lon: lon! })),
    },
  ]
  const walk = fc.array(
    fc.record({
      elapsedMs: fc.oneof(
        { weight: 20, arbitrary: fc.integer({ min: 1_000, max: 120_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 300_001, max: 4_000_000 }) },
      ),
      up: fc.integer({ min: -30_000, max: 30_000 }),
      aside: fc.integer({ min: -30_000, max: 30_000 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  const toPlaces = (steps: { elapsedMs: number; up: number; aside: number }[], lon: number) => {
    let [time, x, y] = [start, Math.round(lon * 1e7), 312_000_000]
    const points = steps.map(({ elapsedMs, up, aside }) => {
      // Not faster than a fix is believed.
      const share = Math.min(1, elapsedMs / 60_000)
      time += elapsedMs
      x += Math.round(aside * share)
      y += Math.round(up * share)
      const lonE7 = x > 1_800_000_000 ? x - 3_600_000_000 : x
      return {
        fixTime: time,
        latE7: y,
        lonE7,
        speedKmh: null,
        courseDeg: null,
        altitudeM: null,
        satellites: null,
        accOn: null,
        odometerM: null,
        quality: 0,
      }
    })
    return toTrack(points)
  }

  test.each(areas.map((area, i) => [`${area.shape} ${i}`, area] as const))('%s', (_name, area) => {
    const shape = shapeOf(area)
    const isFar = shape.box.west > shape.box.east
    fc.assert(
      fc.property(
        walk,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (steps, moments) => {
          const track = toPlaces(steps, isFar ? 180 : 121.4)
          const places = believedPlaces(track)
          const finder = new VisitFinder({ shape, from: 0, to: start * 2, confirmMs: 0 })
          finder.add(places)
          const { fixTime: time, length } = places
          let wasInside = false
          for (let i = 1; i < length; i++) {
            if (time[i]! - time[i - 1]! > 300_000) continue
            const [a, b] = [placeAt(places, i - 1), placeAt(places, i)]
            for (const moment of moments) {
              const at = time[i - 1]! + (time[i]! - time[i - 1]!) * moment
              const here = placeBetween(a, b, moment)
              const isInside = shape.contains(here.lat, here.lon)
              wasInside ||= isInside
              // Times are whole milliseconds.
              const isNearEdge = finder.visits.some(
                (visit) => Math.min(Math.abs(visit.enterTime - at), Math.abs(visit.leaveTime - at)) <= 2,
              )
              if (isNearEdge) continue
              expect(finder.visits.some((visit) => visit.enterTime <= at && at <= visit.leaveTime)).toBe(
                isInside,
              )
            }
          }
          // A day that was in the area is never passed over by its cells.
          if (!wasInside) return
          const cells = new Set(visitedCells(track))
          expect(cellsCovering(shape.box)!.some((cell) => cells.has(cell))).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
