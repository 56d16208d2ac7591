import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'

export type SettingKey = keyof TrackSettingValues

/** How a setting is entered: numbers in the unit named, of which `scale` stored ones make one. */
export interface SettingField {
  key: SettingKey
  unit: 'kmh' | 's' | 'min' | 'm' | 'l100' | 'lh' | 'days' | null
  scale: number
  min: number
  max: number
  step: number
  /** May be empty: none is set, or nothing is removed. */
  isNullable?: boolean
}

const speed = { unit: 'kmh', scale: 1, step: 1 } as const
const seconds = { unit: 's', scale: 1_000, step: 5 } as const
const minutes = { unit: 'min', scale: 60_000, step: 1 } as const
const metres = { unit: 'm', scale: 1, step: 50 } as const

/** The settings of trips, stops and mileage, by what they are about; bounds are those of the contract. */
export const settingGroups = [
  {
    key: 'trips',
    fields: [
      { key: 'startKmh', ...speed, min: 1, max: 50 },
      { key: 'stopKmh', ...speed, min: 0, max: 50 },
      { key: 'minStopMs', ...minutes, min: 0, max: 1440 },
      { key: 'minParkedMs', ...minutes, min: 0, max: 1440 },
      { key: 'minTripMs', ...minutes, min: 0, max: 60 },
      { key: 'minTripM', ...metres, min: 0, max: 10_000 },
    ],
  },
  {
    key: 'ignition',
    fields: [
      { key: 'ignitionDebounceMs', ...seconds, min: 0, max: 600 },
      { key: 'unwiredKmh', ...speed, min: 1, max: 100 },
      { key: 'minIdleMs', ...minutes, min: 0, max: 60 },
    ],
  },
  {
    key: 'gaps',
    fields: [
      { key: 'gapMs', ...minutes, min: 1, max: 1440 },
      { key: 'gapStayM', ...metres, min: 0, max: 10_000 },
      { key: 'offlineMs', ...minutes, step: 10, min: 1, max: 10_080 },
    ],
  },
  {
    key: 'overspeed',
    fields: [
      { key: 'overspeedKmh', ...speed, step: 5, min: 10, max: 300 },
      { key: 'overspeedMs', ...seconds, min: 0, max: 600 },
    ],
  },
  {
    key: 'mileage',
    fields: [
      { key: 'mileageSource', unit: null, scale: 1, step: 1, min: 0, max: 0 },
      { key: 'fuelLPer100Km', unit: 'l100', scale: 1, step: 0.1, min: 0, max: 200, isNullable: true },
      { key: 'fuelLPerIdleHour', unit: 'lh', scale: 1, step: 0.1, min: 0, max: 50, isNullable: true },
    ],
  },
  {
    key: 'storage',
    fields: [{ key: 'daysKept', unit: 'days', scale: 1, step: 1, min: 1, max: 36_500, isNullable: true }],
  },
] as const satisfies readonly { key: string; fields: readonly SettingField[] }[]

type Values = Partial<TrackSettingValues>

/** Of what the form holds, only the settings that are one's own. */
export function ownOf(values: TrackSettingValues, own: ReadonlySet<SettingKey>): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => own.has(key as SettingKey))) as Values
}

export type Fault = 'stopAboveStart' | 'keptTooLong'

/** At which settings what is wrong: a vehicle would stop before it starts; an account above keeps tracks no longer. */
export function faultsOf(
  { startKmh, stopKmh, daysKept }: TrackSettingValues,
  mostDaysKept: number | null,
): Partial<Record<SettingKey, Fault>> {
  return {
    ...(stopKmh > startKmh && { stopKmh: 'stopAboveStart' }),
    ...(isLonger(daysKept, mostDaysKept) && { daysKept: 'keptTooLong' }),
  }
}

/** What a level has set, as far as it still counts: an account above may keep tracks for less by now. */
export function stillOwn(own: Values, mostDaysKept: number | null): Values {
  const { daysKept } = own
  return daysKept !== undefined && isLonger(daysKept, mostDaysKept) ? { ...own, daysKept: mostDaysKept } : own
}

/** Null keeps all. */
function isLonger(daysKept: number | null, most: number | null): boolean {
  return most !== null && (daysKept === null || daysKept > most)
}

/**
 * Tracks may be deleted if this is saved. A number that is set for the first time counts before those that
 * accounts above have set for a type, and these may be greater.
 */
export function losesTracks(own: Values, values: TrackSettingValues, stored: StoredSettings): boolean {
  if (values.daysKept === null) return false
  const isFirst = own.daysKept !== undefined && stored.own.daysKept === undefined
  return isFirst || isLonger(stored.effective.daysKept, values.daysKept)
}

interface StoredSettings {
  own: Values
  effective: TrackSettingValues
}

/** These are asked when a report is made, or are of no account for what is found in a track. */
const asked: readonly SettingKey[] = ['fuelLPer100Km', 'fuelLPerIdleHour', 'daysKept']

/** Days that were looked at before would show other trips, stops or sums. */
export function changesPast(before: TrackSettingValues, after: TrackSettingValues): boolean {
  const keys = Object.keys(after) as SettingKey[]
  return keys.some((key) => before[key] !== after[key] && !asked.includes(key))
}

export type Origin = 'type' | 'account' | 'above' | 'default'

/**
 * Where each inherited value comes from: what the device's type and its account say themselves, else an
 * account above, else the platform's default.
 */
export function originOf(
  key: SettingKey,
  inherited: TrackSettingValues,
  levels: { type: Values | undefined; account: Values | undefined },
  defaults: TrackSettingValues,
): Origin {
  if (levels.type && key in levels.type) return 'type'
  if (levels.account && key in levels.account) return 'account'
  return inherited[key] === defaults[key] ? 'default' : 'above'
}
