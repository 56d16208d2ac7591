import { permissionsOf } from '@trackway/core/codes/permissions.ts'
import { factoryRoles, type RoleId, roleIds, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { expect, test } from 'vitest'
import { firstPart, isPermitted, screenAt } from './access.ts'
import { homeOf, menuOf, phoneLinkAt } from './menu.ts'

const paths = (role: RoleId) => menuOf(permissionsOf(role)).map((entry) => entry.path)

test('the menu shows what the role may open', () => {
  expect(paths(roles.admin)).toEqual([
    '/index/home',
    '/index/track',
    '/index/alarmsAll',
    '/index/count',
    '/index/fence',
    '/index/riskPoint',
    '/index/directive',
    '/index/tire',
    '/index/checkCar',
    '/index/notifications',
    '/index/bus/busLineList',
    '/index/device/deviceList',
    '/index/device/batchManage',
    '/index/device/firmware',
    '/index/agent/agentList',
    '/index/pay/cards',
    '/index/order/list',
    '/index/device/userInfo',
    '/index/device/deviceConfig',
    '/index/system',
    '/test/qc',
    '/test/cmdSend',
    '/test/mutiCmd',
    '/test/transferIp',
    '/test/ota',
    '/test/configPlatformForUser',
    '/test/log',
    '/test/stock/importDevice',
    '/test/iccid',
    '/test/card/cardSearch',
    '/test/exportSerialResult',
    '/test/life',
    '/test/search',
    '/test/tape',
    '/test/idManager',
    '/test/agps',
    '/test/setting/subscribe',
  ])
  expect(paths(roles.user)).toEqual([
    '/index/home',
    '/index/track',
    '/index/alarmsAll',
    '/index/count',
    '/index/fence',
    '/index/directive',
    '/index/tire',
    '/index/notifications',
    '/index/bus/busLineList',
    '/index/order/list',
  ])
  expect(paths(roles.superAgent)).toEqual(['/index/agent/agentList', '/index/order/list'])
})

test.each(roleIds)('role %s may open its home', (role) =>
  expect(isPermitted(permissionsOf(role), homeOf(permissionsOf(role)))).toBe(true),
)

/** Where each role of the factory lands, and the rest of its menu; written by hand, as the roles are specified. */
const factoryMenus: Partial<Record<RoleId, readonly [home: string, ...others: string[]]>> = {
  [roles.test]: [
    '/test/qc/search',
    '/test/cmdSend',
    '/test/mutiCmd/sendMutiCmd',
    '/test/ota/otaList',
    '/test/configPlatformForUser',
    '/test/log/search',
    '/test/card/cardSearch',
    '/test/exportSerialResult/serialResultManager',
    '/test/life',
    '/test/search',
    '/test/tape',
    '/test/idManager',
    '/test/agps',
    '/test/setting/subscribe',
  ],
  [roles.testSearch]: ['/test/transferIp/transferIpResult'],
  [roles.wanweiTest]: ['/test/transferIp/transferIpResults', '/test/log/search', '/test/agps'],
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

test.each([
  ['/index/home', {}, 'app.menu.map'],
  ['/index/home', { sheet: 'peek' }, 'app.menu.map'],
  ['/index/home', { sheet: 'full', terminalID: '1' }, 'app.menu.list'],
  ['/index/track', {}, 'app.menu.replay'],
  ['/index/device/deviceList', {}, undefined],
])('at %s %j the phone lights %s', (path, search, label) =>
  expect(phoneLinkAt(menuOf(permissionsOf(roles.admin)), path, search)).toBe(label),
)
