import { z } from 'zod'
import { named, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { account, choice, groups, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { settingKind } from '../level-settings/levels.ts'
import { type PartKind, partCalls, vehicleColumns, vehicleWithType } from '../vehicle-parts/part-calls.ts'
import { tyreLimits, tyreSettingDefaults, tyreSettings } from './tyre-settings.ts'

/** Tyre pressure: where wheels are, how they are now, how they were, and what counts as wrong. */

/** What is shown of a wheel, the worst first; `normal` last. */
export const tyreStates = ['leak', 'temperatureHigh', 'pressureLow', 'pressureHigh', 'normal'] as const
const tyreState = z.enum(tyreStates)

export const tyreWheel = named('TyreWheel', {
  wheel: z.int().describe('From 1, the front left, from left to right and from front to back; spares last.'),
  axle: z
    .int()
    .nullable()
    .describe('From 1, the foremost; null: a spare, or a wheel that the layout has not.'),
  side: z.enum(['left', 'right', 'centre']).nullable(),
  twin: z.enum(['outer', 'inner']).nullable().describe('Which of two on one side.'),
  pressureKpa: z.number().nullable(),
  temperatureC: z.number().nullable(),
  state: tyreState.nullable().describe('Its worst fault; null: no reading yet.'),
  time: time.nullable().describe('Time of its newest sensor reading, epoch ms.'),
  lowKpa: z.number().nullable().describe('Limit that is set for it; null: none.'),
  highKpa: z.number().nullable().describe('Limit that is set for it; null: none.'),
})
export type TyreWheel = z.output<typeof tyreWheel>

export const tyreVehicle = named('TyreVehicle', {
  ...vehicleWithType,
  layout: tyreSettings.shape.layout.unwrap().describe('The one that is set, else by its wheels.'),
  tyreState: tyreState.describe('The worst of its wheels.'),
  faults: z.int().describe('Wheels with faults.'),
  wheels: z.int().describe('Wheels with readings.'),
  lowestKpa: z.number().nullable(),
  highestC: z.number().nullable(),
  tyreTime: time.describe('Time of the newest wheel reading, epoch ms.'),
})
export type TyreVehicle = z.output<typeof tyreVehicle>

export const tyreSettingKind = settingKind('tyre', {
  values: tyreSettings,
  defaults: tyreSettingDefaults,
  numbers: tyreLimits,
  find: {
    path: '/api/tyre/settings',
    permission: ['main:taiya'],
    help: 'Layout and limits set at one level, those inherited from the levels above, and the resulting values.',
  },
  set: {
    path: '/api/tyre/setSettings',
    help: 'Replaces layout and limits set at one level. Values left out are inherited again.',
  },
})

export const tyrePart = {
  place: 'wheel',
  series: ['tyrePressureKpa', 'tyreTemperatureC'],
  figures: {
    lowestKpa: ['tyrePressureKpa', 'least'],
    highestKpa: ['tyrePressureKpa', 'greatest'],
    meanKpa: ['tyrePressureKpa', 'mean'],
    lowestC: ['tyreTemperatureC', 'least'],
    highestC: ['tyreTemperatureC', 'greatest'],
  },
} as const satisfies PartKind

export const tyreCalls = partCalls({
  path: '/api/tyre',
  permission: ['main:taiya'],
  reportPermission: ['main:taiya'],
  component: 'Tyre',
  help: {
    find: 'Vehicles whose devices report tyres, those with faults first.',
    vehicle: 'One vehicle with all its wheels: those of its layout, and any others its device reports.',
    history: 'Pressure and temperature of the wheels of one vehicle between two instants, at most 90 days.',
    days: `Lowest and highest pressure and temperature of each wheel by day, at most ${limits.statisticsDays} days. Days are the caller’s; where those of the owner begin at other hours, each of them counts as the day that holds most of it.`,
  },
  kind: tyrePart,
  state: z
    .enum(['fault', ...tyreStates])
    .describe('Those with a wheel in this state; `fault`: in any but the normal one.'),
  sort: z.enum(['tyreState', 'displayName', 'lowestKpa', 'highestC', 'tyreTime']).default('tyreState'),
  daySort: z.enum(['day', 'name', 'lowestKpa', 'highestC']).default('day'),
  vehicle: tyreVehicle,
  detail: { list: z.array(tyreWheel), settings: tyreSettings },
})

/** The vehicles with tyres as a list. */
export const tyreVehicleList = list(tyreCalls.find, {
  name: 'tyreVehicles',
  rowId: 'terminalID',
  columns: [
    ...vehicleColumns,
    { key: 'tyreState', form: 'tyreState', card: 'sign', sort: true },
    { key: 'faults', name: 'wheelFaults', form: 'count' },
    { key: 'lowestKpa', form: 'pressure', sort: true },
    { key: 'highestC', form: 'temperature', sort: true },
    { key: 'wheels', form: 'count', isOptional: true },
    { key: 'tyreTime', form: 'age', sort: true },
  ],
  filters: [search(), account(), groups(), choice('state', ['fault', ...tyreStates], 'reports.tyreState')],
})
