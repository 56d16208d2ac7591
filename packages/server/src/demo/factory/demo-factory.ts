import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Platform } from '../../platform/platform.ts'

/** The factory of the demo: whose it is, and who works there. */
export interface DemoFactory extends Platform {
  /** What its staff looks after: the demo account and all below it. */
  scope: Scope
  /** Account ids by role. */
  staff: Readonly<Partial<Record<RoleId, number>>>
  now: number
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
