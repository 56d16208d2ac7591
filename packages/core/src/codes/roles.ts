/** Account roles and their ids. The spelling is the specification's. */
export const roles = {
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
} as const

export type RoleName = keyof typeof roles
export type RoleId = (typeof roles)[RoleName]

export const roleIds = Object.values(roles)
export const roleNames = Object.fromEntries(Object.entries(roles).map(([name, id]) => [id, name])) as Record<
  RoleId,
  RoleName
>

/** Roles that always see Chinese. */
export const chineseRoles: readonly RoleId[] = [roles.test, roles.testSearch, roles.wanweiTest]

/** Roles that belong to the factory area. */
export const factoryRoles: readonly RoleId[] = [
  roles.test,
  roles.testSearch,
  roles.wanweiTest,
  roles.log,
  roles.otaLookPremissionUser,
  roles.originLogSearch,
  roles.configPlatformUser,
  roles.testStockUser,
  roles.testTransferIpUser,
]

/** Roles that see a fixed list of device types and the devices of these types: those marked `factoryVisible`. */
export const rolesOfFactoryTypes: readonly RoleId[] = [roles.wanweiTest]

/** Roles that may have sub-accounts (nobody else can). */
export const rolesWithSubAccounts: readonly RoleId[] = [roles.admin, roles.agent, roles.superAgent]

/** Which roles a creator may give to a new account below it. */
export const grantableRoles: Record<RoleId, readonly RoleId[]> = {
  [roles.admin]: roleIds,
  [roles.agent]: [roles.agent, roles.user, roles.superUser],
  [roles.superAgent]: [roles.superAgent, roles.agent, roles.user, roles.superUser],
  [roles.user]: [],
  [roles.superUser]: [],
  [roles.test]: [],
  [roles.testSearch]: [],
  [roles.wanweiTest]: [],
  [roles.log]: [],
  [roles.otaLookPremissionUser]: [],
  [roles.originLogSearch]: [],
  [roles.configPlatformUser]: [],
  [roles.testStockUser]: [],
  [roles.testTransferIpUser]: [],
}
