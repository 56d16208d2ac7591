import { expect, test } from 'vitest'
import { columnPx, readColumn } from './use-column.ts'

const usual = { width: columnPx.usual, isOpen: true, isRich: true, sort: 'state', isGrouped: false }

test.each([
  ['nothing', undefined],
  ['another kind of value', 'wide'],
  ['fields of another kind', { width: 'wide', isOpen: 1, isRich: null, sort: 'colour', isGrouped: 'yes' }],
])('%s stored shows the column as it is at first', (_, stored) => expect(readColumn(stored)).toEqual(usual))

test('what was stored comes back, within the bounds of today', () => {
  const left = { isOpen: false, isRich: false, sort: 'name', isGrouped: true }
  expect(readColumn({ ...left, width: 5000 })).toEqual({ ...left, width: columnPx.max })
  expect(readColumn({ width: 400 })).toEqual({ ...usual, width: 400 })
})
