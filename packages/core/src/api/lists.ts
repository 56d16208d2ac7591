import type { List } from '../lists/list.ts'
import type { ListName } from '../lists/list-names.ts'
import { deviceList, unknownDeviceList } from './devices.ts'
import { exportList } from './exports.ts'
import { odometerCorrectionList } from './odometer.ts'
import { reportScheduleList } from './report-schedules.ts'
import { trackShareList } from './track-shares.ts'

/** Every list of the product, by its name. */
export const lists: Readonly<Record<ListName, List>> = {
  devices: deviceList,
  unknownDevices: unknownDeviceList,
  exports: exportList,
  reportSchedules: reportScheduleList,
  trackShares: trackShareList,
  odometerCorrections: odometerCorrectionList,
}
