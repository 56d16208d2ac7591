import { expect, test } from 'vitest'
import { columnPx, readColumn } from './use-column.ts'

const usual = { width: columnPx.usual, isOpen: true, isRich: true }

test.each([
  ['nothing', undefined],
  ['another kind of value', 'wide'],
  ['fields of another kind', { width: 'wide', isOpen: 1, isRich: null }],
])('%s stored shows the column as it is at first', (_, stored) => expect(readColumn(stored)).toEqual(usual))

test('what was stored comes back, within the bounds of today', () => {
  expect(readColumn({ width: 5000, isOpen: false, isRich: false })).toEqual({
    width: columnPx.max,
    isOpen: false,
    isRich: false,
  })
  expect(readColumn({ width: 400 })).toEqual({ ...usual, width: 400 })
})
