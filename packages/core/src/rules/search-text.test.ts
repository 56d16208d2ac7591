import { expect, test } from 'vitest'
import { isSearchable, isSoughtInNames, isWholeIdentifier } from './search-text.ts'

test.each([
  ['1', false],
  ['12', false],
  ['622', true],
  ['a', false],
  ['ab', true],
  ['张', true],
  ['B1', true],
])('%j is worth looking for: %j', (text, is) => expect(isSearchable(text)).toBe(is))

test.each([
  ['861234560010624', true],
  ['13912344321', true],
  ['89860012345678901234', true],
  ['123456789', false],
  ['8612345600106x4', false],
])('%j is a whole identifier: %j', (text, is) => expect(isWholeIdentifier(text)).toBe(is))

test.each([
  ['622', true],
  ['6220', false],
  ['B62', false],
])('%j is sought in plates and names alone: %j', (text, is) => expect(isSoughtInNames(text)).toBe(is))
