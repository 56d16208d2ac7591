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
