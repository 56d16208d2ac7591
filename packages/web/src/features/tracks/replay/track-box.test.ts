import { expect, test } from 'vitest'
import { boxAround } from './track-box.ts'

test('the box around several holds all of them; what is nowhere adds nothing', () => {
  const one = { west: 113, south: 22, east: 114, north: 23 }
  const other = { west: 113.5, south: 21, east: 115, north: 22.5 }
  expect(boxAround([null, one, null, other])).toEqual({ west: 113, south: 21, east: 115, north: 23 })
  expect(boxAround([null])).toBeNull()
})
