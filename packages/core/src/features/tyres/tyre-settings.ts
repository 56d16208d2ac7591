import { z } from 'zod'
import { within } from '../level-settings/levels.ts'
import { layoutFor, placesOf, type TyreLayoutName, tyreLayoutNames } from './layouts.ts'

/** Between which values a limit lies, and what is proposed for one. */
export const tyreLimits = {
  temperatureHighC: { unit: '°C', min: 30, max: 150, usual: 85 },
  leakPercent: { unit: '%', min: 2, max: 50, usual: 10 },
  leakMinutes: { unit: 'min', min: 2, max: 720, usual: 30 },
} as const

const kpa = z.number().min(20).max(2_000).nullable()

/**
 * What people set for the tyres of an account, a type or a vehicle; a value left out is that of the next level up. Null:
 * not watched, and of the layout: by the wheels that its device tells of. So much of its pressure lost within
 * `leakMinutes`, both at one temperature, is a leak.
 */
export const tyreSettings = z.strictObject({
  layout: z.enum(tyreLayoutNames as [TyreLayoutName, ...TyreLayoutName[]]).nullable(),
  axles: z
    .array(
      z
        .strictObject({ lowKpa: kpa, highKpa: kpa })
        .refine(({ lowKpa, highKpa }) => lowKpa === null || highKpa === null || lowKpa < highKpa, {
          path: ['highKpa'],
          error: 'above_low',
        }),
    )
    .max(12)
    .describe('Limits by axle, the front one first; the last counts for those behind it and for spares.'),
  temperatureHighC: within(tyreLimits.temperatureHighC).nullable(),
  leakPercent: within(tyreLimits.leakPercent).nullable(),
  leakMinutes: within(tyreLimits.leakMinutes).int(),
})

export type TyreSettingValues = z.output<typeof tyreSettings>
/** Between which pressures the wheels of an axle are as they should be; null: no limit. */
export type AxleLimits = TyreSettingValues['axles'][number]

/** What counts where nothing is set: which pressure is right is known of no vehicle. */
export const tyreSettingDefaults: TyreSettingValues = {
  layout: null,
  axles: [],
  temperatureHighC: 85,
  leakPercent: 10,
  leakMinutes: 30,
}

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
