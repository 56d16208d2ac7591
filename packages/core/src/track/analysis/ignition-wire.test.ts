import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toTrack } from '../columns.ts'
import { findEpisodes } from '../episodes/find-episodes.ts'
import { driveKinds, makeDrive, pointAt, reportDrive, startTime } from '../testing/drives.ts'
import { trackSettingDefaults } from '../track-settings.ts'
import { addWireEvidence, heedIgnitionWire, ignitionWireOf, noWireEvidence } from './ignition-wire.ts'

const city = (acc: 'on' | 'off' | 'unknown') =>
  reportDrive(makeDrive(driveKinds.city, 1), 10, { noiseM: 3, acc }, 1)
const wireOf = (points: readonly ReturnType<typeof pointAt>[]) =>
  ignitionWireOf(addWireEvidence(noWireEvidence, toTrack(points)))
const hourMs = 3_600_000
/** A report each hour of a week from which it stands still. */
const week = (accOn: boolean) =>
  Array.from({ length: 169 }, (_, n) => pointAt(0, 0, { fixTime: startTime + hourMs * (n + 1), accOn }))

test('a device that says off on a whole drive has no ignition wire, and its drive is one trip', () => {
  const points = city('off')
  expect(wireOf(points)).toBe('alwaysOff')
  const trips = (track = toTrack(points)) =>
    findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null).episodes.filter(
      ({ kind }) => kind === 'trip',
    ).length
  expect(trips()).toBeGreaterThan(1)
  expect(trips(heedIgnitionWire(toTrack(points), 'alwaysOff'))).toBe(1)
})

test('one that says on around the clock has none either; one that is off at night has one', () => {
  expect(wireOf([...city('on'), ...week(true)])).toBe('alwaysOn')
  expect(wireOf([...city('on'), ...week(true).slice(0, 100)])).toBe('unknown')
  expect(wireOf([...city('on'), ...week(false)])).toBe('connected')
})

test('a few minutes with the ignition off prove nothing, and no drive nothing at all', () => {
  const drive = city('off')
  expect(wireOf(drive.slice(0, 25))).toBe('unknown')
  expect(wireOf([...week(false)])).toBe('unknown')
  expect(wireOf([...drive, ...reportDrive(makeDrive(driveKinds.suburb, 2), 10, { noiseM: 3 }, 2)])).toBe(
    'connected',
  )
})

test('it is learnt alike from the whole track, from pieces of it, and from points that came late', () => {
  const point = fc.record({
    minute: fc.nat(20_000),
    accOn: fc.constantFrom(true, false, null),
    speedKmh: fc.constantFrom(0, 20, null),
  })
  const side = fc.constantFrom<(acc: boolean | null) => boolean | null>(
    (acc) => acc,
    () => false,
    () => true,
  )
  fc.assert(
    fc.property(fc.array(point), side, fc.array(fc.nat(6), { minLength: 1 }), (all, change, pieces) => {
      const points = [...all]
        .sort((a, b) => a.minute - b.minute)
        .map(({ minute, accOn, speedKmh }) =>
          pointAt(0, 0, { fixTime: startTime + minute * 60_000, accOn: change(accOn), speedKmh }),
        )
      const inPieces = [0, 1, 2, 3, 4, 5, 6].reduce(
        (known, piece) =>
          addWireEvidence(known, toTrack(points.filter((_, n) => pieces[n % pieces.length] === piece))),
        noWireEvidence,
      )
      expect(ignitionWireOf(inPieces)).toBe(wireOf(points))
    }),
  )
})
