import { alarms } from '../../codes/alarms.ts'
import type { BatterySettingValues } from './battery-settings.ts'

/** What may be wrong with a pack by the limits set, the worst first. */
export const packFaults = [
  'hot',
  'cold',
  'voltageHigh',
  'voltageLow',
  'cellHigh',
  'cellLow',
  'chargeCurrent',
  'dischargeCurrent',
  'cellsUneven',
  'chargeLow',
] as const
export type PackFault = (typeof packFaults)[number]

const alarmOfFault = {
  voltageHigh: alarms.packVoltageHigh,
  voltageLow: alarms.packVoltageLow,
  cellHigh: alarms.cellVoltageHigh,
  cellLow: alarms.cellVoltageLow,
  chargeCurrent: alarms.chargeCurrentHigh,
  dischargeCurrent: alarms.dischargeCurrentHigh,
  cellsUneven: alarms.cellsUnbalanced,
  chargeLow: alarms.chargeLow,
} as const

/** The alarm of a fault: heat and cold are told apart by what the pack is doing. */
export function packFaultAlarm(fault: PackFault, isCharging: boolean): number {
  if (fault === 'hot') return isCharging ? alarms.chargingTooHot : alarms.dischargingTooHot
  if (fault === 'cold') return isCharging ? alarms.chargingTooCold : alarms.dischargingTooCold
  return alarmOfFault[fault]
}

/** What was said of a pack; unknown is left out. */
export interface PackReading {
  percent?: number | undefined
  voltageV?: number | undefined
  temperatureC?: number | undefined
  /** More than 0: it is charged. */
  currentA?: number | undefined
  /** Of each cell. */
  cellsV?: readonly number[] | undefined
}

/** A value must come back by so much before it is right again, so that one at the limit makes one alarm. */
const back = { percent: 5, part: 0.02, temperatureC: 3 } as const

/** What is wrong with a pack, given what was wrong before: of what was not said that stays. */
export function evaluatePack(
  { percent, voltageV, temperatureC, currentA, cellsV = [] }: PackReading,
  limits: BatterySettingValues,
  before: readonly PackFault[],
): PackFault[] {
  const isBeyond = (fault: PackFault, value: number | undefined, limit: number | null, margin?: number) => {
    if (limit === null) return false
    const was = before.includes(fault)
    if (value === undefined) return was
    return was ? value > limit - (margin ?? Math.abs(limit) * back.part) : value > limit
  }
  const under = (fault: PackFault, value: number | undefined, limit: number | null, margin?: number) =>
    isBeyond(fault, value === undefined ? undefined : -value, limit === null ? null : -limit, margin)
  const [lowest, highest] = cellsV.length > 0 ? [Math.min(...cellsV), Math.max(...cellsV)] : []
  const spread = lowest === undefined ? undefined : highest! - lowest
  const found: Record<PackFault, boolean> = {
    hot: isBeyond('hot', temperatureC, limits.hotC, back.temperatureC),
    cold: under('cold', temperatureC, limits.coldC, back.temperatureC),
    voltageHigh: isBeyond('voltageHigh', voltageV, limits.highVoltageV),
    voltageLow: under('voltageLow', voltageV, limits.lowVoltageV),
    cellHigh: isBeyond('cellHigh', highest, limits.highCellV),
    cellLow: under('cellLow', lowest, limits.lowCellV),
    chargeCurrent: isBeyond('chargeCurrent', currentA, limits.chargeA),
    dischargeCurrent: under('dischargeCurrent', currentA, limits.dischargeA && -limits.dischargeA),
    cellsUneven: isBeyond('cellsUneven', spread, limits.cellSpreadV),
    chargeLow: under('chargeLow', percent, limits.lowPercent, back.percent),
  }
  return packFaults.filter((fault) => found[fault])
}
