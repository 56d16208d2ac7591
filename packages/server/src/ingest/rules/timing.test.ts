import { qualityBits } from '@trackway/core/codes/states.ts'
import { expect, test } from 'vitest'
import { drive, driveStart, type Leg } from '../../testing/drive.ts'
import { farFutureMs, futureToleranceMs, oldestFixTime } from './timing.ts'

const { late, buffered, future, received } = qualityBits
const first: Leg = { at: 0, north: 0 }

const cases: { what: string; leg: Leg; quality: number | null }[] = [
  { what: 'a newer fix', leg: { at: 10, north: 1 }, quality: 0 },
  { what: 'an older fix', leg: { at: -10, north: 1, delay: 20 }, quality: late },
  { what: 'the same moment again', leg: { at: 0, north: 0, delay: 5 }, quality: 0 },
  {
    what: 'a newer fix sent late',
    leg: { at: 10, north: 1, delay: 60, isBuffered: true },
    quality: buffered,
  },
  {
    what: 'an older fix sent late',
    leg: { at: -10, north: 1, delay: 60, isBuffered: true },
    quality: buffered | late,
  },
  {
    what: 'a clock a little ahead',
    leg: { at: 0, north: 1, fixTime: driveStart + futureToleranceMs },
    quality: 0,
  },
  {
    what: 'a clock far ahead',
    leg: { at: 0, north: 1, fixTime: driveStart + futureToleranceMs + 1 },
    quality: future,
  },
  { what: 'no time', leg: { at: 10, north: 1, fixTime: null }, quality: received },
  { what: 'a clock never set', leg: { at: 10, north: 1, fixTime: oldestFixTime - 1 }, quality: received },
  {
    what: 'a date that is none',
    leg: { at: 1, north: 1, fixTime: driveStart + farFutureMs + 1_001 },
    quality: received,
  },
  {
    what: 'no time of a fix that was kept back',
    leg: { at: 10, north: 1, fixTime: null, isBuffered: true },
    quality: null,
  },
  {
    what: 'no time of a place from cells',
    leg: { at: 10, north: 1, fixTime: null, fix: 'lbs' },
    quality: null,
  },
  { what: 'no time and no place', leg: { at: 10, fixTime: null }, quality: null },
  {
    what: 'a clock without a fix and a place, of years ago',
    leg: { at: 10, fixTime: Date.UTC(2015, 0, 16) },
    quality: null,
  },
  { what: 'not a number', leg: { at: 10, north: 1, fixTime: Number.NaN }, quality: received },
]
test.each(cases)('$what', ({ leg, quality }) => {
  const { derived } = drive([first, leg])
  expect(derived[1]!.position?.quality ?? null).toBe(quality)
})

test('what is late or sent late does not change the readings, nor what is late the place', () => {
  const { state } = drive([
    first,
    { at: 60, north: 10, speedKmh: 50 },
    { at: 30, north: 5, delay: 40, speedKmh: 90, accOn: true, batteryPercent: 3 },
    { at: 90, north: 15, delay: 100, speedKmh: 95, isBuffered: true, accOn: true },
  ])
  expect(state).toMatchObject({
    // Of what was held back only the place counts, and only because none newer is known.
    fix_time: driveStart + 90_000,
    latitude_e7: 225_150_000,
    speed_kmh: 95,
    acc_on: null,
    battery_percent: null,
    state_time: driveStart + 190_000,
  })
})

test('a fix without a date is live, at the time of receipt', () => {
  const { state, derived } = drive([first, { at: 60, north: 5, delay: 2, fixTime: null }])
  expect(derived[1]!.position).toMatchObject({ fixTime: driveStart + 62_000, latitudeE7: 225_050_000 })
  expect(state).toMatchObject({ fix_time: driveStart + 62_000, latitude_e7: 225_050_000, speed_kmh: 40 })
})
