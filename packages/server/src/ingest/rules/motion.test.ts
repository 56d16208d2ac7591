import { expect, test } from 'vitest'
import { drive, driveStart, type Leg } from '../../testing/drive.ts'

const moving = null
const cases: { what: string; legs: Leg[]; stoppedSince: number | null }[] = [
  {
    what: 'driving',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 1 },
    ],
    stoppedSince: moving,
  },
  {
    what: 'standing since it stopped, not since the last report',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 1, speedKmh: 0 },
      { at: 20, north: 1, speedKmh: 1 },
      { at: 30, north: 1, speedKmh: 0 },
    ],
    stoppedSince: 10,
  },
  {
    what: 'slow traffic keeps moving',
    legs: [
      { at: 0, north: 0 },
      { at: 10, north: 0.2, speedKmh: 4 },
      { at: 20, north: 0.4, speedKmh: 5 },
    ],
    stoppedSince: moving,
  },
  {
    what: 'a parked vehicle does not start at walking speed',
    legs: [
      { at: 0, north: 0, speedKmh: 0 },
      { at: 10, north: 0.1, speedKmh: 5 },
    ],
    stoppedSince: 0,
  },
  {
    what: 'ignition off stands, whatever small speed the fix shows',
    legs: [
      { at: 0, north: 0, accOn: true },
      { at: 10, north: 0.1, speedKmh: 9, accOn: false },
    ],
    stoppedSince: 10,
  },
  {
    what: 'a device without speed: the distance says so',
    legs: [
      { at: 0, north: 0, speedKmh: undefined },
      { at: 60, north: 6, speedKmh: undefined },
    ],
    stoppedSince: moving,
  },
  {
    what: 'a jump, a late and a coarse fix say nothing',
    legs: [
      { at: 0, north: 0, speedKmh: 0 },
      { at: 10, north: 5000, speedKmh: 80 },
      { at: -60, north: 1, speedKmh: 80, delay: 90 },
      { at: 20, north: 3, speedKmh: 80, fix: 'lbs' },
    ],
    stoppedSince: 0,
  },
]
test.each(cases)('$what', ({ legs, stoppedSince }) => {
  const { state } = drive(legs)
  expect(state.stopped_since).toBe(stoppedSince === null ? null : driveStart + stoppedSince * 1000)
})
