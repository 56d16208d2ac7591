/** The lists by name: files and saved views name them so. */
export const listNames = [
  'devices',
  'deviceResets',
  'ownerRecords',
  'unknownDevices',
  'deviceTypes',
  'auditEvents',
  'exports',
  'reportSchedules',
  'trackShares',
  'liveShares',
  'odometerCorrections',
  'pastDue',
  'imports',
  'subAccounts',
  'importNumbers',
  'importRecords',
  'agentDeviceCounts',
  'apiKeys',
  'ownSessions',
  'notices',
  'jobs',
  'fences',
  'riskPoints',
] as const

export type ListName = (typeof listNames)[number]
