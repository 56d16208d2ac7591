import { alarmNameOf } from '../../codes/alarms.ts'
import type { EpisodeKind } from '../../codes/episodes.ts'
import type { Permission } from '../../codes/permissions.ts'
import type { ListColumn } from '../../lists/columns.ts'

/**
 * The reports: what screen and file show of each, in the same columns under the same names (texts under
 * `reports.` beside this file).
 */

export interface StatisticsReport {
  permission: readonly Permission[]
  /** Where its rows come from. */
  source:
    | { call: 'sums' }
    | { call: 'episodes'; kind: EpisodeKind }
    | { call: 'pastDue' | 'busPunctuality' | 'tyres' | 'batteries' | 'alarmCounts' }
    /** Of the list of the same name. */
    | { call: 'visits'; list: 'fenceVisits' | 'riskVisits' }
  columns: readonly ListColumn[]
}

const name: ListColumn = { key: 'displayName', form: 'text', isFixed: true, card: 'title' }
const whose: ListColumn[] = [
  { key: 'terminalID', form: 'identifier', isOptional: true },
  { key: 'username', form: 'text', isOptional: true },
]
const device: ListColumn[] = [{ ...name, sort: 'name' }, ...whose]
/** An episode, which the server also sorts by some of its figures. */
const span: ListColumn[] = [
  { key: 'from', form: 'instant', sort: true },
  { key: 'to', form: 'instant' },
  { key: 'duration', form: 'duration', of: ({ from, to }) => to - from, sort: true, card: 'sign' },
]
const distance: ListColumn = { key: 'distanceM', form: 'distance', sort: true }
const maxSpeed: ListColumn = { key: 'maxSpeedKmh', form: 'speed', sort: true }
const idle: ListColumn = { key: 'idleMs', form: 'duration', sort: true }
const percents: ListColumn[] = [
  { key: 'fromPercent', form: 'percent', of: ({ fromValue }) => fromValue },
  { key: 'toPercent', form: 'percent', of: ({ toValue }) => toValue },
]
/** Of what does not leave its place. */
const place: ListColumn = { key: 'fromPlace', form: 'place', name: 'place' }
/** The day of a place of a vehicle. */
const day: ListColumn = { key: 'day', form: 'day', sort: true, card: 'sign' }
/** On a shorter way what was used while idling says nothing of 100 km. */
export const minFuelDistanceM = 1_000

/** Of a trip, in L/100 km. */
function consumptionOf({ fuelL, distanceM }: { fuelL: number | null; distanceM: number }): number | null {
  return fuelL === null || distanceM < minFuelDistanceM ? null : (fuelL / distanceM) * 100_000
}

const mileage = ['main:stat_mileage'] as const
const stopPoints = ['main:stat_stop_points'] as const

