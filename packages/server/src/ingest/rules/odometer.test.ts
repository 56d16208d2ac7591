import { expect, test } from 'vitest'
import { drive, type Leg, milliDegreeM } from '../../testing/drive.ts'

const cases: { what: string; legs: Leg[]; steps: number[] }[] = [
  { what: 'the first fix adds nothing', legs: [{ at: 0, north: 0 }], steps: [0] },
  {
    what: 'straight from fix to fix',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: 6 },
      { at: 120, north: 8 },
    ],
    steps: [0, 6, 2],
  },
  {
    what: 'a jump adds nothing, neither there nor back',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 5000 },
      { at: 20, north: 2 },
    ],
    steps: [0, 0, 2],
  },
  {
    what: 'the way to a place that outvoted the last one adds nothing',
    legs: [
      { at: 0, north: -20_000 },
      { at: 10, north: 0 },
      { at: 20, north: 1 },
      { at: 30, north: 2 },
      { at: 40, north: 3 },
    ],
    steps: [0, 0, 0, 0, 1],
  },
  {
    what: 'parked drift adds nothing, and driving off counts from where it stood',
    legs: [
      { at: 0, north: 0, speedKmh: 0, accOn: false },
      { at: 60, north: 1, speedKmh: 0, accOn: false },
      { at: 120, north: -1, speedKmh: 2, accOn: false },
      { at: 180, north: 3, speedKmh: 30, accOn: true },
    ],
    steps: [0, 0, 0, 3],
  },
  {
    what: 'no fix, coarse and future fixes add nothing',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 1, fix: 'none' },
      { at: 20, north: 2, fix: 'lbs' },
      { at: 700, north: 3, delay: -680 },
      { at: 30, north: 2 },
    ],
    steps: [0, 0, 0, 0, 2],
  },
  {
    what: 'late fixes add nothing; those held back, in order, do',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: 3, delay: 600, isBuffered: true },
      { at: 120, north: 5, delay: 600, isBuffered: true },
      { at: 30, north: 2, delay: 700 },
      { at: 180, north: 6 },
    ],
    steps: [0, 3, 2, 0, 1],
  },
  {
    what: 'a repeated report adds nothing',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: 6 },
      { at: 60, north: 6 },
    ],
    steps: [0, 6, 0],
  },
  {
    what: 'after a silence, as far as one drives',
    legs: [
      { at: 0, north: 0 },
      { at: 7200, north: 1000 },
    ],
    steps: [0, 1000],
  },
  {
    what: 'after a silence, further than one drives: carried or flown',
    legs: [
      { at: 0, north: 0 },
      { at: 7200, north: 4000 },
    ],
    steps: [0, 0],
  },
]
test.each(cases)('$what', ({ legs, steps }) => {
  const { derived } = drive(legs)
  derived.forEach(({ position }, index) => {
    expect(position!.distanceM / milliDegreeM).toBeCloseTo(steps[index]!, 1)
  })
})

const km = 1000 / milliDegreeM
const odometerCases: { what: string; legs: Leg[]; odometerM: number }[] = [
  {
    what: 'without one of its own, the metres driven',
    legs: [
      { at: 0, north: 0 },
      { at: 60, north: km },
    ],
    odometerM: 1000,
  },
  {
    what: "the device's own",
    legs: [0, 1, 2, 3].map((n) => ({ at: n * 60, north: n * km, odometerM: 50_000 + n * 1010 })),
    odometerM: 53_030,
  },
  {
    what: 'one wild value is passed over',
    legs: [0, 1, 2, 3].map((n) => ({
      at: n * 60,
      north: n * km,
      odometerM: n === 3 ? 9_000_000 : 50_000 + n * 1000,
    })),
    odometerM: 53_000,
  },
  {
    what: 'a new value that lasts is taken up',
    legs: [0, 1, 2, 3, 4, 5].map((n) => ({
      at: n * 60,
      north: n * km,
      odometerM: (n < 2 ? 50_000 : 200_000) + n * 1000,
    })),
    odometerM: 205_000,
  },
  {
    what: 'one that is stuck is left',
    legs: [0, 1, 2, 3, 4, 5].map((n) => ({ at: n * 60, north: n * km, odometerM: 0 })),
    odometerM: 5_000,
  },
]
test.each(odometerCases)('odometer: $what', ({ legs, odometerM }) => {
  expect(drive(legs).state.odometer_m! / odometerM).toBeCloseTo(1, 2)
})
