import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeviceTexts } from './device-texts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what comes into view in a moment is requested together, once', async () => {
  const read = vi.fn(async () => {})
  const texts = new DeviceTexts(read)
  texts.note([4])
  texts.want([1, 2])
  texts.want([2, 3, 4])
  await vi.advanceTimersByTimeAsync(100)
  texts.want([1, 3])
  await vi.advanceTimersByTimeAsync(100)
  expect(read.mock.calls).toEqual([[[1, 2, 3]]])
  texts.forgetAll()
  texts.want([4])
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toHaveBeenLastCalledWith([4])
})

test('while one scrolls through many, only the last are requested', async () => {
  const read = vi.fn(async (_ids: number[]) => {})
  const texts = new DeviceTexts(read)
  for (let id = 0; id < 5_000; id++) texts.want([id])
  await vi.advanceTimersByTimeAsync(100)
  expect(read.mock.calls[0]![0].at(-1)).toBe(4_999)
  expect(read.mock.calls[0]![0].length).toBeLessThan(1_000)
})

test('what could not be read is requested when it is seen again', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
  const texts = new DeviceTexts(read)
  texts.want([1])
  await vi.advanceTimersByTimeAsync(100)
  texts.want([1])
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toHaveBeenCalledTimes(2)
})
