import { describe, expect, test } from 'vitest'
import { holdsAny, permissions, permissionsOf, rolePermissions } from './permissions.ts'
import { roles } from './roles.ts'

/**
 * Which role holds which key, written by hand. Nothing here is
 * derived from what it checks.
 */
const specified: { [role: number]: string } = {
  1: '*',
  2: `main:monitor main:devices main:devices_management main:devices_user_info main:devices_muti_motify_info
    main:devices_muti_transfer main:devices_muti_update_time main:devices_import_sim main:devices_sim_check
    main:devices_motify_icon_type main:stat_mileage main:stat_stop_points main:stat_export main:stat_alarms main:alarms
    main:track main:command main:taiya main:fence main:agent_add main:agent_edit main:agent_username main:agent_transfer
    main:agent_delete main:agent_password main:device_edit main:device_transfer main:device_password
    main:device_username main:devices_huaxiang_import main:device_init main:device_history
    main:stat_past_due main:agent main:risk_point main:check_car main:bus main:order main:pay`,
  3: `main:monitor main:stat_mileage main:stat_stop_points main:stat_alarms main:alarms main:track main:fence
    main:command main:taiya main:agent_edit main:device_edit main:stat_past_due main:bus main:order`,
  4: `main:monitor main:devices main:devices_management main:devices_user_info main:stat_mileage main:stat_stop_points
    main:stat_alarms main:alarms main:track main:fence main:command main:taiya main:agent_edit main:agent_password
    main:device_edit main:device_password main:device_username main:devices_huaxiang_import
    main:devices_muti_motify_info main:stat_past_due main:risk_point main:check_car main:bus main:order`,
  5: `test:qc test:cmd test:log test:gw005 test:card test:ota test:ota_view test:platform test:agps test:id
    test:subscribe test:tape`,
  6: 'test:transfer_ip_v1',
  7: 'test:transfer_ip_search test:agps test:log',
  8: 'test:log',
  11: 'test:ota_view',
  12: 'test:log_raw',
  13: 'main:stat_past_due main:agent main:order',
  14: 'test:platform',
  15: 'test:stock test:iccid',
  16: 'test:transfer_ip_send test:transfer_ip_v1 test:transfer_ip_search',
}

test('roles have the ids of the specification', () => {
  expect(roles).toEqual({
    admin: 1,
    agent: 2,
    user: 3,
    superUser: 4,
    test: 5,
    testSearch: 6,
    wanweiTest: 7,
    log: 8,
    otaLookPremissionUser: 11,
    originLogSearch: 12,
    superAgent: 13,
    configPlatformUser: 14,
    testStockUser: 15,
    testTransferIpUser: 16,
  })
})

test.each(Object.entries(specified))('role %s holds what the specification gives it', (role, keys) => {
  const held: readonly string[] = rolePermissions[Number(role) as 1]
  expect(held.toSorted()).toEqual(keys.split(/\s+/).sort())
})

describe('holding any one of several keys', () => {
  test.each([
    ['the administrator holds every key', roles.admin, ['test:qc'], true],
    ['one of two is enough', roles.user, ['main:devices', 'main:track'], true],
    ['a key that begins alike is another', roles.user, ['main:devices_management'], false],
    ['none of them', roles.log, ['main:monitor', 'test:log_raw'], false],
    ['nothing is asked for', roles.superAgent, [], true],
  ] as const)('%s', (_name, role, keys, expected) =>
    expect(holdsAny(permissionsOf(role), keys)).toBe(expected),
  )
})

test('the administrator holds every key, and with a device’s certificate only what shows the device', () => {
  expect(permissionsOf(roles.admin)).toEqual(permissions)
  expect(permissionsOf(roles.admin, { isOfDevice: true })).toEqual([
    'main:monitor',
    'main:track',
    'main:order',
  ])
  expect(permissionsOf(roles.log, { isOfDevice: true })).toEqual([])
})
