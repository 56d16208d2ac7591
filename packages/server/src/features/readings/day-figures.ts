import type { DayFigures } from './place-days.ts'

/** What the days of wheels and of packs say, by the keys of their columns. */

export const tyreFigures = {
  lowestKpa: ['tyrePressureKpa', 'least'],
  highestKpa: ['tyrePressureKpa', 'greatest'],
  meanKpa: ['tyrePressureKpa', 'mean'],
  lowestC: ['tyreTemperatureC', 'least'],
  highestC: ['tyreTemperatureC', 'greatest'],
} as const satisfies DayFigures<string>

export const batteryFigures = {
  lowestPercent: ['packPercent', 'least'],
  highestPercent: ['packPercent', 'greatest'],
  lowestV: ['packVoltageV', 'least'],
  highestV: ['packVoltageV', 'greatest'],
  lowestC: ['packTemperatureC', 'least'],
  highestC: ['packTemperatureC', 'greatest'],
  mostChargeA: ['packCurrentA', 'greatest'],
  mostDischargeA: ['packCurrentA', 'least'],
  usageCount: ['packCycles', 'greatest'],
} as const satisfies DayFigures<string>
