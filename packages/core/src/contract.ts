import type { Call } from './api/call.ts'
import { accountCalls } from './features/accounts/calls.ts'
import { accountMailCalls } from './features/accounts/mail-calls.ts'
import { sessionCalls } from './features/accounts/session-calls.ts'
import { subAccountCalls } from './features/accounts/sub-account-calls.ts'
import { twoFactorCalls } from './features/accounts/two-factor-calls.ts'
import { viewCalls } from './features/accounts/view-calls.ts'
import { agpsCalls } from './features/agps/calls.ts'
import { alarmCalls } from './features/alarms/calls.ts'
import { selectionSettingCalls } from './features/alarms/selection-calls.ts'
import { alarmSettingCalls } from './features/alarms/setting-calls.ts'
import { alarmStatisticsCalls } from './features/alarms/statistics-calls.ts'
import { apiKeyCalls } from './features/api-keys/calls.ts'
import { auditCalls } from './features/audit/calls.ts'
import { autoRenewalCalls } from './features/auto-renewals/calls.ts'
import { batteryCalls } from './features/batteries/calls.ts'
import { busCalls } from './features/bus/calls.ts'
import { cardCalls } from './features/cards/calls.ts'
import { checkCarCalls } from './features/check-car/calls.ts'
import { commandCalls } from './features/commands/calls.ts'
import { demoAccountCalls } from './features/demo-account/calls.ts'
import { deviceLifeCalls } from './features/device-life/calls.ts'
import { deviceLinkCalls } from './features/device-links/calls.ts'
import { deviceTypeCalls } from './features/device-types/calls.ts'
import { deviceCalls, unknownDeviceCalls } from './features/devices/calls.ts'
import { deviceCodeCalls } from './features/devices/code-calls.ts'
import { deviceGroupCalls } from './features/devices/group-calls.ts'
import { oneDeviceCalls } from './features/devices/one-device-calls.ts'
import { deviceServiceCalls } from './features/devices/service-calls.ts'
import { deviceStockCalls } from './features/devices/stock-calls.ts'
import { discountCodeCalls } from './features/discount-codes/calls.ts'
import { episodeCalls } from './features/episodes/calls.ts'
import { exchangeRateCalls } from './features/exchange-rates/calls.ts'
import { serviceEndCalls } from './features/expiry-notices/calls.ts'
import { exportCalls } from './features/exports/calls.ts'
import { fenceCalls } from './features/fences/calls.ts'
import { firmwareCalls } from './features/firmware/calls.ts'
import { frameCalls, permanentLogCalls } from './features/frames/calls.ts'
import { geocodingCalls } from './features/geocoding/calls.ts'
import { gw005Calls } from './features/gw005/calls.ts'
import { idRangeCalls } from './features/id-ranges/calls.ts'
import { agentDeviceCountCalls, importCountCalls } from './features/import-counts/calls.ts'
import { importCalls } from './features/imports/calls.ts'
import { expectedValueCalls, jigResultCalls, jigStationCalls } from './features/jig-results/calls.ts'
import { jobCalls } from './features/jobs/calls.ts'
import { labelCalls } from './features/labels/calls.ts'
import { ledgerCalls } from './features/ledger/calls.ts'
import { liveShareCalls } from './features/live-shares/calls.ts'
import { locationCalls } from './features/locations/calls.ts'
import { whyOfflineCalls } from './features/locations/why-offline-calls.ts'
import { mailReceiverCalls } from './features/mail-receivers/calls.ts'
import { mapKeyCalls } from './features/map-keys/calls.ts'
import { mapOrderCalls } from './features/map-order/calls.ts'
import { mapSearchCalls } from './features/map-search/calls.ts'
import { mediaCalls } from './features/media/calls.ts'
import { nbPlatformCalls } from './features/nb-platforms/calls.ts'
import { noticeCalls } from './features/notices/calls.ts'
import { notificationBudgetCalls } from './features/notifications/budget-calls.ts'
import { notificationDeliveryCalls } from './features/notifications/delivery-calls.ts'
import { notificationReceiverCalls } from './features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from './features/notifications/rule-calls.ts'
import { textSettingCalls } from './features/notifications/text-setting-calls.ts'
import { webPushCalls } from './features/notifications/web-push-calls.ts'
import { webhookCalls } from './features/notifications/webhook-calls.ts'
import { orderCalls } from './features/orders/calls.ts'
import { ownerRecordCalls } from './features/owner-records/calls.ts'
import { payAccountCalls } from './features/pay-accounts/calls.ts'
import { renewPriceCalls } from './features/prices/calls.ts'
import { qualityCheckCalls, qualityCriteriaCalls } from './features/quality-checks/calls.ts'
import { differenceCalls } from './features/reconciliation/calls.ts'
import { reportScheduleCalls } from './features/report-schedules/calls.ts'
import { riskPointCalls } from './features/risk-points/calls.ts'
import { searchCalls } from './features/search/calls.ts'
import { serverMoveCalls } from './features/server-moves/calls.ts'
import { serviceTermCalls } from './features/service-terms/calls.ts'
import { simCardCalls } from './features/sim-cards/calls.ts'
import { simPlatformCalls } from './features/sim-cards/platform-calls.ts'
import { specApiCalls } from './features/spec-api/calls.ts'
import { statisticsCalls } from './features/statistics/calls.ts'
import { stockCalls } from './features/stock/calls.ts'
import { streetMapCalls } from './features/street-maps/calls.ts'
import { platformCalls } from './features/system/calls.ts'
import { mailSettingCalls } from './features/system/mail-setting-calls.ts'
import { targetServerCalls } from './features/target-servers/calls.ts'
import { taskCalls } from './features/tasks/calls.ts'
import { trackFileCalls } from './features/track-files/calls.ts'
import { trackSettingCalls } from './features/track-settings/calls.ts'
import { odometerCalls } from './features/track-settings/odometer-calls.ts'
import { trackShareCalls } from './features/track-shares/calls.ts'
import { trackCalls } from './features/tracks/calls.ts'
import { tyreCalls } from './features/tyres/calls.ts'
import { vehicleGroupCalls } from './features/vehicle-groups/calls.ts'
import { levelSettingCalls } from './setting-kinds.ts'

