import type { Call } from '@trackway/core/api/call.ts'
import { holdsAny, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { type RoleId, roleIds, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { agpsCalls } from '@trackway/core/features/agps/calls.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { alarmStatisticsCalls } from '@trackway/core/features/alarms/statistics-calls.ts'
import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { busCalls } from '@trackway/core/features/bus/calls.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { checkCarCalls } from '@trackway/core/features/check-car/calls.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { deviceLifeCalls } from '@trackway/core/features/device-life/calls.ts'
import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { exchangeRateCalls } from '@trackway/core/features/exchange-rates/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { frameCalls, permanentLogCalls } from '@trackway/core/features/frames/calls.ts'
import { gw005Calls } from '@trackway/core/features/gw005/calls.ts'
import { idRangeCalls } from '@trackway/core/features/id-ranges/calls.ts'
import { agentDeviceCountCalls, importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import {
  expectedValueCalls,
  jigResultCalls,
  jigStationCalls,
} from '@trackway/core/features/jig-results/calls.ts'
import { jobCalls } from '@trackway/core/features/jobs/calls.ts'
import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { mapKeyCalls } from '@trackway/core/features/map-keys/calls.ts'
import { nbPlatformCalls } from '@trackway/core/features/nb-platforms/calls.ts'
import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { notificationBudgetCalls } from '@trackway/core/features/notifications/budget-calls.ts'
import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { textSettingCalls } from '@trackway/core/features/notifications/text-setting-calls.ts'
import { webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import { qualityCheckCalls, qualityCriteriaCalls } from '@trackway/core/features/quality-checks/calls.ts'
import { differenceCalls } from '@trackway/core/features/reconciliation/calls.ts'
import { reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { simCardCalls } from '@trackway/core/features/sim-cards/calls.ts'
import { simPlatformCalls } from '@trackway/core/features/sim-cards/platform-calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { mailSettingCalls } from '@trackway/core/features/system/mail-setting-calls.ts'
import { targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import { describe, expect, test } from 'vitest'
import { profileTabs } from '../features/accounts/profile/profile-tabs.ts'
import { helpPages } from '../features/help/help-pages.ts'
import { jigTabs } from '../features/jig-results/jig-tabs.ts'
import { qualityTabs } from '../features/quality-checks/quality-tabs.ts'
import { statisticsTabs } from '../features/statistics/tabs/tabs.ts'
import { guard, isPermitted } from './access.ts'
import { homeOf } from './menu/menu.ts'
import { router } from './router.tsx'
import { screens as mounted } from './screens.ts'

const go = (path: string, role: RoleId | null, isKnown = true) =>
  guard({ path, isKnown }, role === null ? null : { permissions: permissionsOf(role) }, homeOf)

test.each(['/login', '/loginByCert', '/notFound', '/sharedTrack/a-token', '/busLine/a-token'])(
  '%s is reachable by anyone',
  (path) => expect(go(path, null)).toBeNull(),
)

test.each(['/', '/redirect', '/index', '/index/home', '/index/device/deviceList'])(
  '%s without user info leads to /login',
  (path) => expect(go(path, null)).toBe('/login'),
)

test.each([null, roles.admin])('an unknown path leads to /notFound (role %s)', (role) =>
  expect(go('/index/nowhere', role, false)).toBe('/notFound'),
)

test('the page of a payment is for who may order', () => {
  expect(go('/payResult', null)).toBe('/login')
  expect(go('/payResult', roles.user)).toBeNull()
  expect(go('/payResult', roles.test)).toBe('/notFound')
})

test('a signed-in user is sent away from /login', () => expect(go('/login', roles.user)).toBe('/index/home'))

test('a trailing slash changes nothing', () => {
  expect(go('/login/', roles.user)).toBe('/index/home')
  expect(go('/index/home/', roles.superAgent)).toBe('/notFound')
})

const { admin, agent, superAgent, superUser, user, test: tester, wanweiTest, log, originLogSearch } = roles
const { testSearch, testTransferIpUser } = roles
const { testStockUser, configPlatformUser, otaLookPremissionUser } = roles

/** Who may open which screen, and the calls that it lives by: whoever may not open it is refused them, too. */
const screens: Record<string, { by: readonly RoleId[]; calls: readonly Call[] }> = {
  '/index': { by: roleIds, calls: [accountCalls.self] },
  '/index/home': { by: [admin, agent, superUser, user], calls: [locationCalls.find] },
  '/index/track': { by: [admin, agent, superUser, user], calls: [trackCalls.find] },
  '/index/fence': { by: [admin, agent, superUser, user], calls: [fenceCalls.find] },
  '/index/riskPoint': { by: [admin, agent, superUser], calls: [riskPointCalls.find] },
  // Its calls are open to the factory, too.
  '/index/directive': { by: [admin, agent, superUser, user], calls: [] },
  '/index/tire': { by: [admin, agent, superUser, user], calls: [tyreCalls.find, tyreCalls.vehicle] },
  // Its calls are open to the factory, too.
  '/index/media': { by: [admin, agent, superUser, user], calls: [] },
  '/index/battery': { by: [admin, agent, superUser, user], calls: [batteryCalls.find, batteryCalls.vehicle] },
  '/index/count/countTire': { by: [admin, agent, superUser, user], calls: [tyreCalls.days] },
  '/index/count/countAlarms': {
    by: [admin, agent, superUser, user],
    calls: [alarmStatisticsCalls.count],
  },
  '/index/count/countPack': { by: [admin, agent, superUser, user], calls: [batteryCalls.days] },
  '/index/alarms': { by: [admin, agent, superUser, user], calls: [alarmCalls.find] },
  '/index/alarmsAll': { by: [admin, agent, superUser, user], calls: [alarmCalls.find] },
  '/index/checkCar': { by: [admin, agent, superUser], calls: [] },
  '/index/checkCar/area': { by: [admin, agent, superUser], calls: [checkCarCalls.area] },
  '/index/checkCar/point': { by: [admin, agent, superUser], calls: [checkCarCalls.point] },
  '/index/device/deviceList': { by: [admin, agent, superUser], calls: [deviceCalls.find] },
  '/index/agent/agentList': { by: [admin, agent, superAgent], calls: [subAccountCalls.findByPage] },
  '/index/agent/indexAgentListExport': {
    by: [admin, agent, superAgent],
    calls: [subAccountCalls.findByPage],
  },
  '/index/agent/setImportRecords': { by: [admin, agent, superAgent], calls: [importCountCalls.findNumbers] },
  '/index/agent/agentDeviceCount': { by: [admin, agent, superAgent], calls: [agentDeviceCountCalls.list] },
  '/index/pay/cards': { by: [admin, agent, superAgent], calls: [cardCalls.find] },
  '/index/pay/renewPrice': { by: [admin, agent], calls: [renewPriceCalls.find] },
  '/index/pay/discountCode': { by: [admin, agent], calls: [discountCodeCalls.find] },
  '/index/pay/orders': { by: [admin, agent], calls: [orderCalls.findBelow, orderCalls.income] },
  '/index/pay/CAgentAccount': { by: [admin, agent], calls: [payAccountCalls.list] },
  '/index/pay/ledger': { by: [admin, agent, superAgent], calls: [ledgerCalls.find] },
  '/index/pay/differences': { by: [admin, agent], calls: [differenceCalls.find] },
  '/index/order/autoRenewal': {
    by: [admin, agent, superAgent, superUser, user],
    calls: [autoRenewalCalls.get, autoRenewalCalls.find],
  },
  '/index/order/list': {
    by: [admin, agent, superAgent, superUser, user],
    calls: [orderCalls.find, orderCalls.get],
  },
  '/index/agent/userImport': { by: [admin, agent], calls: [] },
  // Its calls are open to the factory, too.
  '/index/device/batchManage': { by: [admin, agent, superUser], calls: [] },
  '/index/device/commandImport': { by: [admin, agent, superUser], calls: [] },
  '/index/device/multipleCmd': { by: [admin, agent, superUser], calls: [] },
  '/index/device/multipleCmdSearch': { by: [admin, agent, superUser], calls: [] },
  ...Object.fromEntries(
    (
      [
        [[admin], ['deviceImport', 'deviceUpdateDevicesType']],
        [
          [admin, agent],
          ['deviceTransform', 'deviceUpdateTime', 'deviceUpdateExpireType', 'deviceBatchIcon'],
        ],
        [
          [admin, agent],
          ['deviceUpdateIccid', 'deviceExportIccid'],
        ],
        [
          [admin, agent, superUser],
          [
            ...(['deviceUpdateHost', 'deviceUpdateZone', 'deviceUpdateCardIccid'] as const),
            ...(['deviceUpdateDeviceInfo', 'miltiInfoSearch'] as const),
            ...(['huaXiangDataImport', 'passwordUpdate'] as const),
          ],
        ],
      ] as const
    ).flatMap(([by, names]) => names.map((name) => [`/index/device/${name}`, { by: [...by], calls: [] }])),
  ),
  '/index/device/deviceConfig': { by: [admin], calls: [deviceTypeCalls.findByPage] },
  '/index/device/deviceReset': { by: [admin, agent], calls: [deviceServiceCalls.resets] },
  '/index/device/userInfo': { by: [admin, agent, superUser], calls: [] },
  '/index/device/deviceInfo': { by: [admin, agent, superUser, user], calls: [deviceCalls.detail] },
  '/index/device/deviceListV2': { by: [admin, agent, superUser], calls: [deviceCalls.find] },
  '/index/notifications': { by: [admin, agent, superUser, user], calls: [] },
  '/index/notifications/rules': { by: [admin, agent, superUser, user], calls: [notificationRuleCalls.find] },
  '/index/notifications/receivers': {
    by: [admin, agent, superUser, user],
    calls: [notificationReceiverCalls.find],
  },
  '/index/notifications/deliveries': {
    by: [admin, agent, superUser, user],
    calls: [notificationDeliveryCalls.find],
  },
  '/index/notifications/webhooks': { by: [admin, agent, superUser, user], calls: [webhookCalls.find] },
  '/index/notifications/budgets': {
    by: [admin, agent, superUser, user],
    calls: [notificationBudgetCalls.find],
  },
  '/index/bus/busLineList': { by: [admin, agent, superUser, user], calls: [busCalls.list] },
  '/index/bus/busLine': { by: [admin, agent, superUser, user], calls: [] },
  ...Object.fromEntries(
    ['live', 'route', 'timetable', 'links'].map((tab) => [
      `/index/bus/busLine/${tab}`,
      { by: [admin, agent, superUser, user], calls: [busCalls.detail] },
    ]),
  ),
  '/index/count/countVisits': {
    by: [admin, agent, superUser, user],
    calls: [fenceCalls.visits],
  },
  '/index/count/countBus': { by: [admin, agent, superUser, user], calls: [busCalls.punctuality] },
  '/index/count': { by: [admin, agent, superAgent, superUser, user], calls: [] },
  ...Object.fromEntries(
    ['countOverview', 'countMileage', 'countCompare'].map((tab) => [
      `/index/count/${tab}`,
      { by: [admin, agent, superUser, user], calls: [statisticsCalls.sums] },
    ]),
  ),
  ...Object.fromEntries(
    ['CountTrackInfo', 'countStayDetail', 'countOverspeed', 'countIdle', 'countOffline', 'countBattery'].map(
      (tab) => [
        `/index/count/${tab}`,
        { by: [admin, agent, superUser, user], calls: [statisticsCalls.episodes] },
      ],
    ),
  ),
  '/index/count/countPastDue': {
    by: [admin, agent, superAgent, superUser, user],
    calls: [statisticsCalls.pastDue],
  },
  ...Object.fromEntries(
    ['', ...qualityTabs.map((tab) => `/${tab}`)].map((tab) => [
      `/test/qc${tab}`,
      {
        by: [admin, tester],
        calls: [qualityCheckCalls.start, qualityCheckCalls.find, qualityCriteriaCalls.save],
      },
    ]),
  ),
  // Its calls are open to the customers' side, too.
  '/test/cmdSend': { by: [admin, tester], calls: [] },
  ...Object.fromEntries(
    ['', '/sendMutiCmd', '/searchResultCmd', '/deviceBatchManage'].map((tab) => [
      `/test/mutiCmd${tab}`,
      { by: [admin, tester], calls: [] },
    ]),
  ),
  '/test/transferIp': {
    by: [admin, testSearch, wanweiTest, testTransferIpUser],
    calls: [serverMoveCalls.findByImeis],
  },
  '/test/transferIp/transferIp': { by: [admin, testTransferIpUser], calls: [serverMoveCalls.send] },
  '/test/transferIp/transferIpResult': { by: [admin, testSearch, testTransferIpUser], calls: [] },
  '/test/transferIp/transferIpResults': {
    by: [admin, wanweiTest, testTransferIpUser],
    calls: [serverMoveCalls.find],
  },
  '/test/transferIp/servers': { by: [admin, testTransferIpUser], calls: [serverMoveCalls.saveServer] },
  '/test/configPlatformForUser': {
    by: [admin, tester, configPlatformUser],
    calls: [targetServerCalls.find, targetServerCalls.set, targetServerCalls.start],
  },
  ...Object.fromEntries(
    ['', ...jigTabs.map((tab) => `/${tab}`)].map((tab) => [
      `/test/exportSerialResult${tab}`,
      { by: [admin, tester], calls: [jigResultCalls.find, jigStationCalls.find, expectedValueCalls.find] },
    ]),
  ),
  ...Object.fromEntries(
    ['ota', 'ota/otaList', 'ota/otaTasks', 'ota/otaHttp', 'ota/otaWays'].map((path) => [
      `/test/${path}`,
      {
        by: [admin, tester, otaLookPremissionUser],
        calls: [firmwareCalls.find, firmwareCalls.ways, firmwareCalls.links, firmwareCalls.check],
      },
    ]),
  ),
  // Its calls are open to customers, too, who have a screen of their own.
  '/test/otaUpdateListForUser': { by: [admin, tester, otaLookPremissionUser], calls: [] },
  '/index/device/firmware': { by: [admin, agent, superUser], calls: [] },
  '/test/search': {
    by: [admin, tester],
    calls: [gw005Calls.find, gw005Calls.state, gw005Calls.query],
  },
  '/test/life': { by: [admin, tester, testStockUser], calls: [deviceLifeCalls.find, deviceLifeCalls.events] },
  '/test/log': { by: [admin, tester, wanweiTest, log, originLogSearch], calls: [frameCalls.find] },
  '/test/log/search': { by: [admin, tester, wanweiTest, log], calls: [frameCalls.unknown] },
  '/test/log/monitor': { by: [admin, tester, wanweiTest, log], calls: [] },
  '/test/log/cmdTask': { by: [admin, tester, wanweiTest, log], calls: [] },
  '/test/log/deviceState': { by: [admin, tester, wanweiTest, log], calls: [frameCalls.connections] },
  '/test/log/unknown': { by: [admin, tester, wanweiTest, log], calls: [frameCalls.unknown] },
  '/test/log/permanent': { by: [admin, tester, wanweiTest, log], calls: [permanentLogCalls.find] },
  '/test/log/raw': { by: [admin, originLogSearch], calls: [] },
  ...Object.fromEntries(
    ['importDevice', 'importImei', 'inputInOut', 'Removal', 'stockDevice', 'records'].map((tab) => [
      `/test/stock/${tab}`,
      { by: [admin, testStockUser], calls: [stockCalls.find, stockCalls.move] },
    ]),
  ),
  '/test/iccid': { by: [admin, testStockUser], calls: [simCardCalls.edit, simCardCalls.order] },
  '/test/iccid/importIccid': { by: [admin, testStockUser], calls: [simCardCalls.remove] },
  '/test/iccid/platforms': { by: [admin], calls: [simPlatformCalls.list, simPlatformCalls.edit] },
  '/test/card/cardSearch': { by: [admin, tester], calls: [simCardCalls.search] },
  '/test/card/cardClear': { by: [admin, tester], calls: [simCardCalls.clear] },
  '/test/tape': { by: [admin, tester], calls: [] },
  '/test/agps': { by: [admin, tester, wanweiTest], calls: [agpsCalls.find, agpsCalls.deliveries] },
  '/test/idManager': { by: [admin, tester], calls: [idRangeCalls.find, idRangeCalls.issue] },
  '/test/setting/subscribe': {
    by: [admin, tester],
    calls: [nbPlatformCalls.subscriptions, nbPlatformCalls.subscribe, nbPlatformCalls.unsubscribe],
  },
  '/index/system': { by: [admin], calls: [] },
  '/index/system/demoAccountSet': { by: [admin], calls: [demoAccountCalls.find] },
  '/index/system/apiKey': { by: [admin], calls: [] },
  '/index/system/notices': { by: [admin], calls: [noticeCalls.find] },
  '/index/system/auditLog': { by: [admin], calls: [] },
  '/index/system/jobs': { by: [admin], calls: [jobCalls.find] },
  '/index/system/mail': { by: [admin], calls: [mailSettingCalls.find] },
  '/index/system/texts': { by: [admin], calls: [textSettingCalls.find] },
  '/index/system/nbPlatforms': { by: [admin], calls: [nbPlatformCalls.find, nbPlatformCalls.save] },
  '/index/system/rates': { by: [admin], calls: [exchangeRateCalls.find] },
  '/index/system/streetMaps': { by: [admin], calls: [streetMapCalls.find] },
  '/index/system/mapKey': { by: [admin], calls: [mapKeyCalls.find] },
  '/index/system/addresses': { by: [admin], calls: [] },
  '/index/system/health': { by: [admin], calls: [platformCalls.health] },
  ...Object.fromEntries(
    [
      'personal',
      ...profileTabs.map((tab) => `personal/${tab}`),
      'help',
      ...helpPages.map((page) => `help/${page}`),
    ].map((path) => [`/index/${path}`, { by: roleIds, calls: [] }]),
  ),
  '/index/count/countExport': {
    by: [admin, agent],
    // Files of lists are for the factory, too.
    calls: [exportCalls.create, reportScheduleCalls.save],
  },
}

describe.each(Object.entries(screens))('%s', (path, { by, calls }) => {
  test.each(roleIds.map((role) => [roleNames[role], role] as const))('%s', (_, role) => {
    const may = by.includes(role)
    expect(isPermitted(permissionsOf(role), path)).toBe(may)
    expect(go(path, role)).toBe(may ? null : '/notFound')
    for (const { path: call, permission } of calls) {
      const isAnswered =
        permission === 'session' || (permission !== 'public' && holdsAny(permissionsOf(role), permission))
      expect(isAnswered, call).toBe(may)
    }
  })
})

test('every screen of the two areas is in that table, and asks for a permission', () => {
  const routes = Object.keys(router.routesByPath).filter((path) => /^\/(?:index|test)\/./.test(path))
  expect(routes.length).toBeGreaterThan(5)
  for (const route of routes) {
    const pattern = new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`)
    expect(
      Object.keys(screens).filter((path) => pattern.test(path)),
      route,
    ).not.toEqual([])
  }
  for (const path of statisticsTabs.map(({ path }) => `/index/count/${path}`))
    expect(screens).toHaveProperty([path])
  // What is one's own, and help, is everybody's.
  for (const { path, permission } of mounted)
    if (!/^\/index\/(personal|help)\//.test(path)) expect(permission, path).not.toEqual([])
})
