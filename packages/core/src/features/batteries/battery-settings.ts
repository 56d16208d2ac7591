/** Between which values a limit lies, and what is proposed for one. */
export const batteryLimits = {
  lowPercent: { unit: '%', min: 1, max: 99, usual: 15 },
  lowVoltageV: { unit: 'V', min: 1, max: 1_500, usual: 44 },
  highVoltageV: { unit: 'V', min: 1, max: 1_500, usual: 58 },
  hotC: { unit: '°C', min: -60, max: 150, usual: 60 },
  coldC: { unit: '°C', min: -60, max: 150, usual: 0 },
  lowCellV: { unit: 'V', min: 0.5, max: 5, usual: 2.8 },
  highCellV: { unit: 'V', min: 0.5, max: 5, usual: 4.25 },
  /** Between the highest and the lowest cell. */
  cellSpreadV: { unit: 'V', min: 0.01, max: 2, usual: 0.3 },
  chargeA: { unit: 'A', min: 1, max: 1_000, usual: 50 },
  dischargeA: { unit: 'A', min: 1, max: 1_000, usual: 100 },
} as const

/** What people set for the battery packs of an account, a type or a vehicle. Null: not watched. */
export type BatterySettingValues = Record<keyof typeof batteryLimits, number | null>

/** What counts where nothing is set: which voltage is right depends on the pack. */
export const batterySettingDefaults: BatterySettingValues = {
  lowPercent: 15,
  lowVoltageV: null,
  highVoltageV: null,
  hotC: 60,
  coldC: null,
  lowCellV: null,
  highCellV: null,
  cellSpreadV: null,
  chargeA: null,
  dischargeA: null,
}
