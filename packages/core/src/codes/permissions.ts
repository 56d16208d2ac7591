import { type RoleId, roles } from './roles.ts'

/**
 * Permission keys and what each role holds in
 * production. Keys keep the specification's spelling, because stored permissions use it.
 */
export const permissions = [
  'main:monitor',
  'main:stat_mileage',
  'main:stat_alarms',
  'main:stat_stop_points',
  'main:stat_export',
  'main:stat_past_due',
  'main:devices',
  'main:devices_management',
  'main:devices_import',
  'main:devices_motify_icon_type',
  'main:devices_device_type_config',
  'main:devices_muti_transfer',
  'main:devices_reset',
  'main:devices_user_info',
  'main:devices_muti_update_time',
  'main:devices_import_sim',
  'main:devices_sim_check',
  'main:devices_muti_motify_info',
  'main:devices_muti_update_device_type',
  'main:devices_huaxiang_import',
  'main:fence',
  'main:command',
  'main:alarms',
  'main:track',
  'main:taiya',
  'main:system_config',
  'main:system_config_demo_account',
  'main:system_config_mapkey',
  'main:system_config_apikey',
  'main:agent',
  'main:agent_add',
  'main:agent_edit',
  'main:agent_username',
  'main:agent_transfer',
  'main:agent_delete',
  'main:agent_password',
  'main:device_edit',
  'main:device_transfer',
  'main:device_password',
  'main:device_username',
  'main:device_init',
  'main:device_terms',
  'main:device_history',
  'main:risk_point',
  'main:check_car',
  'main:bus',
  'main:order',
  'main:pay',
  'test:qc',
  'test:cmd',
  'test:log',
  'test:log_raw',
  'test:gw005',
  'test:card',
  'test:ota',
  'test:ota_view',
  'test:platform',
  'test:agps',
  'test:id',
  'test:subscribe',
  'test:tape',
  'test:stock',
  'test:iccid',
  'test:transfer_ip_send',
  'test:transfer_ip_v1',
  'test:transfer_ip_search',
] as const

export type Permission = (typeof permissions)[number]
/** What a role holds: keys, or the wildcard of the administrators. */
export type PermissionGrant = Permission | '*'

/** No key guards what is past due: the whole main area sees it, the factory area does not. */
const statistics = [
  'main:stat_mileage',
  'main:stat_alarms',
  'main:stat_stop_points',
  'main:stat_past_due',
] as const

const ofUser = [
  'main:monitor',
  ...statistics,
  'main:alarms',
  'main:track',
  'main:fence',
  'main:command',
  'main:taiya',
  'main:agent_edit',
  'main:device_edit',
  'main:bus',
  'main:order',
] as const

const ofSuperUser = [
  ...ofUser,
  'main:devices',
  'main:devices_management',
  'main:devices_user_info',
  'main:devices_muti_motify_info',
  'main:devices_huaxiang_import',
  'main:agent_password',
  'main:device_password',
  'main:device_username',
  'main:risk_point',
  'main:check_car',
] as const

export const rolePermissions: Record<RoleId, readonly PermissionGrant[]> = {
  [roles.admin]: ['*'],
  [roles.agent]: [
    ...ofSuperUser,
    'main:devices_muti_transfer',
    'main:devices_muti_update_time',
    'main:devices_import_sim',
    'main:devices_sim_check',
    'main:devices_motify_icon_type',
    'main:stat_export',
    'main:agent',
    'main:agent_add',
    'main:agent_username',
    'main:agent_transfer',
    'main:agent_delete',
    'main:device_transfer',
    'main:device_init',
    'main:device_history',
    'main:pay',
  ],
  [roles.superUser]: ofSuperUser,
  [roles.user]: ofUser,
  [roles.superAgent]: ['main:stat_past_due', 'main:agent', 'main:order'],
  [roles.test]: [
    'test:qc',
    'test:cmd',
    'test:log',
    'test:gw005',
    'test:card',
    'test:ota',
    'test:ota_view',
    'test:platform',
    'test:agps',
    'test:id',
    'test:subscribe',
    'test:tape',
  ],
  [roles.testSearch]: ['test:transfer_ip_v1'],
  [roles.wanweiTest]: ['test:transfer_ip_search', 'test:agps', 'test:log'],
  [roles.log]: ['test:log'],
  [roles.originLogSearch]: ['test:log_raw'],
  [roles.otaLookPremissionUser]: ['test:ota_view'],
  [roles.configPlatformUser]: ['test:platform'],
  [roles.testStockUser]: ['test:stock', 'test:iccid'],
  [roles.testTransferIpUser]: ['test:transfer_ip_send', 'test:transfer_ip_v1', 'test:transfer_ip_search'],
}

/** What a session that a device's certificate opened may at most: look at the device and its track, and renew it. */
const ofDeviceSession: readonly Permission[] = ['main:monitor', 'main:track', 'main:order']

/** An agent may import while a superior has given his account a count of devices. */
const withImportCount: { [R in RoleId]?: readonly Permission[] } = {
  [roles.agent]: ['main:devices_import'],
}

/** The platform's terms of devices are for administrators to set, and for whom they exempt: others pay for them. */
const withFreeTerms: { [R in RoleId]?: readonly Permission[] } = {
  [roles.agent]: ['main:device_terms'],
}

/**
 * Permissions of a session. They are computed when the session begins: the server checks them on every
 * call, and the page shows what they permit.
 */
export function permissionsOf(
  role: RoleId,
  { isOfDevice = false, hasImportCount = false, hasFreeTerms = false } = {},
): Permission[] {
  const held = [
    ...rolePermissions[role],
    ...(hasImportCount ? (withImportCount[role] ?? []) : []),
    ...(hasFreeTerms ? (withFreeTerms[role] ?? []) : []),
  ]
  return permissions.filter(
    (key) => (held.includes('*') || held.includes(key)) && (!isOfDevice || ofDeviceSession.includes(key)),
  )
}

/** Is any one of the keys held? An empty list requires none. */
export function holdsAny(held: readonly Permission[], keys: readonly Permission[]): boolean {
  return keys.length === 0 || keys.some((key) => held.includes(key))
}
