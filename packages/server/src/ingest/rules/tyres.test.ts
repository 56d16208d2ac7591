import { alarms } from '@trackway/core/codes/alarms.ts'
import { batterySettingDefaults } from '@trackway/core/features/batteries/battery-settings.ts'
import { tyreSettingDefaults } from '@trackway/core/features/tyres/tyre-settings.ts'
import { expect, test } from 'vitest'
import { drive, driveStart, type Leg } from '../../testing/drive.ts'
import { emptyConfig } from '../config-sources/config-sources.ts'
import { newDeviceState } from '../device-state.ts'

const { tyreLeak, tyrePressureLow, chargeLow, chargingTooHot, dischargingTooHot } = alarms
const settings = {
  ...emptyConfig.settings,
  tyres: { ...tyreSettingDefaults, axles: [{ lowKpa: 700, highKpa: 900 }] },
  batteries: batterySettingDefaults,
}

/** Alarms by report: code, wheel or pack, phase, and who found it. */
function raised(legs: readonly Leg[], batteries = settings.batteries): string[][] {
  const config = { settings: { ...settings, batteries } }
  return drive(legs, 'UTC', newDeviceState(1), config).derived.map(({ alarms: events }) =>
    events.map(({ code, subjectId, phase, source }) => `${code} ${subjectId} ${phase} ${source}`),
  )
}

test('each wheel has alarms of its own, which begin once and end', () => {
  const legs = [
    [800, 690],
    [699, 695],
    [800, 790],
  ].map((tyrePressureKpa, i): Leg => ({ at: i * 60, north: i, tyrePressureKpa }))
  expect(raised(legs)).toEqual([
    [`${tyrePressureLow} 2 begin platform`],
    // A seventh lost within a minute besides.
    [`${tyreLeak} 1 begin platform`, `${tyrePressureLow} 1 begin platform`],
    [`${tyreLeak} 1 end platform`, `${tyrePressureLow} 1 end platform`, `${tyrePressureLow} 2 end platform`],
  ])
})

test('what a device raises itself is the alarm of the wheel that it names', () => {
  const leg = { at: 0, north: 0, tyrePressureKpa: [800, 790], alarms: [tyreLeak] }
  expect(raised([{ ...leg, tyreState: ['normal', 'leak'] }])).toEqual([[`${tyreLeak} 2 begin device`]])
  // Without a word on which it is of the vehicle.
  expect(raised([leg])).toEqual([[`${tyreLeak} 0 undefined device`]])
})

test('the live state has the faults, also by limits, and when each wheel was reported', () => {
  const { state } = drive(
    [
      { at: 0, north: 0, tyrePressureKpa: [690, 800] },
      { at: 60, north: 1, tyrePressureKpa: [null, 810] },
    ],
    'UTC',
    newDeviceState(1),
    { settings },
  )
  expect(state.readings?.tyreState?.value).toEqual(['pressureLow', 'normal'])
  expect(state.derivation.wheels?.map((wheel) => wheel?.time)).toEqual([driveStart, driveStart + 60_000])
})

test('what was held back raises nothing by limits', () => {
  expect(raised([{ at: 0, north: 0, tyrePressureKpa: [500], isBuffered: true }])).toEqual([[]])
})

test('a pack that wavers at its limit is low once', () => {
  const legs = [16, 14, 15, 14, 21, 14].map((percent, i): Leg => ({ at: i * 60, packPercent: [percent] }))
  expect(raised(legs)).toEqual([
    [],
    [`${chargeLow} 1 begin platform`],
    [],
    [],
    [`${chargeLow} 1 end platform`],
    [`${chargeLow} 1 begin platform`],
  ])
})

test('heat is named after what the pack was doing when it began, and ends under that name', () => {
  const hot = (at: number, celsius: number, state: 'charging' | 'discharging'): Leg => ({
    at,
    packTemperatureC: [celsius],
    packState: [state],
  })
  expect(raised([hot(0, 61, 'charging'), hot(60, 62, 'discharging'), hot(120, 40, 'discharging')])).toEqual([
    [`${chargingTooHot} 1 begin platform`],
    [],
    [`${chargingTooHot} 1 end platform`],
  ])
  expect(raised([hot(0, 61, 'discharging')])).toEqual([[`${dischargingTooHot} 1 begin platform`]])
})

test('cells and currents have limits of their own, and a cell of 0 V is none', () => {
  const limits = {
    ...batterySettingDefaults,
    lowCellV: 3,
    highCellV: 4.2,
    cellSpreadV: 0.5,
    chargeA: 20,
    dischargeA: 50,
  }
  const of = (at: number, currentA: number, ...cells: number[]): Leg => ({
    at,
    packCurrentA: [currentA],
    extra: { cellVoltagesV: [...cells, 0, 0] },
  })
  const legs = [of(0, 10, 3.9, 4), of(60, 21, 4.25, 4), of(120, -51, 3.6, 2.95), of(180, -40, 3.6, 3.5)]
  const { cellVoltageHigh, cellVoltageLow, chargeCurrentHigh, dischargeCurrentHigh, cellsUnbalanced } = alarms
  const begin = (code: number) => `${code} 1 begin platform`
  const end = (code: number) => `${code} 1 end platform`
  expect(raised(legs, limits)).toEqual([
    [],
    [begin(cellVoltageHigh), begin(chargeCurrentHigh)],
    [
      end(cellVoltageHigh),
      begin(cellVoltageLow),
      end(chargeCurrentHigh),
      begin(dischargeCurrentHigh),
      begin(cellsUnbalanced),
    ],
    [end(cellVoltageLow), end(dischargeCurrentHigh), end(cellsUnbalanced)],
  ])
  expect(raised(legs)).toEqual([[], [], [], []])
})
