import type { SettingOrigins } from '@trackway/core/features/track-settings/setting-levels.ts'
import type { Scope } from '../../platform/http/session.ts'

/** What an account has set, for all its devices or for one type of them. */
export interface OriginLevel {
  /** Names of the fields that are set there. */
  fields: readonly string[]
  isType: boolean
  username: string | null
  path: string | null
}

/**
 * Where each inherited value was set: at the nearest level that sets its field.
 * @param levels the furthest first, without the one that inherits
 */
export function originsOf(levels: readonly OriginLevel[], scope: Scope): SettingOrigins {
  const origins: SettingOrigins = {}
  for (const { fields, isType, username, path } of levels) {
    // Who stands above the caller is not told.
    const isSeen = path?.startsWith(scope.path) === true
    for (const field of fields)
      origins[field] = { level: isType ? 'type' : 'account', username: isSeen ? username : null }
  }
  return origins
}
