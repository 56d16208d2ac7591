import { expect, test } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { followStorage } from '../platform/storage-state.ts'
import { Freshness } from './freshness.ts'

function watched() {
  const state = { isConnected: true, answers: true, time: 1_000 }
  const bus = createLocalBus({ error: () => {} })
  const freshness = new Freshness({
    bus: state,
    pool: { query: () => (state.answers ? Promise.resolve() : Promise.reject(new Error('away'))) } as never,
    now: () => state.time,
  })
  const stop = followStorage(bus, () => state.time)
  return { state, bus, freshness, stop }
}

test.each([
  ['NATS is away', { isConnected: false }, { isConnected: true }],
  ['the database is away', { answers: false }, { answers: true }],
])('what is shown may be old since the last check before %s', async (_, away, back) => {
  const { state, freshness, stop } = watched()
  expect(await freshness.check()).toBe(false)
  Object.assign(state, away, { time: 2_000 })
  expect(await freshness.check()).toBe(true)
  state.time = 3_000
  expect(await freshness.check()).toBe(false)
  expect(freshness.staleSince).toBe(1_000)
  Object.assign(state, back)
  expect(await freshness.check()).toBe(true)
  expect(freshness.staleSince).toBeNull()
  stop()
})

test('what a gateway does not store is not shown either', async () => {
  const { bus, freshness, stop } = watched()
  const failure = { sinceTime: 1, reason: 'No space left on device' }
  bus.publish('storage.changed', { gateway: 'one', failure })
  await freshness.check()
  expect(freshness.staleSince).toBe(1_000)
  bus.publish('storage.changed', { gateway: 'one', failure: null })
  await freshness.check()
  expect(freshness.staleSince).toBeNull()
  stop()
})
