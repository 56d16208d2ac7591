import { alarmList } from './api/alarms.ts'
import { auditList } from './api/audit.ts'
import { busLineList, busPunctualityList, busShareList } from './api/bus.ts'
import { commandBatchList, commandList } from './api/devices/commands.ts'
import { deviceTypeList } from './api/devices/device-types.ts'
import { connectionList, frameList, permanentLogList } from './api/devices/frames.ts'
import { deviceResetList } from './api/devices/service.ts'
import { deviceList, unknownDeviceList } from './api/devices.ts'
import { fenceList, fenceVisitList } from './api/fences.ts'
import { agentDeviceCountList, importNumberList, importRecordList } from './api/import-counts.ts'
import { importList } from './api/imports.ts'
import { liveShareList } from './api/monitor/live-shares.ts'
import { notificationBudgetList } from './api/notifications/budgets.ts'
import { notificationDeliveryList } from './api/notifications/deliveries.ts'
import { notificationReceiverList } from './api/notifications/receivers.ts'
import { notificationRuleList } from './api/notifications/rules.ts'
import { webhookList } from './api/notifications/webhooks.ts'
import { ownerRecordList } from './api/owner-records.ts'
import { sessionList } from './api/personal/sessions.ts'
import { batteryVehicleList } from './api/readings/batteries.ts'
import { tyreVehicleList } from './api/readings/tyres.ts'
import { exportList } from './api/reports/exports.ts'
import { reportScheduleList } from './api/reports/report-schedules.ts'
import { pastDueList } from './api/reports/statistics.ts'
import { riskPointList, riskVisitList } from './api/risk-points.ts'
import { subAccountList } from './api/sub-accounts.ts'
import { apiKeyList } from './api/system/api-keys.ts'
import { jobList } from './api/system/jobs.ts'
import { noticeList } from './api/system/notices.ts'
import { odometerCorrectionList } from './api/tracks/odometer.ts'
import { trackShareList } from './api/tracks/track-shares.ts'
import type { List } from './lists/list.ts'
import type { ListName } from './lists/list-names.ts'

/** Every list of the product, by its name. */
export const lists: Readonly<Record<ListName, List>> = {
  devices: deviceList,
  commands: commandList,
  commandBatches: commandBatchList,
  deviceResets: deviceResetList,
  ownerRecords: ownerRecordList,
  unknownDevices: unknownDeviceList,
  deviceTypes: deviceTypeList,
  auditEvents: auditList,
  exports: exportList,
  reportSchedules: reportScheduleList,
  trackShares: trackShareList,
  liveShares: liveShareList,
  odometerCorrections: odometerCorrectionList,
  pastDue: pastDueList,
  imports: importList,
  subAccounts: subAccountList,
  importNumbers: importNumberList,
  importRecords: importRecordList,
  agentDeviceCounts: agentDeviceCountList,
  apiKeys: apiKeyList,
  ownSessions: sessionList,
  notices: noticeList,
  jobs: jobList,
  fences: fenceList,
  riskPoints: riskPointList,
  fenceVisits: fenceVisitList,
  riskVisits: riskVisitList,
  notificationRules: notificationRuleList,
  notificationReceivers: notificationReceiverList,
  notificationBudgets: notificationBudgetList,
  notificationDeliveries: notificationDeliveryList,
  webhooks: webhookList,
  alarms: alarmList,
  busLines: busLineList,
  busShares: busShareList,
  busPunctuality: busPunctualityList,
  tyreVehicles: tyreVehicleList,
  batteryVehicles: batteryVehicleList,
  frames: frameList,
  connections: connectionList,
  permanentLogs: permanentLogList,
}
