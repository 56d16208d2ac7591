import type { Permission } from '@trackway/core/codes/permissions.ts'

/** The parts of the platform's own settings, by their address, and who opens them. */
export const systemTabs = {
  demoAccountSet: ['main:system_config_demo_account'],
  apiKey: ['main:system_config_apikey'],
  notices: ['main:system_config'],
  auditLog: ['main:system_config'],
  jobs: ['main:system_config'],
  mail: ['main:system_config'],
  texts: ['main:system_config'],
  nbPlatforms: ['main:system_config'],
  rates: ['main:system_config'],
  streetMaps: ['main:system_config'],
  mapKey: ['main:system_config_mapkey'],
  addresses: ['main:system_config'],
  health: ['main:system_config'],
} as const satisfies Record<string, readonly Permission[]>

export type SystemTab = keyof typeof systemTabs
