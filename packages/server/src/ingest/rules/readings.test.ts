import { expect, test } from 'vitest'
import { drive, driveStart } from '../../testing/drive.ts'

test('keeps a reading until another one is reported', () => {
  const { state } = drive([
    {
      at: 0,
      north: 0,
      batteryPercent: 80,
      externalVoltageV: 12.345,
      oilCut: false,
      temperatureC: [4.256, 9],
    },
    { at: 10, north: 1, batteryPercent: 79, gsmLevel: 3 },
  ])
  expect(state).toMatchObject({
    battery_percent: 79,
    external_voltage_v: 12.35,
    oil_cut: false,
    readings: { temperatureC: { time: driveStart, value: [4.26, 9] } },
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

test('a wheel that is not reported stays as it was; the time is that of the last report', () => {
  const { state } = drive([
    { at: 0, north: 0, tyrePressureKpa: [230, 231] },
    { at: 60, north: 1, tyrePressureKpa: [null, 228.04] },
    { at: 120, north: 2, speedKmh: 10 },
  ])
  expect(state.readings).toMatchObject({ tyrePressureKpa: { time: driveStart + 60_000, value: [230, 228] } })
})

test('a device without readings has none to write', () => {
  const { state } = drive([
    { at: 0, north: 0, fuelL: Number.NaN, driverId: '' },
    { at: 10, north: 1 },
  ])
  expect(state.readings).toBeNull()
})

test('what was kept back is no reading of now', () => {
  const { state } = drive([
    { at: 60, north: 0, fuelL: 40 },
    { at: 10, north: 1, delay: 80, fuelL: 55 },
  ])
  expect(state.readings).toEqual({ fuelL: { time: driveStart + 60_000, value: 40 } })
})
