import { alarms } from '../codes/alarms.ts'
import type { BatterySettingValues } from './battery-settings.ts'

/** What may be wrong with a pack by the limits set, the worst first. */
export const packFaults = ['hot', 'cold', 'voltageHigh', 'voltageLow', 'chargeLow'] as const
export type PackFault = (typeof packFaults)[number]

/** The alarm of a fault: heat and cold are told apart by what the pack is doing. */
export function packFaultAlarm(fault: PackFault, isCharging: boolean): number {
  switch (fault) {
    case 'hot':
      return isCharging ? alarms.chargingTooHot : alarms.dischargingTooHot
    case 'cold':
      return isCharging ? alarms.chargingTooCold : alarms.dischargingTooCold
    case 'voltageHigh':
      return alarms.packVoltageHigh
    case 'voltageLow':
      return alarms.packVoltageLow
    case 'chargeLow':
      return alarms.chargeLow
  }
}

/** What was said of a pack; unknown is left out. */
export interface PackReading {
  percent?: number | undefined
  voltageV?: number | undefined
  temperatureC?: number | undefined
}

/** A value must come back by so much before it is right again, so that one at the limit makes one alarm. */
const back = { percent: 5, voltagePart: 0.02, temperatureC: 3 } as const

/** What is wrong with a pack, given what was wrong before: of what was not said that stays. */
export function judgePack(
  { percent, voltageV, temperatureC }: PackReading,
  limits: BatterySettingValues,
  before: readonly PackFault[],
): PackFault[] {
  const isBeyond = (fault: PackFault, value: number | undefined, limit: number | null, margin: number) => {
    if (limit === null) return false
    const was = before.includes(fault)
    if (value === undefined) return was
    return was ? value > limit - margin : value > limit
  }
  const under = (fault: PackFault, value: number | undefined, limit: number | null, margin: number) =>
    isBeyond(fault, value === undefined ? undefined : -value, limit === null ? null : -limit, margin)
  const found: Record<PackFault, boolean> = {
    hot: isBeyond('hot', temperatureC, limits.hotC, back.temperatureC),
    cold: under('cold', temperatureC, limits.coldC, back.temperatureC),
    voltageHigh: isBeyond(
      'voltageHigh',
      voltageV,
      limits.highVoltageV,
      (limits.highVoltageV ?? 0) * back.voltagePart,
    ),
    voltageLow: under(
      'voltageLow',
      voltageV,
      limits.lowVoltageV,
      (limits.lowVoltageV ?? 0) * back.voltagePart,
    ),
    chargeLow: under('chargeLow', percent, limits.lowPercent, back.percent),
  }
  return packFaults.filter((fault) => found[fault])
}
