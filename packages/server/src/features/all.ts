import type { Handler } from '../platform/http/serve.ts'
import { accountHandlers } from './accounts/calls.ts'
import { accountMailHandlers } from './accounts/mail/calls.ts'
import { sessionHandlers } from './accounts/session-calls.ts'
import { subAccountHandlers } from './accounts/sub-account-calls.ts'
import { twoFactorHandlers } from './accounts/two-factor/calls.ts'
import { viewHandlers } from './accounts/views/calls.ts'
import { agpsHandlers } from './agps/calls.ts'
import { alarmHandlers } from './alarms/calls.ts'
import { apiKeyHandlers } from './api-keys/calls.ts'
import { auditHandlers } from './audit/calls.ts'
import { autoRenewalHandlers } from './auto-renewals/calls.ts'
import { batteryHandlers } from './batteries/calls.ts'
import { busHandlers } from './bus/calls.ts'
import { cardHandlers } from './cards/calls.ts'
import { checkCarHandlers } from './check-car/calls.ts'
import { commandHandlers } from './commands/calls.ts'
import { demoAccountHandlers } from './demo-account/calls.ts'
import { deviceLifeHandlers } from './device-life/calls.ts'
import { deviceLinkHandlers } from './device-links/calls.ts'
import { deviceSignInHandlers } from './device-links/sign-in.ts'
import { deviceTypeHandlers } from './device-types/calls.ts'
import { deviceHandlers, unknownDeviceHandlers } from './devices/calls.ts'
import { deviceCodeHandlers } from './devices/codes/calls.ts'
import { oneDeviceHandlers } from './devices/one-device-calls.ts'
import { deviceServiceHandlers } from './devices/service-calls.ts'
import { deviceStockHandlers } from './devices/stock-calls.ts'
import { discountCodeHandlers } from './discount-codes/calls.ts'
import { episodeHandlers } from './episodes/calls.ts'
import { exchangeRateHandlers } from './exchange-rates/calls.ts'
import { serviceEndHandlers } from './expiry-notices/calls.ts'
import { exportHandlers } from './exports/calls.ts'
import { fenceHandlers } from './fences/calls.ts'
import { fenceFileHandlers } from './fences/file-calls.ts'
import { firmwareHandlers } from './firmware/calls.ts'
import { frameHandlers } from './frames/calls.ts'
import { geocodingHandlers } from './geocoding/calls.ts'
import { gw005Handlers } from './gw005/calls.ts'
import { idRangeHandlers } from './id-ranges/calls.ts'
import { importCountHandlers } from './import-counts/calls.ts'
import { importHandlers } from './imports/calls.ts'
import { jigResultHandlers } from './jig-results/calls.ts'
import { jobHandlers } from './jobs/calls.ts'
import { labelHandlers } from './labels/calls.ts'
import { ledgerHandlers } from './ledger/calls.ts'
import { levelSettingHandlers } from './level-settings/calls.ts'
import { liveShareHandlers } from './live-shares/calls.ts'
import { locationHandlers } from './locations/calls.ts'
import { mailReceiverHandlers } from './mail-receivers/calls.ts'
import { mapKeyHandlers } from './map-keys/calls.ts'
import { mapOrderHandlers } from './map-order/calls.ts'
import { mapSearchHandlers } from './map-search/calls.ts'
import { mediaHandlers } from './media/calls.ts'
import { nbPlatformHandlers } from './nb-platforms/calls.ts'
import { noticeHandlers } from './notices/calls.ts'
import { deliveryHandlers } from './notifications/delivery/calls.ts'
import { endpointHandlers } from './notifications/endpoints/calls.ts'
import { textSettingHandlers } from './notifications/providers/calls.ts'
import { notificationSettingHandlers } from './notifications/settings/calls.ts'
import { orderHandlers } from './orders/calls.ts'
import { ownerRecordHandlers } from './owner-records/calls.ts'
import { payAccountHandlers } from './pay-accounts/calls.ts'
import { renewPriceHandlers } from './prices/calls.ts'
import { qualityCheckHandlers } from './quality-checks/calls.ts'
import { differenceHandlers } from './reconciliation/calls.ts'
import { reportScheduleHandlers } from './report-schedules/calls.ts'
import { riskPointHandlers } from './risk-points/calls.ts'
import { searchHandlers } from './search/calls.ts'
import { serverMoveHandlers } from './server-moves/calls.ts'
import { serviceTermHandlers } from './service-terms/calls.ts'
import { simCardHandlers } from './sim-cards/calls.ts'
import { specApiHandlers } from './spec-api/calls.ts'
import { statisticsHandlers } from './statistics/calls.ts'
import { stockHandlers } from './stock/calls.ts'
import { streetMapHandlers } from './street-maps/calls.ts'
import { platformStateHandlers } from './system/calls.ts'
import { mailSettingHandlers } from './system/mail-settings/calls.ts'
import { targetServerHandlers } from './target-servers/calls.ts'
import { taskKinds } from './task-kinds.ts'
import { taskHandlers } from './tasks/calls.ts'
import { trackFileHandlers } from './track-files/calls.ts'
import { trackSettingHandlers } from './track-settings/calls.ts'
import { odometerHandlers } from './track-settings/odometer/calls.ts'
import { trackShareHandlers } from './track-shares/calls.ts'
import { trackHandlers } from './tracks/calls.ts'
import { tyreHandlers } from './tyres/calls.ts'
import { vehicleGroupHandlers } from './vehicle-groups/calls.ts'

