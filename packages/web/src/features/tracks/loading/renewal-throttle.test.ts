import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RenewalThrottle } from './renewal-throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what arrives of five devices is drawn once in 800 ms', () => {
  const renew = vi.fn()
  const pace = new RenewalThrottle(renew)
  for (let ms = 0; ms < 8_000; ms += 40) {
    pace.fetchBlocks(false)
    vi.advanceTimersByTime(40)
  }
  expect(renew.mock.calls.length).toBeGreaterThanOrEqual(9)
  expect(renew.mock.calls.length).toBeLessThanOrEqual(11)
})

test('what people wait for is drawn at once, whatever was drawn before', () => {
  const renew = vi.fn()
  const pace = new RenewalThrottle(renew)
  pace.fetchBlocks(true)
  vi.advanceTimersByTime(50)
  expect(renew).toHaveBeenCalledTimes(1)
  pace.fetchBlocks(false)
  pace.fetchBlocks(true)
  vi.advanceTimersByTime(50)
  expect(renew).toHaveBeenCalledTimes(2)
})

test('nothing is drawn after the end', () => {
  const renew = vi.fn()
  const pace = new RenewalThrottle(renew)
  pace.fetchBlocks(true)
  pace.stop()
  vi.advanceTimersByTime(1_000)
  expect(renew).not.toHaveBeenCalled()
})
