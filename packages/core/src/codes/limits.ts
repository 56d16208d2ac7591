/** Limits the specification names (S2 sections 5 and 9) and the defaults of those it leaves open (PRODUCT 1). */
export const limits = {
  monitoredDevices: 400,
  trackDays: 90,
  trackDevices: 5,
  logDays: 7,
  fenceRadiusMinM: 100,
  fenceRadiusMaxM: 1_000_000,
  devicesPerOperation: 1_000,
  rowsPerImport: 50_000,
  devicesPerReport: 10_000,
  statisticsDays: 31,
  defaultPageSize: 15,
  maxPageSize: 100,
  fastKmh: 60,
  overspeedKmh: 120,
  stoppedKmh: 10,
  stateGapMs: 60_000,
} as const
