import { qualityBits } from '@trackway/core/codes/states.ts'
import { expect, test } from 'vitest'
import { drive, type Leg } from '../../testing/drive.ts'

const { jump, drift, coarse, noFix } = qualityBits
const parked = (at: number, more: Partial<Leg> = {}): Leg => ({
  at,
  north: 0,
  speedKmh: 0,
  accOn: false,
  ...more,
})

const cases: { what: string; legs: Leg[]; quality: number[] }[] = [
  {
    what: 'driving',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: 6 },
      { at: 120, north: 12 },
    ],
    quality: [0, 0, 0],
  },
  {
    what: 'one fix far away',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 5000 },
      { at: 20, north: 2 },
      { at: 30, north: 3 },
    ],
    quality: [0, jump, 0, 0],
  },
  {
    what: 'the first fix wrong: the others outvote it',
    legs: [
      { at: 0, north: -20_000 },
      { at: 10, north: 0 },
      { at: 20, north: 1 },
      { at: 30, north: 2 },
      { at: 40, north: 3 },
    ],
    quality: [0, jump, jump, 0, 0],
  },
  {
    what: 'jumps that disagree with each other are never believed',
    legs: [
      { at: 0, north: 0 },
      ...[1, 2, 3, 4, 5, 6].map((n) => ({ at: n * 10, north: n * 9000 * (n % 2 ? 1 : -1) })),
    ],
    quality: [0, jump, jump, jump, jump, jump, jump],
  },
  {
    what: 'as fast as a train, 294 km/h',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: 44 },
    ],
    quality: [0, 0],
  },
  {
    what: 'faster than anything on the ground, 334 km/h',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: 50 },
    ],
    quality: [0, jump],
  },
  {
    what: 'far away after a silence long enough to get there',
    legs: [
      { at: 0, north: 0 },
      { at: 7200, north: 2000 },
    ],
    quality: [0, 0],
  },
  {
    what: 'noise within the error of positioning, in the same second',
    legs: [
      { at: 0, north: 0 },
      { at: 1, north: 1.2 },
    ],
    quality: [0, 0],
  },
  {
    what: 'parked: the fix wanders',
    legs: [parked(0), parked(60, { north: 0.3 }), parked(120, { north: -1 }), parked(180, { north: 0.2 })],
    quality: [0, drift, drift, drift],
  },
  {
    what: 'parked: one wild fix',
    legs: [parked(0), parked(60, { north: 8 }), parked(120, { north: 0.1 })],
    quality: [0, drift, drift],
  },
  {
    what: 'parked, then found elsewhere again and again: it was towed',
    legs: [parked(0), ...[60, 120, 180, 240].map((at) => parked(at, { north: 9 }))],
    quality: [0, drift, drift, 0, drift],
  },
  {
    what: 'standing with the ignition on: creeping further than the fix wanders is driving',
    legs: [
      { at: 0, north: 0, speedKmh: 0, accOn: true },
      { at: 10, north: 0.2, speedKmh: 2, accOn: true },
      { at: 20, north: 0.9, speedKmh: 4, accOn: true },
    ],
    quality: [0, drift, 0],
  },
  {
    what: 'ignition wire not connected, yet driving',
    legs: [parked(0), parked(10, { north: 1, speedKmh: 40 }), parked(20, { north: 2, speedKmh: 45 })],
    quality: [0, 0, 0],
  },
  {
    what: 'cells and access points',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 3, fix: 'lbs' },
      { at: 20, north: 4, fix: 'wifi' },
    ],
    quality: [0, coarse, coarse],
  },
  {
    what: 'no fix, with and without the last place',
    legs: [
      { at: 0, north: 0 },
      { at: 10 },
      { at: 20, north: 1, fix: 'none' },
      { at: 30, fix: 'gps', latitude: 0, longitude: 0 },
    ],
    quality: [0, noFix, noFix, noFix],
  },
  {
    what: 'coordinates that are none',
    legs: [
      { at: 0, fix: 'gps', latitude: 91, longitude: 0 },
      { at: 10, fix: 'gps', latitude: Number.NaN, longitude: 1 },
    ],
    quality: [noFix, noFix],
  },
]
test.each(cases)('$what', ({ legs, quality }) => {
  const { derived } = drive(legs)
  expect(derived.map(({ position }) => position!.quality)).toEqual(quality)
})

test('an unbelieved place never becomes the live one', () => {
  const { state } = drive([{ at: 0, north: 0 }, { at: 10, north: 5000 }, { at: 20 }])
  expect(state.latitude_e7).toBe(225_000_000)
})