/** Every call of the product, by feature: its table of contents. */
export const contract = {
  user: accountCalls,
  search: searchCalls,
  subAccount: subAccountCalls,
  importCount: importCountCalls,
  agentDeviceCount: agentDeviceCountCalls,
  ledger: ledgerCalls,
  card: cardCalls,
  order: orderCalls,
  payAccount: payAccountCalls,
  autoRenewal: autoRenewalCalls,
  paymentDifference: differenceCalls,
  renewPrice: renewPriceCalls,
  discountCode: discountCodeCalls,
  exchangeRate: exchangeRateCalls,
  serviceTerm: serviceTermCalls,
  device: deviceCalls,
  deviceService: deviceServiceCalls,
  serviceEnd: serviceEndCalls,
  vehicleGroup: vehicleGroupCalls,
  deviceGroup: deviceGroupCalls,
  deviceStock: deviceStockCalls,
  stock: stockCalls,
  idRange: idRangeCalls,
  label: labelCalls,
  agps: agpsCalls,
  simCard: simCardCalls,
  simPlatform: simPlatformCalls,
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
  deviceLife: deviceLifeCalls,
  gw005: gw005Calls,
  jigResult: jigResultCalls,
  jigStation: jigStationCalls,
  expectedValues: expectedValueCalls,
  qualityCheck: qualityCheckCalls,
  qualityCriteria: qualityCriteriaCalls,
  location: locationCalls,
  whyOffline: whyOfflineCalls,
  liveShare: liveShareCalls,
  outside: specApiCalls,
  track: trackCalls,
  episode: episodeCalls,
  trackSetting: trackSettingCalls,
  odometer: odometerCalls,
  alarm: alarmCalls,
  alarmSetting: alarmSettingCalls,
  selectionSetting: selectionSettingCalls,
  alarmStatistics: alarmStatisticsCalls,
  checkCar: checkCarCalls,
  fence: fenceCalls,
  riskPoint: riskPointCalls,
  tyre: tyreCalls,
  battery: batteryCalls,
  levelSetting: levelSettingCalls,
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
  serverMove: serverMoveCalls,
  targetServer: targetServerCalls,
  task: taskCalls,
  ota: firmwareCalls,
  streetMap: streetMapCalls,
  mailReceiver: mailReceiverCalls,
  mapKey: mapKeyCalls,
  mapOrder: mapOrderCalls,
  mapSearch: mapSearchCalls,
  media: mediaCalls,
} as const

/** All calls in one list, for those who walk the whole contract. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap(
  (calls) => Object.values(calls) as Call[],
)
