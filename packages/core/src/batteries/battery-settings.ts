/** What people set for the battery packs of an account, a type or a vehicle. Null: not watched. */
export interface BatterySettingValues {
  lowPercent: number | null
  lowVoltageV: number | null
  highVoltageV: number | null
  hotC: number | null
  coldC: number | null
}

/** What counts where nothing is set: which voltage is right depends on the pack. */
export const batterySettingDefaults: BatterySettingValues = {
  lowPercent: 15,
  lowVoltageV: null,
  highVoltageV: null,
  hotC: 60,
  coldC: null,
}

/** Between which values a limit lies, and what is proposed for one. */
export const batteryLimits = {
  lowPercent: { unit: '%', min: 1, max: 99, usual: 15 },
  lowVoltageV: { unit: 'V', min: 1, max: 1_500, usual: 44 },
  highVoltageV: { unit: 'V', min: 1, max: 1_500, usual: 58 },
  hotC: { unit: '°C', min: -60, max: 150, usual: 60 },
  coldC: { unit: '°C', min: -60, max: 150, usual: 0 },
} as const satisfies Record<keyof BatterySettingValues, object>