/** What answers each call of the contract, by feature. A test holds it against the contract. */
export const allHandlers: readonly Handler[] = [
  ...accountHandlers,
  ...searchHandlers,
  ...subAccountHandlers,
  ...importCountHandlers,
  ...ledgerHandlers,
  ...cardHandlers,
  ...payAccountHandlers,
  ...autoRenewalHandlers,
  ...differenceHandlers,
  ...renewPriceHandlers,
  ...discountCodeHandlers,
  ...exchangeRateHandlers,
  ...serviceTermHandlers,
  ...orderHandlers,
  ...deviceHandlers,
  ...deviceServiceHandlers,
  ...vehicleGroupHandlers,
  ...serviceEndHandlers,
  ...deviceTypeHandlers,
  ...deviceStockHandlers,
  ...stockHandlers,
  ...idRangeHandlers,
  ...labelHandlers,
  ...agpsHandlers,
  ...simCardHandlers,
  ...ownerRecordHandlers,
  ...oneDeviceHandlers,
  ...deviceSignInHandlers,
  ...unknownDeviceHandlers,
  ...importHandlers,
  ...auditHandlers,
  ...deviceCodeHandlers,
  ...commandHandlers,
  ...deviceLinkHandlers,
  ...locationHandlers,
  ...liveShareHandlers,
  ...specApiHandlers,
  ...trackHandlers,
  ...episodeHandlers,
  ...trackSettingHandlers,
  ...odometerHandlers,
  ...geocodingHandlers,
  ...alarmHandlers,
  ...checkCarHandlers,
  ...fenceHandlers,
  ...frameHandlers,
  ...jigResultHandlers,
  ...qualityCheckHandlers,
  ...deviceLifeHandlers,
  ...gw005Handlers,
  ...fenceFileHandlers,
  ...riskPointHandlers,
  ...tyreHandlers,
  ...batteryHandlers,
  ...levelSettingHandlers,
  ...trackFileHandlers,
  ...trackShareHandlers,
  ...busHandlers,
  ...statisticsHandlers,
  ...exportHandlers,
  ...reportScheduleHandlers,
  ...viewHandlers,
  ...notificationSettingHandlers,
  ...deliveryHandlers,
  ...endpointHandlers,
  ...textSettingHandlers,
  ...nbPlatformHandlers,
  ...platformStateHandlers,
  ...apiKeyHandlers,
  ...sessionHandlers,
  ...twoFactorHandlers,
  ...accountMailHandlers,
  ...demoAccountHandlers,
  ...mailSettingHandlers,
  ...noticeHandlers,
  ...jobHandlers,
  ...serverMoveHandlers,
  ...targetServerHandlers,
  ...taskHandlers(taskKinds),
  ...firmwareHandlers,
  ...streetMapHandlers,
  ...mailReceiverHandlers,
  ...mapKeyHandlers,
  ...mapOrderHandlers,
  ...mapSearchHandlers,
  ...mediaHandlers,
]
