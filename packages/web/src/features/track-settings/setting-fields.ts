import { trackSettings } from '@trackway/core/features/track-settings/calls.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import type { TFunction } from 'i18next'
import { objectFacts } from '../../ui/form/input-facts.ts'

export type SettingKey = keyof TrackSettingValues
export type Values = Partial<TrackSettingValues>

/** What numbers are entered in, and how many of what is stored make one. */
export const settingUnits: Record<
  'kmh' | 's' | 'min' | 'm' | 'l100' | 'lh' | 'days',
  { size?: number; step?: number }
> = {
  kmh: {},
  s: { size: 1_000, step: 5 },
  min: { size: 60_000 },
  m: { step: 50 },
  l100: { step: 0.1 },
  lh: { step: 0.1 },
  days: {},
}

/** The settings of trips, stops and mileage, by what they are about, with the unit of those that are numbers. */
export const settingGroups = {
  trips: {
    startKmh: 'kmh',
    stopKmh: 'kmh',
    minStopMs: 'min',
    minParkedMs: 'min',
    minTripMs: 'min',
    minTripM: 'm',
  },
  ignition: { ignitionDebounceMs: 's', unwiredKmh: 'kmh', minIdleMs: 'min' },
  gaps: { gapMs: 'min', gapStayM: 'm', offlineMs: 'min' },
  overspeed: { overspeedKmh: 'kmh', overspeedMs: 's' },
  mileage: { mileageSource: null, fuelLPer100Km: 'l100', fuelLPerIdleHour: 'lh' },
  storage: { daysKept: 'days' },
} as const satisfies Record<string, Partial<Record<SettingKey, keyof typeof settingUnits | null>>>

/** Bounds, and what may be none: as the contract has it. */
export const settingFacts = objectFacts(trackSettings) as Record<
  SettingKey,
  ReturnType<typeof objectFacts>[string]
>

export type Fault = 'stopAboveStart' | 'keptTooLong' | 'fuel' | 'outOfRange'

/**
 * At which settings what is wrong: a vehicle would stop before it starts; an account above keeps tracks no longer; or
 * what the contract refuses.
 */
export function faultsOf(
  values: TrackSettingValues,
  mostDaysKept: number | null,
): Partial<Record<SettingKey, Fault>> {
  const { startKmh, stopKmh, daysKept } = values
  const refused = trackSettings.safeParse(values).error?.issues ?? []
  return {
    ...Object.fromEntries(
      refused.map(({ path: [key], message }) => [key, message === 'fuel' ? 'fuel' : 'outOfRange']),
    ),
    ...(stopKmh > startKmh && { stopKmh: 'stopAboveStart' }),
    ...(isLonger(daysKept, mostDaysKept) && { daysKept: 'keptTooLong' }),
  }
}

/** What is said at a setting of what is wrong with it. */
export function faultText(t: TFunction, key: SettingKey, fault: Fault, mostDaysKept: number | null): string {
  if (fault === 'fuel') return t('rules.fuel')
  if (fault !== 'outOfRange') return t(`trackSettings.fault.${fault}`, { count: mostDaysKept ?? 0 })
  const units: Partial<Record<SettingKey, keyof typeof settingUnits | null>> = Object.assign(
    {},
    ...Object.values(settingGroups),
  )
  const { size = 1 } = settingUnits[units[key] ?? 'kmh']
  const { min = 0, max = 0 } = settingFacts[key]
  return t('ui.form.outOfRange', { min: min / size, max: max / size })
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

interface StoredSettings {
  own: Values
  inherited: TrackSettingValues
  effective: TrackSettingValues
}

/**
 * Tracks may be deleted if this is saved. A number that is set for the first time counts before those that
 * accounts above have set for a type, and these may be greater.
 */
export function losesTracks(own: Values, stored: StoredSettings): boolean {
  const { daysKept } = { ...stored.inherited, ...own }
  if (daysKept === null) return false
  const isFirst = own.daysKept !== undefined && stored.own.daysKept === undefined
  return isFirst || isLonger(stored.effective.daysKept, daysKept)
}

/** These are asked when a report is made, or are of no account for what is found in a track. */
const asked: readonly SettingKey[] = ['fuelLPer100Km', 'fuelLPerIdleHour', 'daysKept']

/** Days that were looked at before would show other trips, stops or sums. */
export function changesPast(own: Values, { inherited, effective }: StoredSettings): boolean {
  const after = { ...inherited, ...own }
  const keys = Object.keys(after) as SettingKey[]
  return keys.some((key) => effective[key] !== after[key] && !asked.includes(key))
}
