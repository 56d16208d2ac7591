import { layoutFor, placesOf, type TyreLayoutName } from './layouts.ts'

/** Between which pressures the wheels of an axle are as they should be; null: no limit. */
export interface AxleLimits {
  lowKpa: number | null
  highKpa: number | null
}

/** What people set for the tyres of an account, a type or a vehicle. Null: not watched. */
export interface TyreSettingValues {
  /** Null: by the wheels that its device tells of. */
  layout: TyreLayoutName | null
  /** From the front axle on; the last counts for those behind it and for spares. */
  axles: AxleLimits[]
  temperatureHighC: number | null
  /** So much of its pressure lost within `leakMinutes`, both at one temperature, is a leak. */
  leakPercent: number | null
  leakMinutes: number
}

/** What counts where nothing is set: which pressure is right is known of no vehicle. */
export const tyreSettingDefaults: TyreSettingValues = {
  layout: null,
  axles: [],
  temperatureHighC: 85,
  leakPercent: 10,
  leakMinutes: 30,
}

/** Between which values a limit lies, and what is proposed for one. */
export const tyreLimits = {
  temperatureHighC: { unit: '°C', min: 30, max: 150, usual: 85 },
  leakPercent: { unit: '%', min: 2, max: 50, usual: 10 },
  leakMinutes: { unit: 'min', min: 2, max: 720, usual: 30 },
} as const

/** Limits of one wheel. */
export type WheelLimits = AxleLimits & Omit<TyreSettingValues, 'layout' | 'axles'>

const noLimits: AxleLimits = { lowKpa: null, highKpa: null }

/**
 * The limits of every wheel, by its number from 1 on.
 * @param wheels the highest number that its device tells of
 */
export function limitsOfWheels(
  { layout, axles, ...others }: TyreSettingValues,
  wheels: number,
): (wheel: number) => WheelLimits {
  const places = placesOf(layout ?? layoutFor(wheels))
  return (wheel) => {
    const axle = places[wheel - 1]?.axle ?? axles.length
    return { ...(axles[Math.min(axle, axles.length) - 1] ?? noLimits), ...others }
  }
}
