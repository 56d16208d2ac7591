import type { Permission } from '@trackway/core/codes/permissions.ts'

interface SimTab {
  path: `/test/iccid${string}`
  permission: readonly Permission[]
}

/** The pages of SIM cards, each with an address of its own. */
export const simTabs = {
  cards: { path: '/test/iccid', permission: ['test:iccid'] },
  import: { path: '/test/iccid/importIccid', permission: ['test:iccid'] },
  platforms: { path: '/test/iccid/platforms', permission: ['main:system_config'] },
} as const satisfies Record<string, SimTab>
export type SimTabName = keyof typeof simTabs
