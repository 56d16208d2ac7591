import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { ReportKey } from '@trackway/core/features/statistics/reports.ts'

export interface StatisticsTab {
  /** Last part of its address, in the spelling that links have. */
  path: string
  /** The kind of figures; the filters shown above it follow from that. */
  kind:
    | 'overview'
    | 'sums'
    | 'alarms'
    | 'episodes'
    | 'days'
    | 'pastDue'
    | 'punctuality'
    | 'visits'
    | 'exports'
  /** Key of its name; left out: that of its report. */
  label?: string
  permission: readonly Permission[]
  /** What it shows and exports; several are chosen between within the tab. */
  reports: readonly ReportKey[]
}

const mileage = ['main:stat_mileage'] as const
const stopPoints = ['main:stat_stop_points'] as const

/** The statistics, from left to right. A new one is a row here; guard, frame and filters follow from it. */
export const statisticsTabs: readonly [StatisticsTab, ...StatisticsTab[]] = [
  {
    path: 'countOverview',
    kind: 'overview',
    label: 'statistics.overview',
    permission: mileage,
    reports: ['mileage'],
  },
  { path: 'countMileage', kind: 'sums', permission: mileage, reports: ['mileage'] },
  { path: 'CountTrackInfo', kind: 'episodes', permission: stopPoints, reports: ['trips'] },
  { path: 'countStayDetail', kind: 'episodes', permission: stopPoints, reports: ['stops'] },
  { path: 'countOverspeed', kind: 'episodes', permission: mileage, reports: ['overspeed'] },
  {
    path: 'countIdle',
    kind: 'episodes',
    label: 'statistics.idleAcc',
    permission: stopPoints,
    reports: ['idling', 'ignition'],
  },
  { path: 'countOffline', kind: 'episodes', permission: mileage, reports: ['offline'] },
  { path: 'countAlarms', kind: 'alarms', permission: ['main:stat_alarms'], reports: ['alarmCounts'] },
  {
    path: 'countBattery',
    kind: 'episodes',
    label: 'statistics.battery',
    permission: mileage,
    reports: ['charging', 'discharging'],
  },
  { path: 'countPack', kind: 'days', permission: mileage, reports: ['batteries'] },
  { path: 'countTire', kind: 'days', permission: ['main:taiya'], reports: ['tyres'] },
  {
    path: 'countVisits',
    kind: 'visits',
    label: 'statistics.visits',
    permission: ['main:fence', 'main:risk_point'],
    reports: ['fenceVisits', 'riskVisits'],
  },
  { path: 'countBus', kind: 'punctuality', permission: ['main:bus'], reports: ['busPunctuality'] },
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
]

export function tabOf(path: string): StatisticsTab | undefined {
  return statisticsTabs.find((tab) => tab.path === path)
}
