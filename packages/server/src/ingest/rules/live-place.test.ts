import { expect, test } from 'vitest'
import { drive, driveStart } from '../../testing/drive.ts'

test('a standing vehicle stays where it is while its fix wanders, and its time goes on', () => {
  const { state } = drive([
    { at: 0, north: 0, speedKmh: 0, courseDeg: 90 },
    { at: 60, north: 0.2, speedKmh: 3, courseDeg: 271, satellites: 7 },
  ])
  expect(state).toMatchObject({
    latitude_e7: 225_000_000,
    fix_time: driveStart + 60_000,
    speed_kmh: 0,
    course_deg: 90,
    satellites: 7,
  })
})

test('a coarse place shows only where nothing better is known for half an hour', () => {
  const coarse = { north: 50, fix: 'lbs', speedKmh: undefined } as const
  expect(drive([{ at: 0, ...coarse }]).state.latitude_e7).toBe(225_500_000)
  expect(
    drive([
      { at: 0, north: 0 },
      { at: 60, ...coarse },
    ]).state.latitude_e7,
  ).toBe(225_000_000)
  expect(
    drive([
      { at: 0, north: 0 },
      { at: 1801, ...coarse },
    ]).state.latitude_e7,
  ).toBe(225_500_000)
})

test('metres are measured from the last fix, not from a coarse place shown meanwhile', () => {
  const { derived } = drive([
    { at: 0, north: 0 },
    { at: 1900, north: 50, fix: 'lbs' },
    { at: 1960, north: 1 },
  ])
  expect(derived[2]!.position!.distanceM).toBeCloseTo(111.2, 0)
})

test('a report that was held back moves the place while nothing newer is known, and never after', () => {
  const held = { north: 1, isBuffered: true } as const
  expect(
    drive([
      { at: 0, north: 0 },
      { at: 60, ...held },
    ]).state,
  ).toMatchObject({
    latitude_e7: 225_010_000,
    fix_time: driveStart + 60_000,
  })
  expect(
    drive([
      { at: 60, north: 0 },
      { at: 0, ...held },
    ]).state.latitude_e7,
  ).toBe(225_000_000)
})
