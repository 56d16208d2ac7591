import { type ReadingName, readingNames } from '@trackway/core/codes/readings.ts'
import type { TrackSeriesName } from './series.ts'

/** What the chart can show beside the speed: columns of the track, and readings that are asked for. */
export const secondSeries = ['altitudeM', 'satellites', 'odometerM', ...readingNames] as const
export type SecondSeries = Exclude<TrackSeriesName, 'speedKmh'> | ReadingName

export function isReading(series: SecondSeries): series is ReadingName {
  return (readingNames as readonly string[]).includes(series)
}

/** Whole numbers need no more digits than they have. */
const units: Record<SecondSeries, { unit: string; digits: number; divideBy?: number }> = {
  altitudeM: { unit: 'm', digits: 0 },
  satellites: { unit: '', digits: 0 },
  odometerM: { unit: 'km', digits: 0, divideBy: 1000 },
  batteryPercent: { unit: '%', digits: 0 },
  batteryVoltageV: { unit: 'V', digits: 2 },
  externalVoltageV: { unit: 'V', digits: 1 },
  fuelPercent: { unit: '%', digits: 0 },
  fuelL: { unit: 'l', digits: 1 },
  temperatureC: { unit: '°C', digits: 1 },
  humidityPercent: { unit: '%', digits: 0 },
  gsmLevel: { unit: '', digits: 0 },
}

/** A value of a series with its unit, for the axis. */
export function seriesText(series: SecondSeries, value: number): string {
  const { unit, digits, divideBy = 1 } = units[series]
  return `${(value / divideBy).toFixed(digits)}${unit && ` ${unit}`}`
}
