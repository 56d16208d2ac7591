import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { superviseWorker } from './supervised-worker.ts'
import { createWorkerPool, OutOfMemory } from './worker-pool.ts'

const file = new URL('testing/hungry-work.ts', import.meta.url)
const [little, tooMuch] = [4, 400]
const heapMb = 64

const pool = createWorkerPool(file, 'keep', 2, heapMb)
afterAll(() => pool.destroy())

test('a task that needs more memory than its thread may use fails alone, and says so', async () => {
  const results = await Promise.allSettled([pool.run(tooMuch), pool.run(little)])
  expect(results[0]).toMatchObject({ status: 'rejected', reason: expect.any(OutOfMemory) })
  expect(String((results[0] as PromiseRejectedResult).reason)).toContain(
    'keep needs more memory than the 64 MB',
  )
  expect(results[1]).toEqual({ status: 'fulfilled', value: little })
})

test('another thread takes the place of one that ended for want of memory', async () => {
  const alone = createWorkerPool(file, 'keep', 1, heapMb)
  try {
    const waiting = [tooMuch, little, little].map((megabytes) => alone.run(megabytes))
    await expect(waiting[0]).rejects.toBeInstanceOf(OutOfMemory)
    expect(await Promise.all(waiting.slice(1))).toEqual([little, little])
    expect(await alone.run(little)).toBe(little)
  } finally {
    await alone.destroy()
  }
})

/** Supervises a thread. @returns what it logged, and how often it began */
function supervise(megabytes: number, more: Partial<Parameters<typeof superviseWorker>[1]> = {}) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  let begun = 0
  const stop = superviseWorker(file, {
    work: () => ({ megabytes }),
    log,
    heapMb,
    onMessage: () => begun++,
    restartMs: 10,
    ...more,
  })
  return { lines, stop, begun: () => begun }
}

test('a thread that lives as long as the process is started again after it needed more than it may', async () => {
  const { lines, stop, begun } = supervise(tooMuch)
  await expect.poll(begun, { timeout: 20_000 }).toBeGreaterThan(1)
  await stop()
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'a thread needs more memory than it may use',
    thread: 'hungry-work.ts',
    heapMb,
  })
})

test('a thread that had nothing to do ends, and comes back once it is needed', async () => {
  let isNeeded = false
  let asked = 0
  const { lines, stop, begun } = supervise(little, {
    needMs: 10,
    isNeeded: async () => {
      asked++
      return isNeeded
    },
  })
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(2)
  expect(begun()).toBe(1)
  isNeeded = true
  await expect.poll(begun, { timeout: 20_000 }).toBeGreaterThan(1)
  await stop()
  expect(lines).toEqual([])
})
