import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { expect, test } from 'vitest'
import { guard, isPermitted } from './access.ts'
import { homeOf } from './menu.ts'

const go = (path: string, role: RoleId | null, isKnown = true) =>
  guard({ path, isKnown }, role === null ? null : { role }, homeOf)

test.each(['/login', '/loginByCert', '/notFound', '/sharedTrack/a-token'])(
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

test('a signed-in user is sent away from /login', () => expect(go('/login', roles.user)).toBe('/index/home'))

test('a trailing slash changes nothing', () => {
  expect(go('/login/', roles.user)).toBe('/index/home')
  expect(go('/index/home/', roles.superAgent)).toBe('/notFound')
})

test.each([
  [roles.admin, '/index/device/deviceList', true],
  [roles.agent, '/index/device/deviceList', true],
  [roles.superUser, '/index/device/deviceList', true],
  [roles.user, '/index/device/deviceList', false],
  [roles.user, '/index/home', true],
  [roles.superAgent, '/index/home', false],
  [roles.log, '/index/track', false],
  [roles.superAgent, '/index', true],
  [roles.user, '/index/count/countMileage', true],
  [roles.user, '/index/count/CountTrackInfo', true],
  [roles.user, '/index/count/countExport', false],
  [roles.agent, '/index/count/countExport', true],
  [roles.superAgent, '/index/count/countStayDetail', false],
  [roles.superAgent, '/index/count/countPastDue', true],
])('role %s at %s: %s', (role, path, may) => {
  expect(isPermitted(role, path)).toBe(may)
  expect(go(path, role)).toBe(may ? null : '/notFound')
})
