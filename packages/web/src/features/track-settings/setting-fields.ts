import type { OutputOf } from '@trackway/core/api/call.ts'
import type { SettingNumber } from '@trackway/core/features/level-settings/levels.ts'
import type { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import type { TFunction } from 'i18next'

export type SettingKey = keyof TrackSettingValues
export type Values = Partial<TrackSettingValues>
export type TrackSettingsOfLevel = OutputOf<typeof trackSettingCalls.find>

const kmh = { unit: 'kmh' }
const seconds = { unit: 's', size: 1_000, step: 5 }
const minutes = { unit: 'min', size: 60_000 }
const metres = { unit: 'm', step: 50 }

/** What numbers are entered in. */
export const settingNumbers: Partial<Record<SettingKey, SettingNumber>> = {
  startKmh: kmh,
  stopKmh: kmh,
  unwiredKmh: kmh,
  minStopMs: minutes,
  minParkedMs: minutes,
  minTripMs: minutes,
  minTripM: metres,
  gapMs: minutes,
  gapStayM: metres,
  ignitionDebounceMs: seconds,
  overspeedKmh: kmh,
  overspeedMs: seconds,
  minIdleMs: minutes,
  offlineMs: minutes,
  fuelLPer100Km: { unit: 'l100', step: 0.1, usual: 8 },
  fuelLPerIdleHour: { unit: 'lh', step: 0.1, usual: 1 },
  daysKept: { unit: 'days', usual: 365 },
}

/** The settings of trips, stops and mileage, by what they are about; `daysKept` is shown to few. */
export const settingGroups = {
  trips: ['startKmh', 'stopKmh', 'minStopMs', 'minParkedMs', 'minTripMs', 'minTripM'],
  ignition: ['ignitionDebounceMs', 'unwiredKmh', 'minIdleMs'],
  gaps: ['gapMs', 'gapStayM', 'offlineMs'],
  overspeed: ['overspeedKmh', 'overspeedMs'],
  mileage: ['mileageSource', 'fuelLPer100Km', 'fuelLPerIdleHour'],
} as const satisfies Record<string, readonly SettingKey[]>

/** What the schema cannot say: a vehicle would stop before it starts; an account above keeps tracks no longer. */
export function notesOf(t: TFunction, own: Values, { inherited, mostDaysKept }: TrackSettingsOfLevel) {
  const { startKmh, stopKmh, daysKept } = { ...inherited, ...own }
  return {
    ...(stopKmh > startKmh && {
      stopKmh: { text: t('trackSettings.fault.stopAboveStart'), isFault: true },
    }),
    ...(mostDaysKept !== null && {
      daysKept: {
        text: t('trackSettings.fault.keptTooLong', { count: mostDaysKept }),
        isFault: isLonger(daysKept, mostDaysKept),
      },
    }),
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

/** Changing these needs no recalculation: reports read them when they are made, or tracks do not depend on them. */
const withoutRecount: readonly SettingKey[] = ['fuelLPer100Km', 'fuelLPerIdleHour', 'daysKept']

/** Days that were looked at before would show other trips, stops or sums. */
export function changesPast(own: Values, { inherited, effective }: StoredSettings): boolean {
  const after = { ...inherited, ...own }
  const keys = Object.keys(after) as SettingKey[]
  return keys.some((key) => effective[key] !== after[key] && !withoutRecount.includes(key))
}
