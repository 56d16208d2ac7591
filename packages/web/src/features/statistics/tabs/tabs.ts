import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { ReportKey } from '@trackway/core/reports/reports.ts'

/** What a tab asks about; the filters shown above it follow from that. */
export type TabKind =
  | 'overview'
  | 'sums'
  | 'alarms'
  | 'episodes'
  | 'days'
  | 'pastDue'
  | 'punctuality'
  | 'visits'
  | 'exports'

export interface StatisticsTab {
  /** Last part of its address, in the spelling of S1 where S1 names it. */
  path: string
  kind: TabKind
  /** Key of its name. */
  label: string
  permission: readonly Permission[]
  /** What it shows and exports; several are chosen between within the tab. */
  reports: readonly ReportKey[]
}

const mileage = ['main:stat_mileage'] as const
const stopPoints = ['main:stat_stop_points'] as const

/** The statistics, from left to right. A new one is a row here; guard, frame and filters follow from it. */
export const statisticsTabs = [
  {
    path: 'countOverview',
    kind: 'overview',
    label: 'statistics.overview',
    permission: mileage,
    reports: ['mileage'],
  },
  {
    path: 'countMileage',
    kind: 'sums',
    label: 'reports.name.mileage',
    permission: mileage,
    reports: ['mileage'],
  },
  {
    path: 'CountTrackInfo',
    kind: 'episodes',
    label: 'reports.name.trips',
    permission: stopPoints,
    reports: ['trips'],
  },
  {
    path: 'countStayDetail',
    kind: 'episodes',
    label: 'reports.name.stops',
    permission: stopPoints,
    reports: ['stops'],
  },
  {
    path: 'countOverspeed',
    kind: 'episodes',
    label: 'reports.name.overspeed',
    permission: mileage,
    reports: ['overspeed'],
  },
  {
    path: 'countIdle',
    kind: 'episodes',
    label: 'statistics.idleAcc',
    permission: stopPoints,
    reports: ['idling', 'ignition'],
  },
  {
    path: 'countOffline',
    kind: 'episodes',
    label: 'reports.name.offline',
    permission: mileage,
    reports: ['offline'],
  },
  {
    path: 'countAlarms',
    kind: 'alarms',
    label: 'reports.name.alarmCounts',
    permission: ['main:stat_alarms'],
    reports: ['alarmCounts'],
  },
  {
    path: 'countBattery',
    kind: 'episodes',
    label: 'statistics.battery',
    permission: mileage,
    reports: ['charging', 'discharging'],
  },
  {
    path: 'countPack',
    kind: 'days',
    label: 'reports.name.batteries',
    permission: mileage,
    reports: ['batteries'],
  },
  {
    path: 'countTire',
    kind: 'days',
    label: 'reports.name.tyres',
    permission: ['main:taiya'],
    reports: ['tyres'],
  },
  {
    path: 'countVisits',
    kind: 'visits',
    label: 'statistics.visits',
    permission: ['main:fence', 'main:risk_point'],
    reports: ['fenceVisits', 'riskVisits'],
  },
  {
    path: 'countBus',
    kind: 'punctuality',
    label: 'reports.name.busPunctuality',
    permission: ['main:bus'],
    reports: ['busPunctuality'],
  },
  {
    path: 'countPastDue',
    kind: 'pastDue',
    label: 'statistics.pastDue',
    permission: ['main:stat_past_due'],
    reports: ['pastDue'],
  },
  {
    path: 'countExport',
    kind: 'exports',
    label: 'exports.title',
    permission: ['main:stat_export'],
    reports: [],
  },
] as const satisfies readonly StatisticsTab[]

export function tabOf(path: string): StatisticsTab | undefined {
  return statisticsTabs.find((tab) => tab.path === path)
}
