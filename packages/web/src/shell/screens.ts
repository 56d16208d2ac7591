import { profileScreens } from '../features/accounts/profile/screens.ts'
import { accountScreens, agentScreens } from '../features/accounts/screens.ts'
import { agpsScreens } from '../features/agps/screens.ts'
import { alarmScreens } from '../features/alarms/screens.ts'
import { autoRenewalScreens } from '../features/auto-renewals/screens.ts'
import { batteryScreens } from '../features/batteries/screens.ts'
import { busScreens } from '../features/bus/screens.ts'
import { cardScreens } from '../features/cards/screens.ts'
import { checkCarScreens } from '../features/check-car/screens.ts'
import { commandScreens, factoryCommandScreens } from '../features/commands/screens.ts'
import { deviceLifeScreens } from '../features/device-life/screens.ts'
import { deviceTypeScreens } from '../features/device-types/screens.ts'
import { deviceScreens } from '../features/devices/screens.ts'
import { discountCodeScreens } from '../features/discount-codes/screens.ts'
import { fenceScreens } from '../features/fences/screens.ts'
import { firmwareScreens, offerScreens } from '../features/firmware/screens.ts'
import { frameScreens } from '../features/frames/screens.ts'
import { gw005Screens } from '../features/gw005/screens.ts'
import { helpScreens } from '../features/help/screens.ts'
import { idRangeScreens } from '../features/id-ranges/screens.ts'
import { importCountScreens } from '../features/import-counts/screens.ts'
import { importKindScreens, importScreens } from '../features/imports/screens.ts'
import { jigResultScreens } from '../features/jig-results/screens.ts'
import { ledgerScreens } from '../features/ledger/screens.ts'
import { liveShareScreens } from '../features/live-shares/screens.ts'
import { locationScreens } from '../features/locations/screens.ts'
import { mediaScreens, tapeScreens } from '../features/media/screens.ts'
import { subscriptionScreens } from '../features/nb-platforms/screens.ts'
import { notificationScreens } from '../features/notifications/screens.ts'
import { orderScreens } from '../features/orders/screens.ts'
import { ownerRecordScreens } from '../features/owner-records/screens.ts'
import { payAccountScreens } from '../features/pay-accounts/screens.ts'
import { renewPriceScreens } from '../features/prices/screens.ts'
import { qualityCheckScreens } from '../features/quality-checks/screens.ts'
import { differenceScreens } from '../features/reconciliation/screens.ts'
import { riskPointScreens } from '../features/risk-points/screens.ts'
import { serverMoveScreens } from '../features/server-moves/screens.ts'
import { simCardScreens } from '../features/sim-cards/screens.ts'
import { statisticsScreens } from '../features/statistics/screens.ts'
import { stockScreens } from '../features/stock/screens.ts'
import { systemScreens } from '../features/system/screens.ts'
import { targetServerScreens } from '../features/target-servers/screens.ts'
import { trackScreens } from '../features/tracks/screens.ts'
import { tyreScreens } from '../features/tyres/screens.ts'

/** Every screen of every feature. A section of the main menu shows those with a place in it in this order. */
export const screens = [
  ...accountScreens,
  ...locationScreens,
  ...trackScreens,
  ...alarmScreens,
  ...notificationScreens,
  ...liveShareScreens,
  ...mediaScreens,
  ...fenceScreens,
  ...riskPointScreens,
  ...checkCarScreens,
  ...busScreens,
  ...statisticsScreens,
  ...deviceScreens,
  ...tyreScreens,
  ...batteryScreens,
  ...commandScreens,
  ...ownerRecordScreens,
  ...offerScreens,
  ...agentScreens,
  ...importCountScreens,
  ...cardScreens,
  ...renewPriceScreens,
  ...discountCodeScreens,
  ...payAccountScreens,
  ...differenceScreens,
  ...ledgerScreens,
  ...importScreens,
  ...orderScreens,
  ...autoRenewalScreens,
  ...deviceTypeScreens,
  ...systemScreens,
  ...profileScreens,
  ...helpScreens,
  ...qualityCheckScreens,
  ...jigResultScreens,
  ...gw005Screens,
  ...factoryCommandScreens,
  ...serverMoveScreens,
  ...targetServerScreens,
  ...firmwareScreens,
  ...agpsScreens,
  ...frameScreens,
  ...tapeScreens,
  ...stockScreens,
  ...simCardScreens,
  ...deviceLifeScreens,
  ...idRangeScreens,
  ...subscriptionScreens,
  ...importKindScreens,
] as const

/** The path above the last part: `/index/count` of `/index/count/$tab`. */
export function pathAbove(path: string): string {
  return path.replace(/\/\$\w+$/, '')
}
