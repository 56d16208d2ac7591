import { z } from 'zod'
import { named, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { account, choice, groups, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { settingKind, within } from '../level-settings/levels.ts'
import { type PartKind, partCalls, vehicleColumns, vehicleWithType } from '../vehicle-parts/part-calls.ts'
import { type BatterySettingValues, batteryLimits, batterySettingDefaults } from './battery-settings.ts'
import { packFaults } from './evaluate-pack.ts'

/** Battery packs: those that a vehicle drives with or that are exchanged, not the device's own cell. */

export const packStates = ['idle', 'charging', 'discharging'] as const
const packState = z.enum(packStates)

/** A pack charges, discharges, or does neither. */
export const batteryPack = named('BatteryPack', {
  pack: z.int().describe('Number of the pack, from 1.'),
  percent: z.number().nullable().describe('Charge, %.'),
  voltageV: z.number().nullable().describe('Voltage of the whole pack, V.'),
  currentA: z.number().nullable().describe('Positive while it is charged, A.'),
  temperatureC: z.number().nullable(),
  usageCount: z.number().nullable().describe('Charge cycles so far.'),
  state: packState.nullable(),
  faults: z.array(z.enum(packFaults)).describe('What is wrong by the limits set, the worst first.'),
  time: time.nullable().describe('Time of the newest reading, epoch ms.'),
})
export type BatteryPack = z.output<typeof batteryPack>

export const batteryVehicle = named('BatteryVehicle', {
  ...vehicleWithType,
  packs: z.int().describe('Packs with readings.'),
  faults: z.int().describe('Packs with faults.'),
  /** Of the pack with the least charge. */
  packState: packState.nullable(),
  percent: z.number().nullable(),
  voltageV: z.number().nullable(),
  currentA: z.number().nullable(),
  temperatureC: z.number().nullable(),
  usageCount: z.number().nullable(),
  packTime: time.describe('Time of the newest pack reading, epoch ms.'),
})
export type BatteryVehicle = z.output<typeof batteryVehicle>

const limitOf = ([name, limit]: [string, { min: number; max: number }]) => [name, within(limit).nullable()]

/** The values of `BatterySettingValues` and their bounds. A value left out is that of the next level up. */
export const batterySettings = z.strictObject(
  Object.fromEntries(Object.entries(batteryLimits).map(limitOf)) as Record<
    keyof BatterySettingValues,
    z.ZodNullable<z.ZodNumber>
  >,
)

/** Who may see batteries: they are part of what a device says of itself. */
const permission = ['main:monitor'] as const

export const batterySettingKind = settingKind('battery', {
  values: batterySettings,
  defaults: batterySettingDefaults,
  numbers: batteryLimits,
  find: {
    path: '/api/battery/settings',
    permission,
    help: 'Limits set at one level, those inherited from the levels above, and the resulting values.',
  },
  set: {
    path: '/api/battery/setSettings',
    help: 'Replaces the limits set at one level. Values left out are inherited again.',
  },
})

export const batteryPart = {
  place: 'pack',
  series: ['packPercent', 'packVoltageV', 'packCurrentA', 'packTemperatureC'],
  figures: {
    lowestPercent: ['packPercent', 'least'],
    highestPercent: ['packPercent', 'greatest'],
    lowestV: ['packVoltageV', 'least'],
    highestV: ['packVoltageV', 'greatest'],
    lowestC: ['packTemperatureC', 'least'],
    highestC: ['packTemperatureC', 'greatest'],
    mostChargeA: ['packCurrentA', 'greatest'],
    mostDischargeA: ['packCurrentA', 'least'],
    usageCount: ['packCycles', 'greatest'],
  },
} as const satisfies PartKind

export const batteryCalls = partCalls({
  path: '/api/battery',
  permission,
  reportPermission: ['main:stat_mileage'],
  component: 'Battery',
  help: {
    find: 'Vehicles whose devices report battery packs, those with faults first; of several packs the one with the lowest charge.',
    vehicle: 'One vehicle with all its packs.',
    history:
      'Charge, voltage, current and temperature of the packs of one vehicle between two instants, at most 90 days.',
    days: `Charge, voltage, current and temperature of each pack by day, at most ${limits.statisticsDays} days. Days are the caller’s; where those of the owner begin at other hours, each of them counts as the day that holds most of it.`,
  },
  kind: batteryPart,
  state: z.enum(['fault', ...packStates]).describe('Those in this state; `fault`: with something wrong.'),
  sort: z.enum(['faults', 'displayName', 'percent', 'temperatureC', 'packTime']).default('faults'),
  daySort: z.enum(['day', 'name', 'lowestPercent', 'highestC']).default('day'),
  vehicle: batteryVehicle,
  detail: { list: z.array(batteryPack), settings: batterySettings },
})

/** The vehicles with packs as a list. */
export const batteryVehicleList = list(batteryCalls.find, {
  name: 'batteryVehicles',
  rowId: 'terminalID',
  columns: [
    ...vehicleColumns,
    { key: 'packState', form: 'packState', card: 'sign' },
    { key: 'percent', name: 'packPercent', form: 'percent', sort: true },
    { key: 'voltageV', name: 'packVoltageV', form: 'voltage' },
    { key: 'currentA', name: 'packCurrentA', form: 'current' },
    { key: 'temperatureC', name: 'packTemperatureC', form: 'temperature', sort: true },
    { key: 'usageCount', form: 'count' },
    { key: 'packs', form: 'count', isOptional: true },
    { key: 'faults', name: 'packFaults', form: 'count', sort: true, isOptional: true },
    { key: 'packTime', form: 'age', sort: true },
  ],
  filters: [search(), account(), groups(), choice('state', ['fault', ...packStates], 'reports.packState')],
})
