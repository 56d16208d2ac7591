/** Limits the specification names and the defaults of those it leaves open. */
export const limits = {
  monitoredDevices: 400,
  trackDays: 90,
  trackDevices: 5,
  logDays: 7,
  framesFound: 10_000,
  framesInFile: 100_000,
  watchedDevices: 20,
  permanentLogs: 500,
  fenceRadiusMinM: 100,
  fenceRadiusMaxM: 1_000_000,
  devicesPerOperation: 1_000,
  devicesPerTask: 20_000,
  moveServers: 100,
  rowsPerImport: 50_000,
  alarmsPerOperation: 10_000,
  alarmsCounted: 10_000,
  devicesPerReport: 10_000,
  devicesPerSearch: 100_000,
  /** Devices of a search by area times its days. */
  deviceDaysPerSearch: 500_000,
  /** A quarter. */
  statisticsDays: 92,
  /** Of searches through tracks: by area, and for stays in fences and risk points. */
  searchDays: 31,
  comparedVehicles: 4,
  /** Of a table that is printed from the screen. */
  printedRows: 1_000,
  defaultPageSize: 15,
  maxPageSize: 100,
  fastKmh: 60,
  overspeedKmh: 120,
  stoppedKmh: 10,
  stateGapMs: 60_000,
} as const
