/** Folders that still hold more than 20 files. The list only ever shrinks. */
export const crowdedStill = [
  'packages/core/src/api',
  'bench',
  'packages/server/migrations',
  'packages/web/src/features/check-car',
  'packages/web/src/shell',
]

/** Circles that still stand: the folder, and what in it forms the circle, sorted. The list only ever shrinks. */
export const knownCircles = [
  'packages/server/src/gateway: device-session.ts pending-frame.ts',
  'packages/server/src/gateway: device-session.ts pending-frame.ts pending-replies.ts',
  'packages/server/src/gateway: device-session.ts session-registry.ts',
  'packages/web/src/features: devices track-settings',
  'packages/web/src/features: exports statistics',
  'packages/web/src/features: exports report-schedules',
]
