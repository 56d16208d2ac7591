/** The lists by name: files and saved views name them so. */
export const listNames = [
  'devices',
  'unknownDevices',
  'exports',
  'reportSchedules',
  'trackShares',
  'odometerCorrections',
] as const

export type ListName = (typeof listNames)[number]
