import { expect, test } from 'vitest'
import { permissions, permissionsOf } from './permissions.ts'
import { roles } from './roles.ts'
import { cutToScopes, scopeGroupNames, scopeGroups } from './scopes.ts'

test('scopes never give what is not held', () => {
  const held = permissionsOf(roles.user)
  expect(cutToScopes(held, ['all'])).toEqual(held)
  expect(cutToScopes(held, ['system', 'main:agent_delete'])).toEqual([])
  expect(cutToScopes(held, ['main:track', 'statistics', 'gone'])).toEqual([
    'main:stat_mileage',
    'main:stat_alarms',
    'main:stat_stop_points',
    'main:stat_past_due',
    'main:track',
  ])
  expect(cutToScopes(held, ['toString', '__proto__'])).toEqual([])
})

test('every permission is in a group beside the one of all', () => {
  const grouped = scopeGroupNames.filter((name) => name !== 'all').flatMap((name) => scopeGroups[name])
  expect(permissions.filter((key) => !(grouped as string[]).includes(key))).toEqual([])
})
