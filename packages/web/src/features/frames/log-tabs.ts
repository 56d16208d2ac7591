import type { Permission } from '@trackway/core/codes/permissions.ts'

/** The logs of devices (S2 section 2, "log"), and which keys open each. */
export const logTabs = {
  search: ['test:log'],
  monitor: ['test:log'],
  cmdTask: ['test:log'],
  deviceState: ['test:log'],
  unknown: ['test:log'],
  permanent: ['test:log'],
  raw: ['test:log_raw'],
} as const satisfies Record<string, readonly Permission[]>
export type LogTab = keyof typeof logTabs
export const logTabNames = Object.keys(logTabs) as LogTab[]
