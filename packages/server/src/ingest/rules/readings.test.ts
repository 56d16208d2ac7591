import { expect, test } from 'vitest'
import { drive, driveStart } from '../../testing/drive.ts'

test('keeps what was said until something else is said', () => {
  const { state } = drive([
    {
      at: 0,
      north: 0,
      batteryPercent: 80,
      externalVoltageV: 12.345,
      oilCut: false,
      temperaturesC: [4.256, 9],
    },
    { at: 10, north: 1, batteryPercent: 79, gsmLevel: 3 },
  ])
  expect(state).toMatchObject({
    battery_percent: 79,
    external_voltage_v: 12.35,
    oil_cut: false,
    temperature_c: 4.26,
    gsm_level: 3,
    charging: null,
  })
})

test('knows since when the ignition has been as it is, also without a fix', () => {
  const { state } = drive([
    { at: 0, north: 0, accOn: true },
    { at: 30, fixTime: null, accOn: false },
    { at: 60, fixTime: null, accOn: false },
  ])
  expect(state).toMatchObject({
    acc_on: false,
    acc_since: driveStart + 30_000,
    state_time: driveStart + 60_000,
  })
})

test('values no column holds are unknown, not refused', () => {
  const { state, derived } = drive([
    {
      at: 0,
      north: 0,
      batteryPercent: 1e9,
      altitudeM: 1e6,
      courseDeg: Number.NaN,
      speedKmh: Number.POSITIVE_INFINITY,
    },
  ])
  expect(state).toMatchObject({ battery_percent: null, altitude_m: null, course_deg: null, speed_kmh: null })
  expect(derived[0]!.position).toMatchObject({ altitudeM: null, courseDeg: null, speedKmh: null })
})
