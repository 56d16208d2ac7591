import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const never = () => new AbortController().signal
/** Has it come to an end by now? */
const isSettled = async (promise: Promise<unknown>) =>
  (await Promise.race([promise.then(() => true), new Promise((done) => setTimeout(done, 5))])) === true

test('lets in so many, the others in the order they came', async () => {
  const gate = new ConcurrencyLimit(1, 9)
  const leave = await gate.enter(never())
  const [second, third] = [gate.enter(never()), gate.enter(never())]
  expect(await isSettled(second)).toBe(false)
  leave()
  leave()
  const leaveSecond = await second
  expect(await isSettled(third)).toBe(false)
  leaveSecond()
  await third
})

test('refuses where too many wait', async () => {
  const gate = new ConcurrencyLimit(1, 1)
  await gate.enter(never())
  void gate.enter(never())
  await expect(gate.enter(never())).rejects.toMatchObject({ refusal: 'unavailable' })
})

test('who goes away leaves its place, waiting or inside', async () => {
  const gate = new ConcurrencyLimit(1, 9)
  const [inside, waiting] = [new AbortController(), new AbortController()]
  await gate.enter(inside.signal)
  const gone = gate.enter(waiting.signal)
  const last = gate.enter(never())
  waiting.abort()
  await expect(gone).rejects.toThrow()
  inside.abort()
  await last
})
