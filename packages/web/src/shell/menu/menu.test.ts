import { permissionsOf } from '@trackway/core/codes/permissions.ts'
import { factoryRoles, type RoleId, roleIds, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { expect, test } from 'vitest'
import type { Screen } from '../../base/screen.ts'
import { firstPart, isPermitted, screenAt } from '../access.ts'
import { pathAbove, screens } from '../screens.ts'
import { homeOf, menuOf, phoneLinkAt, placeAt } from './menu.ts'
import { sections } from './sections.ts'

/** The paths of a role's menu, by section. */
const menuFor = (role: RoleId) =>
  Object.fromEntries(
    menuOf(permissionsOf(role)).map(({ name, entries }) => [name, entries.map(({ path }) => path)]),
  )
const paths = (role: RoleId) => Object.values(menuFor(role)).flat()

const reports = [
  'countMileage',
  'countOverview',
  'countCompare',
  'CountTrackInfo',
  'countStayDetail',
  'countOverspeed',
  'countIdle',
  'countVisits',
  'countBus',
  'countOffline',
  'countAlarms',
  'countBattery',
  'countPack',
  'countTire',
  'countPastDue',
].map((tab) => `/index/count/${tab}`)
const alarms = ['rules', 'receivers', 'deliveries', 'webhooks', 'budgets'].map(
  (tab) => `/index/notifications/${tab}`,
)

test('the menu has seven sections and three, each with what the role may open', () => {
  expect(menuFor(roles.admin)).toEqual({
    monitor: ['/index/home'],
    replay: ['/index/track'],
    alarms: ['/index/alarmsAll', ...alarms],
    places: ['/index/fence', '/index/riskPoint', '/index/checkCar', '/index/bus/busLineList'],
    reports: [...reports, '/index/count/countExport'],
    vehicles: [
      '/index/device/deviceList',
      '/index/tire',
      '/index/battery',
      '/index/directive',
      '/index/device/userInfo',
      '/index/device/firmware',
    ],
    customers: [
      '/index/agent/agentList',
      '/index/agent/indexAgentListExport',
      '/index/agent/setImportRecords',
      '/index/agent/agentDeviceCount',
      '/index/pay/cards',
      '/index/device/batchManage',
    ],
    orders: ['/index/order/list'],
    system: [
      '/index/device/deviceConfig',
      '/index/system/demoAccountSet',
      '/index/system/apiKey',
      '/index/system/notices',
      '/index/system/auditLog',
      '/index/system/jobs',
      '/index/system/mail',
      '/index/system/texts',
      '/index/system/nbPlatforms',
      '/index/system/rates',
      '/index/system/streetMaps',
      '/index/system/mapKey',
      '/index/system/addresses',
      '/index/system/health',
    ],
    factory: [
      '/test/qc',
      '/test/exportSerialResult',
      '/test/search',
      '/test/cmdSend',
      '/test/mutiCmd',
      '/test/transferIp',
      '/test/configPlatformForUser',
      '/test/ota',
      '/test/agps',
      '/test/log',
      '/test/tape',
      '/test/stock/importDevice',
      '/test/iccid',
      '/test/card/cardSearch',
      '/test/life',
      '/test/idManager',
      '/test/setting/subscribe',
    ],
  })
  expect(menuFor(roles.user)).toEqual({
    monitor: ['/index/home'],
    replay: ['/index/track'],
    alarms: ['/index/alarmsAll', ...alarms],
    places: ['/index/fence', '/index/bus/busLineList'],
    reports,
    vehicles: ['/index/tire', '/index/battery', '/index/directive'],
    orders: ['/index/order/list'],
  })
  expect(menuFor(roles.superAgent)).toEqual({
    customers: [
      '/index/agent/agentList',
      '/index/agent/indexAgentListExport',
      '/index/agent/setImportRecords',
      '/index/agent/agentDeviceCount',
    ],
    orders: ['/index/order/list'],
  })
})

test.each(roleIds)('role %s may open its home, and every entry of its menu', (role) => {
  expect(isPermitted(permissionsOf(role), homeOf(permissionsOf(role)))).toBe(true)
  for (const path of paths(role)) expect(isPermitted(permissionsOf(role), path), path).toBe(true)
})

/** Where each role of the factory lands, and the rest of its menu; written by hand, as the roles are specified. */
const factoryMenus: Partial<Record<RoleId, readonly [home: string, ...others: string[]]>> = {
  [roles.test]: [
    '/test/qc/search',
    '/test/exportSerialResult/serialResultManager',
    '/test/search',
    '/test/cmdSend',
    '/test/mutiCmd/sendMutiCmd',
    '/test/configPlatformForUser',
    '/test/ota/otaList',
    '/test/agps',
    '/test/log/search',
    '/test/tape',
    '/test/card/cardSearch',
    '/test/life',
    '/test/idManager',
    '/test/setting/subscribe',
  ],
  [roles.testSearch]: ['/test/transferIp/transferIpResult'],
  [roles.wanweiTest]: ['/test/transferIp/transferIpResults', '/test/agps', '/test/log/search'],
  [roles.log]: ['/test/log/search'],
  [roles.otaLookPremissionUser]: ['/test/ota/otaList'],
  [roles.originLogSearch]: ['/test/log/raw'],
  [roles.configPlatformUser]: ['/test/configPlatformForUser'],
  [roles.testStockUser]: ['/test/stock/importDevice', '/test/iccid', '/test/life'],
  [roles.testTransferIpUser]: ['/test/transferIp/transferIp'],
}

/** The first part of a screen that has parts. */
function landing(role: RoleId, path: string): string {
  const part = firstPart(permissionsOf(role), screenAt(path)!.screen)
  return part === undefined ? path : `${path}/${part}`
}

test.each(factoryRoles.map((role) => [roleNames[role], role] as const))(
  'factory role %s lands on its home, and sees its menu and nothing else',
  (_, role) => {
    const menu = paths(role).map((path) => landing(role, path))
    expect(menu).toEqual(factoryMenus[role] ?? [])
    expect(homeOf(permissionsOf(role))).toBe(paths(role)[0] ?? '/index')
  },
)

test('on every screen one section of the menu is lit, and one entry in it', () => {
  const menu = menuOf(permissionsOf(roles.admin))
  // One's own settings and help are in the menu of the account.
  const isOwn = (path: string) => /^\/index\/(personal|help)\b/.test(path)
  const places = (screens as readonly Screen[])
    .filter(({ path }) => /^\/(index|test)\//.test(path) && !isOwn(path))
    .flatMap(({ path, parts }) =>
      parts ? Object.keys(parts).map((part) => `${pathAbove(path)}/${part}`) : [path],
    )
    .map((path) => [
      path,
      menu.flatMap(({ entries }) => entries).filter((entry) => placeAt(menu, path)?.entry === entry).length,
    ])
  expect(places.length).toBeGreaterThan(80)
  expect(places.filter(([, lit]) => lit !== 1)).toEqual([])
})

test('each section has a letter of its own', () => {
  const keys = sections.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.every((key) => /^[a-z]$/.test(key))).toBe(true)
})

test.each([
  ['/index/home', {}, 'app.menu.map'],
  ['/index/home', { sheet: 'peek' }, 'app.menu.map'],
  ['/index/home', { sheet: 'full', terminalID: '1' }, 'app.menu.list'],
  ['/index/track', {}, 'app.menu.replay'],
  ['/index/notifications/rules', {}, 'app.menu.alarms'],
  ['/index/device/deviceList', {}, undefined],
])('at %s %j the phone lights %s', (path, search, label) =>
  expect(phoneLinkAt(menuOf(permissionsOf(roles.admin)), path, search)).toBe(label),
)
