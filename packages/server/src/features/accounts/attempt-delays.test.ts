import { expect, test } from 'vitest'
import { delayOf, waitInLine } from './attempt-delays.ts'

test.each([
  [1, 0],
  [50, 0],
  [51, 250],
  [60, 500],
  [70, 1_000],
  [80, 2_000],
  [90, 4_000],
  [10_000, 4_000],
])('%i attempts of an address delay the answer by %i ms', (attempts, ms) =>
  expect(delayOf(attempts, { freeAttempts: 50 })).toBe(ms),
)

const never = new AbortController().signal

test('nothing waits that need not', async () => {
  expect(await waitInLine('10.0.0.1', 0, never)).toBe(true)
})

test('only so many of one address wait at a time; others have room', async () => {
  const end = new AbortController()
  const waiting = Array.from({ length: 20 }, () => waitInLine('10.0.0.2', 60_000, end.signal))
  expect(await waitInLine('10.0.0.2', 60_000, end.signal)).toBe(false)
  expect(await waitInLine('10.0.0.3', 1, end.signal)).toBe(true)
  end.abort()
  const ended = await Promise.allSettled(waiting)
  expect(ended.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  expect(await waitInLine('10.0.0.2', 1, never)).toBe(true)
})
