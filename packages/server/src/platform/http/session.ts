import type { Call } from '@trackway/core/api/call.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { factoryRoles, type RoleId, rolesOfFactoryTypes } from '@trackway/core/codes/roles.ts'
import { type Audience, audienceOf } from '@trackway/core/rules/service-terms.ts'

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
  /** Only devices of types that are marked `factoryVisible` (`core/codes/roles.ts`). */
  isOfFactoryTypes?: boolean
  /** Only devices in one of these groups, which are the scope's: a filter of the call. */
  groupIds?: readonly number[]
  /** As whom the caller looks at devices (`core/rules/service-terms.ts`); left out: as an end user. */
  audience?: Audience
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
  /** The superior who acts as the account; null: its holder is here. */
  actor: { id: number; username: string; nickname: string | null } | null
  /** A superior set the password, and its holder has not changed it yet. */
  mustChangePassword: boolean
  /** Of the API key that it was made by; null: a person signed in. */
  keyId: number | null
  /** Of the key of a production station: it uploads results, and does nothing else. */
  station?: { id: number; name: string }
  /** Its permissions, computed when it begins. */
  permissions: readonly Permission[]
  /** When it ends if it is not used again; for a long session, when it ends. */
  expireTime: number
}

/**
 * @param address where it comes from, which is remembered of API keys
 * @returns the session of a token; null when there is none, it ran out, or its account expired
 */
export type Authenticate = (token: string, address?: string) => Promise<Session | null>

/** Who did something, and as whom: for the records. */
export function by({ account, actor }: Pick<Session, 'account' | 'actor'>): {
  actorId: number
  actedAsId?: number
} {
  return actor === null ? { actorId: account.id } : { actorId: actor.id, actedAsId: account.id }
}

/**
 * What a session sees.
 * @param permission of the call. The factory's staff own no devices: in calls of the factory area they look
 *   after those of the account above them, which is an administrator's (`core/codes/roles.ts`, who may give a role).
 */
export function scopeOf(
  { account, deviceId }: { account: { id: number; path: string; role: RoleId }; deviceId: number | null },
  permission: Call['permission'] = [],
): Scope {
  const own = { ...scopeOfAccount(account, deviceId !== null), deviceId }
  const isStaff = factoryRoles.includes(account.role)
  const isFactoryCall = Array.isArray(permission) && permission.some((key) => key.startsWith('test:'))
  return isStaff && isFactoryCall ? { ...own, path: own.path.replace(/\d+\/$/, '') } : own
}

/** What an account sees, also while nobody is signed in, as a job of its own does. */
export function scopeOfAccount(
  { id, path, role }: { id: number; path: string; role: RoleId },
  isOfDevice = false,
): Scope {
  return {
    accountId: id,
    path,
    deviceId: null,
    isOfFactoryTypes: rolesOfFactoryTypes.includes(role),
    audience: audienceOf(role, { isOfDevice }),
  }
}
