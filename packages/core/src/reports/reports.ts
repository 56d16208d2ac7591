import type { EpisodeKind } from '../codes/episodes.ts'
import type { Permission } from '../codes/permissions.ts'
import type { ListColumn } from '../lists/columns.ts'

/**
 * The reports: what screen and file show of each, in the same columns under the same names (texts under
 * `reports.` beside this file).
 */

export interface StatisticsReport {
  permission: readonly Permission[]
  /** Where its rows come from. */
  source: { call: 'sums' } | { call: 'episodes'; kind: EpisodeKind } | { call: 'pastDue' }
  columns: readonly ListColumn[]
}

const device: ListColumn[] = [
  { key: 'displayName', form: 'text' },
  { key: 'terminalID', form: 'text', isOptional: true },
  { key: 'username', form: 'text', isOptional: true },
]
const span: ListColumn[] = [
  { key: 'from', form: 'instant' },
  { key: 'to', form: 'instant' },
  { key: 'duration', form: 'duration' },
]
/** Of what does not leave its place. */
const place: ListColumn = { key: 'fromPlace', form: 'place', name: 'place' }
const mileage = ['main:stat_mileage'] as const
const stopPoints = ['main:stat_stop_points'] as const

export const reports = {
  mileage: {
    permission: mileage,
    source: { call: 'sums' },
    columns: [
      ...device,
      { key: 'day', form: 'day' },
      { key: 'distanceM', form: 'distance' },
      { key: 'trips', form: 'count' },
      { key: 'drivingMs', form: 'duration' },
      { key: 'idleMs', form: 'duration' },
      { key: 'stoppedMs', form: 'duration', isOptional: true },
      { key: 'maxSpeedKmh', form: 'speed' },
      { key: 'meanSpeedKmh', form: 'speed' },
      { key: 'fuelL', form: 'litres' },
      { key: 'stops', form: 'count', isOptional: true },
      { key: 'overspeeds', form: 'count', isOptional: true },
      { key: 'ignitionMs', form: 'duration', isOptional: true },
      { key: 'offlineMs', form: 'duration', isOptional: true },
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
      { key: 'distanceM', form: 'distance' },
      { key: 'meanSpeedKmh', form: 'speed' },
      { key: 'maxSpeedKmh', form: 'speed' },
      { key: 'idleMs', form: 'duration', isOptional: true },
      { key: 'fuelL', form: 'litres', isOptional: true },
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
      { key: 'idleMs', form: 'duration' },
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
      { key: 'maxSpeedKmh', form: 'speed' },
      { key: 'fromValue', form: 'speed' },
      { key: 'distanceM', form: 'distance' },
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
    columns: [
      ...device,
      ...span,
      { key: 'fromPlace', form: 'place' },
      { key: 'toPlace', form: 'place' },
      { key: 'distanceM', form: 'distance' },
      { key: 'idleMs', form: 'duration' },
    ],
  },
  offline: {
    permission: mileage,
    source: { call: 'episodes', kind: 'offline' },
    columns: [...device, ...span, { key: 'fromPlace', form: 'place' }, { key: 'toPlace', form: 'place' }],
  },
  charging: {
    permission: mileage,
    source: { call: 'episodes', kind: 'charging' },
    columns: [
      ...device,
      ...span,
      { key: 'fromPercent', form: 'percent' },
      { key: 'toPercent', form: 'percent' },
      { key: 'fromPlace', form: 'place' },
    ],
  },
  discharging: {
    permission: mileage,
    source: { call: 'episodes', kind: 'discharging' },
    columns: [
      ...device,
      ...span,
      { key: 'fromPercent', form: 'percent' },
      { key: 'toPercent', form: 'percent' },
      { key: 'distanceM', form: 'distance', isOptional: true },
    ],
  },
  pastDue: {
    permission: ['main:stat_past_due'],
    source: { call: 'pastDue' },
    columns: [
      ...device,
      { key: 'deviceTypeName', form: 'text' },
      { key: 'iccid', form: 'text', isOptional: true },
      { key: 'sim', form: 'text', isOptional: true },
      { key: 'activateTime', form: 'instant', isOptional: true },
      { key: 'expireTime', form: 'instant' },
      { key: 'stateTime', form: 'instant' },
    ],
  },
} as const satisfies Record<string, StatisticsReport>

export type ReportKey = keyof typeof reports
export const reportKeys = Object.keys(reports) as ReportKey[]

export const groupings = ['deviceDay', 'device', 'day', 'account'] as const
export type Grouping = (typeof groupings)[number]
