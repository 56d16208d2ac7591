import { type Permission, permissions } from './permissions.ts'

/** What an API key may: permission keys, or groups of them under one name. */
export const scopeGroups = {
  all: permissions,
  monitoring: [
    'main:monitor',
    'main:track',
    'main:alarms',
    'main:taiya',
    'main:check_car',
    'main:risk_point',
  ],
  statistics: permissions.filter((key) => key.startsWith('main:stat_')),
  devices: permissions.filter((key) => key.startsWith('main:device')),
  accounts: permissions.filter((key) => key.startsWith('main:agent')),
  commands: ['main:command'],
  fences: ['main:fence', 'main:bus'],
  orders: ['main:order', 'main:pay'],
  system: permissions.filter((key) => key.startsWith('main:system_')),
  factory: permissions.filter((key) => key.startsWith('test:')),
} as const satisfies Record<string, readonly Permission[]>

export type ScopeGroup = keyof typeof scopeGroups
export const scopeGroupNames = Object.keys(scopeGroups) as ScopeGroup[]

export type Scope = Permission | ScopeGroup
export const scopes: readonly Scope[] = [...scopeGroupNames, ...permissions]

/** The permissions held that the scopes cover, too. A scope that is not known any more covers nothing. */
export function cutToScopes(held: readonly Permission[], scopes: readonly string[]): Permission[] {
  const covered = new Set(scopes.flatMap((scope) => scopeGroups[scope as ScopeGroup] ?? [scope]))
  return held.filter((key) => covered.has(key))
}
