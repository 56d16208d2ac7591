import { deviceList, unknownDeviceList } from './api/devices.ts'
import { exportList } from './api/exports.ts'
import { odometerCorrectionList } from './api/odometer.ts'
import { reportScheduleList } from './api/report-schedules.ts'
import { trackShareList } from './api/track-shares.ts'
import type { List } from './lists/list.ts'
import type { ListName } from './lists/list-names.ts'

/** Every list of the product, by its name. */
export const lists: Readonly<Record<ListName, List>> = {
  devices: deviceList,
  unknownDevices: unknownDeviceList,
  exports: exportList,
  reportSchedules: reportScheduleList,
  trackShares: trackShareList,
  odometerCorrections: odometerCorrectionList,
}
