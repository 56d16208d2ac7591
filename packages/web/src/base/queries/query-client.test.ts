import { expect, test } from 'vitest'
import { ApiError, type FailureName } from '../api.ts'
import { queryClient } from './query-client.ts'

const { queries, mutations } = queryClient.getDefaultOptions()
const retry = queries!.retry as (failures: number, error: unknown) => boolean

test.each<[FailureName, boolean]>([
  ['network', true],
  ['timeout', true],
  ['unavailable', true],
  ['notFound', false],
  ['sessionExpired', false],
  ['internal', false],
])('a request that failed by %s is repeated: %s', (result, isRetried) => {
  expect(retry(0, new ApiError(result))).toBe(isRetried)
  expect(retry(1, new ApiError(result))).toBe(isRetried)
  expect(retry(2, new ApiError(result))).toBe(false)
})

test('a fault of the page is no reason to ask again, and a change is never sent twice', () => {
  expect(retry(0, new TypeError('of the page'))).toBe(false)
  expect(mutations!.retry).toBe(false)
})
