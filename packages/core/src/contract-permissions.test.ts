import { expect, test } from 'vitest'
import { type Permission, permissions } from './codes/permissions.ts'
import { allCalls } from './contract.ts'

/** Keys whose screens are still to come. A feature that guards its calls by one takes it out: the list has to become empty. */
const guardNothingYet: readonly Permission[] = []

/** What more of them open, such as the search of a device, is everybody's at the line and guarded by none of them. */
const mostKeys = 5
const factoryKeys = permissions.filter((key) => key.startsWith('test:'))

test('each key of the factory guards at least one call that most of the factory is refused', () => {
  const keysOf = ({ permission }: (typeof allCalls)[number]) =>
    factoryKeys.filter((key) => Array.isArray(permission) && permission.includes(key))
  const guarded = allCalls.map(keysOf).filter((keys) => keys.length <= mostKeys)
  const idle = factoryKeys.filter((key) => !guarded.some((keys) => keys.includes(key)))
  expect(idle).toEqual(guardNothingYet)
})
