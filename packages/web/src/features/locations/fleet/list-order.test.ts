import { expect, test } from 'vitest'
import { orderRows } from './list-order.ts'

test('rows go by rank, then by the latest time, then by their number', () => {
  const now = 1_700_000_000_123
  const devices = [
    [2, now],
    [1, now - 8_192],
    [1, now],
    [1, 0],
    [1, now - 1],
    [2, now],
    [0, 5],
  ] as const
  const order = orderRows(
    devices.length,
    (row) => devices[row]![0],
    (row) => devices[row]![1],
  )
  expect([...order]).toEqual([6, 2, 4, 1, 3, 0, 5])
})
