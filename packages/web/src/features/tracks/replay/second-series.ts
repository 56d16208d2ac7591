import { readingRow, type SeriesName, seriesNames } from '@trackway/core/readings/readings.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../../base/format.ts'
import { readingText } from '../../../ui/readings/reading-text.ts'
import type { TrackSeriesName } from './series.ts'

/** Columns of the track that the chart can show beside the speed. */
export const trackSecondSeries = ['altitudeM', 'satellites', 'odometerM'] as const satisfies TrackSeriesName[]
/** What the chart can show beside the speed: columns of the track, and readings that are requested. */
export type SecondSeries = (typeof trackSecondSeries)[number] | SeriesName

export function isReading(series: SecondSeries): series is SeriesName {
  return (seriesNames as readonly string[]).includes(series)
}

export function seriesName(series: SecondSeries, t: TFunction): string {
  return isReading(series) ? t(`readings.name.${series}`) : t(`tracks.series.${series}`)
}

/** A value of a series with its unit, for the axis. */
export function seriesText(series: SecondSeries, value: number, format: Format, t: TFunction): string {
  if (isReading(series)) return readingText(series, value, format, t)
  if (series === 'odometerM') return format.unit(value / 1000, 'km', 0)
  return format.unit(value, series === 'altitudeM' ? 'm' : '', 0)
}

/** Of which a device has several, which one is chosen apart. */
export function perOf(series: SecondSeries): string | undefined {
  return isReading(series) ? readingRow(series).per : undefined
}