export const reports = {
  mileage: {
    permission: mileage,
    source: { call: 'sums' },
    columns: [
      ...device,
      { key: 'day', form: 'day', sort: true, card: 'sign' },
      distance,
      { key: 'trips', form: 'count', sort: true },
      { key: 'drivingMs', form: 'duration', sort: true },
      idle,
      { key: 'stoppedMs', form: 'duration', sort: true, isOptional: true },
      maxSpeed,
      { key: 'meanSpeedKmh', form: 'speed', sort: true },
      { key: 'fuelL', form: 'litres', sort: true },
      { key: 'fuelLPer100Km', form: 'consumption', sort: true },
      { key: 'stops', form: 'count', sort: true, isOptional: true },
      { key: 'overspeeds', form: 'count', sort: true, isOptional: true },
      { key: 'ignitionMs', form: 'duration', sort: true, isOptional: true },
      { key: 'offlineMs', form: 'duration', sort: true, isOptional: true },
    ],
  },
  trips: {
    permission: stopPoints,
    source: { call: 'episodes', kind: 'trip' },
    columns: [
      ...device,
      ...span,
      { key: 'fromPlace', form: 'place' },
      { key: 'toPlace', form: 'place' },
      distance,
      { key: 'meanSpeedKmh', form: 'speed' },
      maxSpeed,
      { ...idle, isOptional: true },
      { key: 'fuelL', form: 'litres', isOptional: true },
      { key: 'fuelLPer100Km', form: 'consumption', of: consumptionOf, isOptional: true },
      { key: 'began', form: 'reason', isOptional: true },
      { key: 'ended', form: 'reason', isOptional: true },
    ],
  },
  stops: {
    permission: stopPoints,
    source: { call: 'episodes', kind: 'stop' },
    columns: [
      ...device,
      ...span,
      place,
      idle,
      { key: 'began', form: 'reason', isOptional: true },
      { key: 'ended', form: 'reason', isOptional: true },
    ],
  },
  overspeed: {
    permission: mileage,
    source: { call: 'episodes', kind: 'overspeed' },
    columns: [
      ...device,
      ...span,
      { key: 'fromPlace', form: 'place' },
      maxSpeed,
      { key: 'fromValue', form: 'speed' },
      distance,
    ],
  },
  idling: {
    permission: stopPoints,
    source: { call: 'episodes', kind: 'idling' },
    columns: [...device, ...span, place, { key: 'fuelL', form: 'litres', isOptional: true }],
  },
  ignition: {
    permission: stopPoints,
    source: { call: 'episodes', kind: 'ignition' },
    columns: [...device, ...span, { key: 'fromPlace', form: 'place' }, { key: 'toPlace', form: 'place' }],
  },
  offline: {
    permission: mileage,
    source: { call: 'episodes', kind: 'offline' },
    columns: [...device, ...span, { key: 'fromPlace', form: 'place' }, { key: 'toPlace', form: 'place' }],
  },
  charging: {
    permission: mileage,
    source: { call: 'episodes', kind: 'charging' },
    columns: [...device, ...span, ...percents, { key: 'fromPlace', form: 'place' }],
  },
  discharging: {
    permission: mileage,
    source: { call: 'episodes', kind: 'discharging' },
    columns: [...device, ...span, ...percents],
  },
  tyres: {
    permission: ['main:taiya'],
    source: { call: 'tyres' },
    columns: [
      ...device,
      day,
      { key: 'wheel', form: 'count' },
      { key: 'lowestKpa', form: 'pressure', sort: true },
      { key: 'highestKpa', form: 'pressure' },
      { key: 'meanKpa', form: 'pressure', isOptional: true },
      { key: 'lowestC', form: 'temperature', isOptional: true },
      { key: 'highestC', form: 'temperature', sort: true },
    ],
  },
  batteries: {
    permission: mileage,
    source: { call: 'batteries' },
    columns: [
      ...device,
      day,
      { key: 'pack', form: 'count' },
      { key: 'lowestPercent', form: 'percent', sort: true },
      { key: 'highestPercent', form: 'percent' },
      { key: 'lowestV', form: 'voltage' },
      { key: 'highestV', form: 'voltage' },
      { key: 'lowestC', form: 'temperature', isOptional: true },
      { key: 'highestC', form: 'temperature', sort: true },
      { key: 'mostChargeA', form: 'current', isOptional: true },
      { key: 'mostDischargeA', form: 'current', isOptional: true },
      { key: 'usageCount', form: 'count' },
    ],
  },
  pastDue: {
    permission: ['main:stat_past_due'],
    source: { call: 'pastDue' },
    columns: [
      name,
      ...whose,
      { key: 'deviceTypeName', form: 'text' },
      { key: 'iccid', form: 'text', isOptional: true },
      { key: 'sim', form: 'text', isOptional: true },
      { key: 'activateTime', form: 'instant', isOptional: true },
      { key: 'expireTime', form: 'instant' },
      { key: 'stateTime', form: 'instant' },
    ],
  },
  alarmCounts: {
    permission: ['main:stat_alarms'],
    source: { call: 'alarmCounts' },
    columns: [
      { key: 'displayName', form: 'text', sort: 'name', isFixed: true, card: 'title' },
      { key: 'terminalID', form: 'identifier', isOptional: true },
      { key: 'username', form: 'text', isOptional: true },
      { key: 'day', form: 'day', sort: true, card: 'sign' },
      { key: 'code', name: 'alarmCode', form: 'alarm', of: ({ code }) => alarmNameOf(code) },
      { key: 'alarms', form: 'count', sort: true },
      { key: 'occurrences', form: 'count', sort: true },
      { key: 'critical', name: 'criticalAlarms', form: 'count', sort: true },
      { key: 'unhandled', name: 'unhandledAlarms', form: 'count', sort: true },
      { key: 'duration', form: 'duration', of: ({ durationMs }) => durationMs, sort: true },
    ],
  },
  fenceVisits: {
    permission: ['main:fence'],
    source: { call: 'visits', list: 'fenceVisits' },
    columns: [...device, { key: 'fenceName', form: 'text', sort: 'zone' }, ...span, place],
  },
  riskVisits: {
    permission: ['main:risk_point'],
    source: { call: 'visits', list: 'riskVisits' },
    columns: [...device, { key: 'riskPointName', form: 'text', sort: 'zone' }, ...span, place],
  },
  busPunctuality: {
    permission: ['main:bus'],
    source: { call: 'busPunctuality' },
    columns: [
      { key: 'line', name: 'busLine', form: 'text', isFixed: true, card: 'title', sort: true },
      { key: 'direction', form: 'busDirection' },
      { key: 'stop', name: 'busStop', form: 'text' },
      { key: 'day', form: 'day', card: 'sign', sort: true },
      { key: 'passages', form: 'count', sort: true },
      { key: 'onTime', form: 'count' },
      { key: 'early', form: 'count' },
      { key: 'late', form: 'count' },
      { key: 'onTimePercent', form: 'percent', sort: true },
      { key: 'meanDelayMin', form: 'count', sort: true },
      { key: 'maxDelayMin', form: 'count' },
      { key: 'username', form: 'text', isOptional: true },
    ],
  },
} as const satisfies Record<string, StatisticsReport>

export type ReportKey = keyof typeof reports
export const reportKeys = Object.keys(reports) as ReportKey[]

/** What the rows of the sums are of. */
export const groupings = ['deviceDay', 'device', 'day', 'account'] as const
export type Grouping = (typeof groupings)[number]
/** And those of the alarms. */
export const alarmGroupings = ['code', 'device', 'day', 'account', 'deviceCode'] as const
export type AlarmGrouping = (typeof alarmGroupings)[number]
export const reportGroupings = [...groupings, 'code', 'deviceCode'] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** How the rows of a report may be grouped, the default first; none: they are not grouped. */
export function groupingsOf(report: ReportKey): readonly ReportGrouping[] {
  const { call } = reports[report].source
  if (call === 'sums') return groupings
  return call === 'alarmCounts' ? alarmGroupings : []
}

/** The requested grouping where it is one of these, else the default one. */
export function oneGrouping<G extends ReportGrouping>(of: readonly G[], requested: ReportGrouping): G {
  return of.find((each) => each === requested) ?? of[0]!
}
