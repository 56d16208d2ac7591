import type { AlarmCounts } from '@trackway/core/features/alarms/statistics-calls.ts'
import type { Sums } from '@trackway/core/features/statistics/calls.ts'
import type { ReportKey } from '@trackway/core/features/statistics/reports.ts'
import type { ColumnForm } from '@trackway/core/lists/forms.ts'
import type { Format } from '../../../base/format.ts'
import type { EpisodesAnswer } from '../report-filter/use-statistics.ts'

/** A figure of the totals strip, which the chart shows by day when it is chosen. */
export interface Metric<Key extends string = keyof Sums> {
  key: Key
  form: ColumnForm
  /** The same figure in the answer of the list, which also knows the list's own filters. */
  ofList?: (answer: EpisodesAnswer) => number | null
  /** It is of these episodes alone, and the sums, which have it of all kinds together, cannot draw it by day. */
  isOfListOnly?: true
  /** Key of its name, where it is not that of the column. */
  label?: string
}

const duration = (answer: EpisodesAnswer) => answer.sum.durationMs
const begun = (answer: EpisodesAnswer) => answer.sum.begun

const distance: Metric = { key: 'distanceM', form: 'distance', ofList: ({ sum }) => sum.distanceM }
const maxSpeed: Metric = { key: 'maxSpeedKmh', form: 'speed', ofList: ({ sum }) => sum.maxSpeedKmh }

/** Of each report, the most used first: the chart begins with it. */
export const reportMetrics: Partial<Record<ReportKey, readonly Metric[]>> = {
  mileage: [
    { key: 'distanceM', form: 'distance' },
    { key: 'drivingMs', form: 'duration' },
    { key: 'idleMs', form: 'duration' },
    { key: 'trips', form: 'count' },
    { key: 'fuelL', form: 'litres' },
    { key: 'fuelLPer100Km', form: 'consumption' },
    { key: 'maxSpeedKmh', form: 'speed' },
    { key: 'overspeeds', form: 'count' },
  ],
  trips: [
    { key: 'trips', form: 'count', ofList: begun },
    distance,
    { key: 'drivingMs', form: 'duration', ofList: duration },
    maxSpeed,
  ],
  stops: [
    { key: 'stops', form: 'count', ofList: begun },
    { key: 'stoppedMs', form: 'duration', ofList: duration },
    { key: 'idleMs', form: 'duration', ofList: ({ sum }) => sum.idleMs, isOfListOnly: true },
  ],
  overspeed: [
    { key: 'overspeeds', form: 'count', ofList: begun },
    { key: 'overspeedMs', form: 'duration', ofList: duration },
    maxSpeed,
  ],
  idling: [
    { key: 'idlings', form: 'count', ofList: begun, label: 'statistics.idlings' },
    {
      key: 'idleMs',
      form: 'duration',
      ofList: duration,
      isOfListOnly: true,
      label: 'statistics.timeIdling',
    },
  ],
  ignition: [
    { key: 'ignitionMs', form: 'duration', ofList: duration },
    { key: 'ignitions', form: 'count', ofList: begun, label: 'statistics.ignitions' },
  ],
  offline: [
    { key: 'offlines', form: 'count', ofList: begun },
    { key: 'offlineMs', form: 'duration', ofList: duration },
  ],
  charging: [
    { key: 'charges', form: 'count', ofList: begun },
    { key: 'batteryMinPercent', form: 'percent', label: 'statistics.batteryMin' },
    { key: 'batteryMaxPercent', form: 'percent', label: 'statistics.batteryMax' },
  ],
  discharging: [
    { key: 'batteryMinPercent', form: 'percent', label: 'statistics.batteryMin' },
    { key: 'batteryMaxPercent', form: 'percent', label: 'statistics.batteryMax' },
  ],
}

/** All of the overview's figures. */
export const overviewMetrics: readonly Metric[] = [
  { key: 'distanceM', form: 'distance' },
  { key: 'drivingMs', form: 'duration' },
  { key: 'trips', form: 'count' },
  { key: 'idleMs', form: 'duration' },
  { key: 'stops', form: 'count' },
  { key: 'overspeeds', form: 'count' },
  { key: 'offlineMs', form: 'duration' },
  { key: 'fuelL', form: 'litres' },
]

export const alarmMetrics: readonly Metric<keyof AlarmCounts>[] = [
  { key: 'alarms', form: 'count' },
  { key: 'occurrences', form: 'count' },
  { key: 'critical', form: 'count', label: 'reports.column.criticalAlarms' },
  { key: 'unhandled', form: 'count', label: 'reports.column.unhandledAlarms' },
  { key: 'durationMs', form: 'duration', label: 'reports.column.duration' },
]

interface AxisUnit {
  divisor: number
  name: string
  isWhole: boolean
}

/** Units of the axis by the form of a column: metric ones, and hours. */
const units: Partial<Record<ColumnForm, AxisUnit>> = {
  distance: { divisor: 1000, name: 'km', isWhole: false },
  duration: { divisor: 3_600_000, name: 'h', isWhole: false },
  speed: { divisor: 1, name: 'km/h', isWhole: true },
  litres: { divisor: 1, name: 'L', isWhole: false },
  consumption: { divisor: 1, name: 'L/100 km', isWhole: false },
  percent: { divisor: 1, name: '%', isWhole: true },
}

/** In what the axis of a chart counts, in the units of the account: a value is divided by `divisor`. */
export function unitOf(form: ColumnForm, { shownUnit }: Pick<Format, 'shownUnit'>): AxisUnit {
  const { divisor, name, isWhole } = units[form] ?? { divisor: 1, name: '', isWhole: true }
  const shown = shownUnit(name)
  return { divisor: divisor / shown.of(1), name: shown.name, isWhole }
}
