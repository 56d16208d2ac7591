import { allCalls } from '@trackway/core/contract.ts'
import { expect, test } from 'vitest'
import { allHandlers } from './all.ts'

test('every call of the contract has exactly one handler', () => {
  const handled = allHandlers.map((handler) => handler.call.path).sort()
  expect(handled).toEqual(allCalls.map((call) => call.path).sort())
})
