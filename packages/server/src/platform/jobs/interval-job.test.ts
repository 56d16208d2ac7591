import { beforeEach, expect, test, vi } from 'vitest'
import { startIntervalJob } from './interval-job.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a turn that comes while the last one goes on is left out', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const stop = startIntervalJob(100, work)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]!()
  await stop()
})

test('who stops it waits for the turn under way, and for no other', async () => {
  let end = () => {}
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  const stop = startIntervalJob(100, work)
  await vi.advanceTimersByTimeAsync(1_000)
  const stopped = vi.fn()
  const stopping = stop().then(stopped)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stopped).not.toHaveBeenCalled()
  end()
  await stopping
  expect(work).toHaveBeenCalledTimes(1)
})
