import { permissionsOf } from '@trackway/core/codes/permissions.ts'
import { factoryRoles, type RoleId, roleIds, roles } from '@trackway/core/codes/roles.ts'
import { expect, test } from 'vitest'
import { isPermitted } from './access.ts'
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
    '/index/agent/agentList',
    '/index/pay/cards',
    '/index/order/list',
    '/index/device/userInfo',
    '/index/device/deviceConfig',
    '/index/system',
    '/test/cmdSend',
    '/test/mutiCmd',
    '/test/transferIp',
    '/test/log',
    '/test/stock/importDevice',
    '/test/exportSerialResult',
    '/test/life',
    '/test/search',
    '/test/tape',
    '/test/idManager',
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

const factoryHomes: Partial<Record<RoleId, string>> = {
  [roles.test]: '/test/cmdSend',
  [roles.testSearch]: '/test/transferIp',
  [roles.wanweiTest]: '/test/transferIp',
  [roles.testTransferIpUser]: '/test/transferIp',
  [roles.log]: '/test/log',
  [roles.originLogSearch]: '/test/log',
  [roles.testStockUser]: '/test/stock/importDevice',
}

test.each(factoryRoles)(
  'factory role %s lands on its first screen, or on the page that says there is none yet',
  (role) => expect(homeOf(permissionsOf(role))).toBe(factoryHomes[role] ?? '/index'),
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
