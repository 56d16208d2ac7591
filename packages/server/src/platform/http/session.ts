import type { Language } from '@trackway/core/codes/languages.ts'
import type { RoleId } from '@trackway/core/codes/roles.ts'

/**
 * What a caller can see: its own account and all below it, or one device. A row outside it does not exist
 * for the caller. Every query on tenants' data takes one; `platform/scope/scope-sql.ts` turns it into SQL.
 */
export interface Scope {
  accountId: number
  /** Path of the account, as in `accounts.path`. */
  path: string
  /** Set in a session that a device certificate opened: nothing but this device. */
  deviceId: number | null
}

/** Who is calling. */
export interface Session {
  tokenHash: Buffer
  account: {
    id: number
    path: string
    role: RoleId
    isDemo: boolean
    language: Language | null
    timeZone: string
  }
  deviceId: number | null
  /** When it ends if it is not used again; for a long session, when it ends. */
  expireTime: number
}

/** @returns the session of a token; null when there is none, it ran out, or its account expired */
export type Authenticate = (token: string) => Promise<Session | null>

export function scopeOf(session: Session): Scope {
  return { accountId: session.account.id, path: session.account.path, deviceId: session.deviceId }
}
