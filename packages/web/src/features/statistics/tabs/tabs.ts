import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { ReportKey } from '@trackway/core/features/statistics/reports.ts'

export interface StatisticsTab {
  /** Last part of its address, in the spelling that links have. */
  path: string
  /** The kind of figures; the filters shown above it follow from that. */
  kind:
    | 'overview'
    | 'sums'
    | 'compare'
    | 'alarms'
    | 'episodes'
    | 'days'
    | 'pastDue'
    | 'punctuality'
    | 'visits'
    | 'exports'
  /** Key of its name; left out: that of its report. */
  label?: string
  /** The heading that the menu has it under. */
  group: 'driving' | 'vehicle' | 'service' | 'files'
  permission: readonly Permission[]
  /** What it shows and exports; several are chosen between within the tab. */
  reports: readonly ReportKey[]
}

const mileage = ['main:stat_mileage'] as const
const stopPoints = ['main:stat_stop_points'] as const

/** The reports, from top to bottom. A new one is a row here; menu, guard, frame and filters follow from it. */
export const statisticsTabs: readonly [StatisticsTab, ...StatisticsTab[]] = [
  { path: 'countMileage', group: 'driving', kind: 'sums', permission: mileage, reports: ['mileage'] },
  {
    path: 'countOverview',
    group: 'driving',
    kind: 'overview',
    label: 'statistics.overview',
    permission: mileage,
    reports: ['mileage'],
  },
  {
    path: 'countCompare',
    group: 'driving',
    kind: 'compare',
    label: 'statistics.compareVehicles',
    permission: mileage,
    reports: ['mileage'],
  },
  { path: 'CountTrackInfo', group: 'driving', kind: 'episodes', permission: stopPoints, reports: ['trips'] },
  { path: 'countStayDetail', group: 'driving', kind: 'episodes', permission: stopPoints, reports: ['stops'] },
  { path: 'countOverspeed', group: 'driving', kind: 'episodes', permission: mileage, reports: ['overspeed'] },
  {
    path: 'countIdle',
    group: 'driving',
    kind: 'episodes',
    label: 'statistics.idleAcc',
    permission: stopPoints,
    reports: ['idling', 'ignition'],
  },
  {
    path: 'countVisits',
    group: 'driving',
    kind: 'visits',
    label: 'statistics.visits',
    permission: ['main:fence', 'main:risk_point'],
    reports: ['fenceVisits', 'riskVisits'],
  },
  {
    path: 'countBus',
    group: 'driving',
    kind: 'punctuality',
    permission: ['main:bus'],
    reports: ['busPunctuality'],
  },
  { path: 'countOffline', group: 'vehicle', kind: 'episodes', permission: mileage, reports: ['offline'] },
  {
    path: 'countAlarms',
    group: 'vehicle',
    kind: 'alarms',
    permission: ['main:stat_alarms'],
    reports: ['alarmCounts'],
  },
  {
    path: 'countBattery',
    group: 'vehicle',
    kind: 'episodes',
    label: 'statistics.battery',
    permission: mileage,
    reports: ['charging', 'discharging'],
  },
  { path: 'countPack', group: 'vehicle', kind: 'days', permission: mileage, reports: ['batteries'] },
  { path: 'countTire', group: 'vehicle', kind: 'days', permission: ['main:taiya'], reports: ['tyres'] },
  {
    path: 'countPastDue',
    group: 'service',
    kind: 'pastDue',
    label: 'statistics.pastDue',
    permission: ['main:stat_past_due'],
    reports: ['pastDue'],
  },
  {
    path: 'countExport',
    group: 'files',
    kind: 'exports',
    label: 'exports.screen',
    permission: ['main:stat_export'],
    reports: [],
  },
]

export function tabOf(path: string): StatisticsTab | undefined {
  return statisticsTabs.find((tab) => tab.path === path)
}

/** Key of its name. */
export function nameOfTab({ label, reports }: StatisticsTab): string {
  return label ?? `reports.name.${reports[0]}`
}
