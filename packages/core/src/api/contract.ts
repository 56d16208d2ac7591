import { accountCalls } from './accounts.ts'
import type { Call } from './call.ts'
import { checkCarCalls } from './check-car.ts'
import { deviceCalls, unknownDeviceCalls } from './devices.ts'
import { episodeCalls } from './episodes.ts'
import { exportCalls } from './exports.ts'
import { geocodingCalls } from './geocoding.ts'
import { locationCalls } from './locations.ts'
import { odometerCalls } from './odometer.ts'
import { reportScheduleCalls } from './report-schedules.ts'
import { statisticsCalls } from './statistics.ts'
import { trackFileCalls } from './track-files.ts'
import { trackSettingCalls } from './track-settings.ts'
import { trackShareCalls } from './track-shares.ts'
import { trackCalls } from './tracks.ts'
import { viewCalls } from './views.ts'

/** Every call of the product, by feature: its table of contents. */
export const contract = {
  user: accountCalls,
  device: deviceCalls,
  unknownDevice: unknownDeviceCalls,
  location: locationCalls,
  track: trackCalls,
  episode: episodeCalls,
  trackSetting: trackSettingCalls,
  odometer: odometerCalls,
  checkCar: checkCarCalls,
  trackFile: trackFileCalls,
  trackShare: trackShareCalls,
  address: geocodingCalls,
  statistics: statisticsCalls,
  export: exportCalls,
  reportSchedule: reportScheduleCalls,
  view: viewCalls,
} as const

/** All calls in one list, for those who walk the whole contract. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap(
  (calls) => Object.values(calls) as Call[],
)
