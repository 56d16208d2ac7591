import { expect, test } from 'vitest'
import { readLocationsUrl, watchedOf } from './url-state.ts'

test('one vehicle that is shown alone is a number in the address, and read all the same', () => {
  const url = readLocationsUrl({ only: 5 })
  expect(url.only).toBe('5')
  expect(watchedOf(url)).toEqual(new Set([5]))
})

test.each(['', '5,', 'x', '1,-2'])('%j shows all', (only) => {
  expect(watchedOf(readLocationsUrl({ only }))).toBeNull()
})
