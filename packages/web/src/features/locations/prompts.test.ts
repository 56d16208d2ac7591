import { connectionStates } from '@trackway/core/codes/states.ts'
import { expect, test } from 'vitest'
import { promptFor } from './prompts.ts'

test('selecting a device that cannot be seen says why', () => {
  const prompts = Object.fromEntries(connectionStates.map((state) => [state, promptFor({ state })]))
  expect(prompts).toEqual({ online: null, offline: null, inactive: 'inactive', expired: 'pastDue' })
})
