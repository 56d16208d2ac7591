import type { Handler } from '../platform/http/serve.ts'
import { accountHandlers } from './accounts/calls.ts'
import { checkCarHandlers } from './check-car/calls.ts'
import { deviceHandlers, unknownDeviceHandlers } from './devices/calls.ts'
import { episodeHandlers } from './episodes/calls.ts'
import { exportHandlers } from './exports/calls.ts'
import { geocodingHandlers } from './geocoding/calls.ts'
import { locationHandlers } from './locations/calls.ts'
import { odometerHandlers } from './odometer/calls.ts'
import { reportScheduleHandlers } from './report-schedules/calls.ts'
import { statisticsHandlers } from './statistics/calls.ts'
import { trackFileHandlers } from './track-files/calls.ts'
import { trackSettingHandlers } from './track-settings/calls.ts'
import { trackShareHandlers } from './track-shares/calls.ts'
import { trackHandlers } from './tracks/calls.ts'
import { viewHandlers } from './views/calls.ts'

/** What answers each call of the contract, by feature. A test holds it against the contract. */
export const allHandlers: readonly Handler[] = [
  ...accountHandlers,
  ...deviceHandlers,
  ...unknownDeviceHandlers,
  ...locationHandlers,
  ...trackHandlers,
  ...episodeHandlers,
  ...trackSettingHandlers,
  ...odometerHandlers,
  ...geocodingHandlers,
  ...checkCarHandlers,
  ...trackFileHandlers,
  ...trackShareHandlers,
  ...statisticsHandlers,
  ...exportHandlers,
  ...reportScheduleHandlers,
  ...viewHandlers,
]
