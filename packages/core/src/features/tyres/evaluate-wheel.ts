import { alarms } from '../../codes/alarms.ts'
import type { WheelLimits } from './tyre-settings.ts'

/** What may be wrong with a wheel, the worst first; together with `normal` what a device may say of it. */
export const tyreFaults = ['leak', 'temperatureHigh', 'pressureLow', 'pressureHigh'] as const
export type TyreFault = (typeof tyreFaults)[number]
export type TyreState = 'normal' | TyreFault

export const tyreFaultAlarms = {
  leak: alarms.tyreLeak,
  temperatureHigh: alarms.tyreTemperatureHigh,
  pressureLow: alarms.tyrePressureLow,
  pressureHigh: alarms.tyrePressureHigh,
} as const satisfies Record<TyreFault, number>

/** What was last said of a wheel; unknown is left out. */
export interface WheelReading {
  time: number
  pressureKpa?: number | undefined
  temperatureC?: number | undefined
  /** As the device itself sees it. */
  state?: TyreState | undefined
}

/** What is remembered of a wheel from reading to reading. Replaced, never changed in place. */
export interface WheelMemory {
  /** When it was last told of. */
  time: number
  /** What the device last said. */
  said?: TyreState
  /** What is wrong with it, by whomever it was found. */
  faults?: TyreFault[]
  /** The highest pressure of the half of the leak's time that began then, at 20 °C, and of the half before. */
  high?: { since: number; kPa: number; beforeKpa: number }
}

/** A value must come back by so much before it is right again, so that one at the limit makes one alarm. */
const backKpa = 15
const backPart = 0.03
const backC = 5

const kelvin = 273.15
const atmosphereKpa = 101.3

/** What the pressure would be at 20 °C: a tyre that cools down after a drive loses pressure, and does not leak. */
export function pressureAt20C(pressureKpa: number, temperatureC: number | undefined): number {
  if (temperatureC === undefined) return pressureKpa
  return ((pressureKpa + atmosphereKpa) * (kelvin + 20)) / (kelvin + temperatureC) - atmosphereKpa
}

export interface WheelVerdict {
  memory: WheelMemory
  /** What began with this reading, and who found it. */
  began: { fault: TyreFault; source: 'device' | 'platform' }[]
  state: TyreState
}

/** What is wrong with a wheel, by its device's word and by the limits set, and what of it is new. */
export function evaluateWheel(
  reading: WheelReading,
  limits: WheelLimits,
  before: WheelMemory | undefined,
): WheelVerdict {
  const said = reading.state ?? before?.said
  const { isLeak, high } = findLeak(reading, limits, before)
  const was = (fault: TyreFault) => before?.faults?.includes(fault) ?? false
  const found: Record<TyreFault, boolean> = {
    leak: isLeak,
    temperatureHigh: isAbove(reading.temperatureC, limits.temperatureHighC, backC, was('temperatureHigh')),
    pressureLow: isAbove(
      negated(reading.pressureKpa),
      negated(limits.lowKpa),
      backOf(limits.lowKpa),
      was('pressureLow'),
    ),
    pressureHigh: isAbove(reading.pressureKpa, limits.highKpa, backOf(limits.highKpa), was('pressureHigh')),
  }
  const faults = tyreFaults.filter((fault) => found[fault] || said === fault)
  return {
    memory: {
      time: reading.time,
      ...(said !== undefined && { said }),
      ...(faults.length > 0 && { faults }),
      ...(high !== undefined && { high }),
    },
    began: faults
      .filter((fault) => !was(fault))
      .map((fault) => ({ fault, source: said === fault ? 'device' : 'platform' })),
    state: faults[0] ?? 'normal',
  }
}

/**
 * Above the limit, and once it was, until it is below by a margin. What was not said is as it was.
 */
function isAbove(value: number | undefined, limit: number | null, back: number, wasAbove: boolean): boolean {
  if (limit === null) return false
  if (value === undefined) return wasAbove
  return value > (wasAbove ? limit - back : limit)
}

function negated<T extends number | null | undefined>(value: T): T {
  return (typeof value === 'number' ? -value : value) as T
}

function backOf(limitKpa: number | null): number {
  return Math.max(backKpa, (limitKpa ?? 0) * backPart)
}

/**
 * The highest pressure of the time so far is kept for two halves of the leak's time, so that a slow loss is not
 * missed because a time ended in its midst. A leak ends when half of what was lost is back, or when nothing more is
 * lost for as long.
 */
function findLeak(
  { time, pressureKpa, temperatureC }: WheelReading,
  { leakPercent, leakMinutes }: WheelLimits,
  before: WheelMemory | undefined,
): { isLeak: boolean; high: WheelMemory['high'] } {
  const wasLeak = before?.faults?.includes('leak') === true && before.said !== 'leak'
  if (leakPercent === null) return { isLeak: false, high: undefined }
  if (pressureKpa === undefined) return { isLeak: wasLeak, high: before?.high }
  const kPa = pressureAt20C(pressureKpa, temperatureC)
  const halfMs = leakMinutes * 30_000
  const known = before?.high
  const passed = known === undefined ? Number.POSITIVE_INFINITY : time - known.since
  const rounded = Math.round(kPa * 10) / 10
  let high: NonNullable<WheelMemory['high']>
  if (known === undefined || passed < 0 || passed >= 2 * halfMs)
    high = { since: time, kPa: rounded, beforeKpa: rounded }
  else if (passed >= halfMs) high = { since: time, kPa: rounded, beforeKpa: known.kPa }
  else high = { ...known, kPa: Math.max(known.kPa, rounded) }
  const most = Math.max(high.kPa, high.beforeKpa)
  const lostPercent = (100 * (most - kPa)) / Math.max(most, 1)
  return { isLeak: lostPercent >= (wasLeak ? leakPercent / 2 : leakPercent), high }
}
