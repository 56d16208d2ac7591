/** Folders that still hold more than 20 files. The list only ever shrinks. */
export const crowdedStill = ['bench', 'packages/web/src/features/check-car', 'packages/web/src/shell']

/** Circles that still stand: the folder, and what in it forms the circle, sorted. The list only ever shrinks. */
export const knownCircles = [
  'packages/web/src/features: devices track-settings',
  'packages/web/src/features: exports report-schedules',
]
