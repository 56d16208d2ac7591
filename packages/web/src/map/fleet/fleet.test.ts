import { carIconStates } from '@trackway/core/codes/states.ts'
import { describe, expect, test } from 'vitest'
import { projections } from '../projections.ts'
import { Fleet, type FleetEntry, shortestArcDeg } from './fleet.ts'

const start = 1_700_000_000_000

function entry(parts: Partial<FleetEntry>): FleetEntry {
  return {
    lon: 114,
    lat: 22.5,
    courseDeg: 0,
    speedKmh: 40,
    state: carIconStates.moving,
    fixTime: start,
    ...parts,
  }
}

function aFleet(): Fleet {
  const fleet = new Fleet(projections['EPSG:3857'])
  fleet.resize(1)
  fleet.glide = { isOn: true, longestStepM: 5000 }
  fleet.place(0, entry({}), start)
  return fleet
}

describe('movement between fixes', () => {
  test('is half done after half the time between the fixes', () => {
    const fleet = aFleet()
    const fromX = fleet.x[0]!
    fleet.place(0, entry({ lon: 114.01, fixTime: start + 4000 }), start + 4000)
    expect(fleet.shownX(0, start + 4000)).toBeCloseTo(fromX, 6)
    expect(fleet.shownX(0, start + 6000)).toBeCloseTo((fromX + fleet.x[0]!) / 2, 6)
    expect(fleet.shownX(0, start + 8000)).toBe(fleet.x[0])
    expect(fleet.isGliding(0, start + 8000)).toBe(false)
  })

  test('goes on from where the vehicle is shown when the next fix is early', () => {
    const fleet = aFleet()
    fleet.place(0, entry({ lon: 114.01, fixTime: start + 4000 }), start + 4000)
    const shown = fleet.shownX(0, start + 5000)
    fleet.place(0, entry({ lon: 114.02, fixTime: start + 5000 }), start + 5000)
    expect(fleet.shownX(0, start + 5000)).toBeCloseTo(shown, 6)
  })

  test('lasts five seconds at most', () => {
    const fleet = aFleet()
    fleet.place(0, entry({ lon: 114.01, fixTime: start + 30_000 }), start + 30_000)
    expect(fleet.isGliding(0, start + 34_999)).toBe(true)
    expect(fleet.isGliding(0, start + 35_000)).toBe(false)
  })

  test.each([
    ['a gap of more than a minute', { lon: 114.01, fixTime: start + 61_000 }],
    ['a step of more than the screen', { lon: 114.5, fixTime: start + 10_000 }],
    ['a fix that is not newer', { lon: 114.01, fixTime: start }],
  ])('is a jump after %s', (_why, parts) => {
    const fleet = aFleet()
    fleet.place(0, entry(parts), start + 61_000)
    expect(fleet.isGliding(0, start + 61_000)).toBe(false)
    expect(fleet.shownX(0, start + 61_000)).toBe(fleet.x[0])
  })

  test('turns the shorter way, within the first quarter', () => {
    const fleet = aFleet()
    fleet.place(0, entry({ courseDeg: 350 }), start)
    fleet.place(0, entry({ lon: 114.01, courseDeg: 10, fixTime: start + 4000 }), start + 4000)
    expect(fleet.shownHeadingDeg(0, start + 4500)).toBeCloseTo(0, 3)
    expect(fleet.shownHeadingDeg(0, start + 5000)).toBeCloseTo(10, 3)
  })

  test('keeps the heading of a parked vehicle', () => {
    const fleet = aFleet()
    fleet.place(0, entry({ courseDeg: 90 }), start)
    fleet.place(0, entry({ courseDeg: 200, speedKmh: 1, fixTime: start + 1000 }), start + 1000)
    expect(fleet.headingDeg[0]).toBe(90)
  })
})

test('a device without a place is not a number', () => {
  const fleet = aFleet()
  fleet.place(0, entry({ lon: null, lat: null }), start)
  expect(fleet.x[0]).toBeNaN()
})

test('growing keeps what was there', () => {
  const fleet = aFleet()
  const x = fleet.x[0]
  fleet.resize(1000)
  expect(fleet.x[0]).toBe(x)
  expect(fleet.x[999]).toBeNaN()
  expect(fleet.isShown[999]).toBe(0)
})

test('another base map moves the marks, not the positions', () => {
  const fleet = aFleet()
  const { x } = { x: fleet.x[0]! }
  fleet.setProjection(projections['GCJ02:3857'])
  expect(Math.abs(fleet.x[0]! - x)).toBeGreaterThan(300)
  expect(fleet.lon[0]).toBe(114)
})

test.each([
  [350, 10, 20],
  [10, 350, -20],
  [0, 180, -180],
  [90, 90, 0],
])('the shortest arc from %d to %d is %d', (from, to, arc) => expect(shortestArcDeg(from, to)).toBe(arc))
