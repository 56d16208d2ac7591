import { accountCalls } from './accounts.ts'
import { alarmCalls } from './alarms.ts'
import { auditCalls } from './audit.ts'
import { busCalls } from './bus.ts'
import type { Call } from './call.ts'
import { commandCalls } from './devices/commands.ts'
import { deviceCodeCalls } from './devices/device-codes.ts'
import { deviceLinkCalls } from './devices/device-links.ts'
import { deviceTypeCalls } from './devices/device-types.ts'
import { frameCalls, permanentLogCalls } from './devices/frames.ts'
import { nbPlatformCalls } from './devices/nb-platforms.ts'
import { oneDeviceCalls } from './devices/one-device.ts'
import { deviceServiceCalls } from './devices/service.ts'
import { serviceEndCalls } from './devices/service-ends.ts'
import { deviceStockCalls } from './devices/stock.ts'
import { deviceCalls, unknownDeviceCalls } from './devices.ts'
import { fenceCalls } from './fences.ts'
import { agentDeviceCountCalls, importCountCalls } from './import-counts.ts'
import { importCalls } from './imports.ts'
import { alarmSettingCalls } from './monitor/alarm-settings.ts'
import { geocodingCalls } from './monitor/geocoding.ts'
import { liveShareCalls } from './monitor/live-shares.ts'
import { locationCalls } from './monitor/locations.ts'
import { mapSearchCalls } from './monitor/map-search.ts'
import { whyOfflineCalls } from './monitor/why-offline.ts'
import { notificationBudgetCalls } from './notifications/budgets.ts'
import { notificationDeliveryCalls } from './notifications/deliveries.ts'
import { notificationReceiverCalls } from './notifications/receivers.ts'
import { notificationRuleCalls } from './notifications/rules.ts'
import { textSettingCalls } from './notifications/text-settings.ts'
import { webPushCalls } from './notifications/web-push.ts'
import { webhookCalls } from './notifications/webhooks.ts'
import { outsideCalls } from './outside-names.ts'
import { ownerRecordCalls } from './owner-records.ts'
import { accountMailCalls } from './personal/account-mail.ts'
import { sessionCalls } from './personal/sessions.ts'
import { twoFactorCalls } from './personal/two-factor.ts'
import { platformCalls } from './platform.ts'
import { batteryCalls } from './readings/batteries.ts'
import { tyreCalls } from './readings/tyres.ts'
import { alarmStatisticsCalls } from './reports/alarm-statistics.ts'
import { checkCarCalls } from './reports/check-car.ts'
import { exportCalls } from './reports/exports.ts'
import { reportScheduleCalls } from './reports/report-schedules.ts'
import { statisticsCalls } from './reports/statistics.ts'
import { viewCalls } from './reports/views.ts'
import { riskPointCalls } from './risk-points.ts'
import { searchCalls } from './search.ts'
import { subAccountCalls } from './sub-accounts.ts'
import { apiKeyCalls } from './system/api-keys.ts'
import { demoAccountCalls } from './system/demo-account.ts'
import { jobCalls } from './system/jobs.ts'
import { mailSettingCalls } from './system/mail-settings.ts'
import { mapKeyCalls } from './system/map-keys.ts'
import { mapOrderCalls } from './system/map-order.ts'
import { noticeCalls } from './system/notices.ts'
import { streetMapCalls } from './system/street-maps.ts'
import { episodeCalls } from './tracks/episodes.ts'
import { odometerCalls } from './tracks/odometer.ts'
import { trackFileCalls } from './tracks/track-files.ts'
import { trackSettingCalls } from './tracks/track-settings.ts'
import { trackShareCalls } from './tracks/track-shares.ts'
import { trackCalls } from './tracks/tracks.ts'

/** Every call of the product, by feature: its table of contents. */
export const contract = {
  user: accountCalls,
  search: searchCalls,
  subAccount: subAccountCalls,
  importCount: importCountCalls,
  agentDeviceCount: agentDeviceCountCalls,
  device: deviceCalls,
  deviceService: deviceServiceCalls,
  serviceEnd: serviceEndCalls,
  deviceStock: deviceStockCalls,
  ownerRecord: ownerRecordCalls,
  oneDevice: oneDeviceCalls,
  deviceType: deviceTypeCalls,
  unknownDevice: unknownDeviceCalls,
  import: importCalls,
  audit: auditCalls,
  deviceCode: deviceCodeCalls,
  deviceLink: deviceLinkCalls,
  command: commandCalls,
  frame: frameCalls,
  permanentLog: permanentLogCalls,
  location: locationCalls,
  whyOffline: whyOfflineCalls,
  liveShare: liveShareCalls,
  outside: outsideCalls,
  track: trackCalls,
  episode: episodeCalls,
  trackSetting: trackSettingCalls,
  odometer: odometerCalls,
  alarm: alarmCalls,
  alarmSetting: alarmSettingCalls,
  alarmStatistics: alarmStatisticsCalls,
  checkCar: checkCarCalls,
  fence: fenceCalls,
  riskPoint: riskPointCalls,
  tyre: tyreCalls,
  battery: batteryCalls,
  trackFile: trackFileCalls,
  trackShare: trackShareCalls,
  bus: busCalls,
  address: geocodingCalls,
  statistics: statisticsCalls,
  export: exportCalls,
  reportSchedule: reportScheduleCalls,
  view: viewCalls,
  notificationRule: notificationRuleCalls,
  notificationReceiver: notificationReceiverCalls,
  notificationBudget: notificationBudgetCalls,
  notificationDelivery: notificationDeliveryCalls,
  webhook: webhookCalls,
  webPush: webPushCalls,
  textSetting: textSettingCalls,
  nbPlatform: nbPlatformCalls,
  platform: platformCalls,
  apiKey: apiKeyCalls,
  session: sessionCalls,
  twoFactor: twoFactorCalls,
  accountMail: accountMailCalls,
  demoAccount: demoAccountCalls,
  mailSetting: mailSettingCalls,
  notice: noticeCalls,
  job: jobCalls,
  streetMap: streetMapCalls,
  mapKey: mapKeyCalls,
  mapOrder: mapOrderCalls,
  mapSearch: mapSearchCalls,
} as const

/** All calls in one list, for those who walk the whole contract. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap(
  (calls) => Object.values(calls) as Call[],
)
