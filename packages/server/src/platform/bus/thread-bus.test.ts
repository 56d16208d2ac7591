import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { type Bus, createLocalBus } from './bus.ts'
import { connectThread, joinBus } from './thread-bus.ts'

const log = { error: vi.fn() }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The bus of a process and those of so many threads. */
function aProcess(threads: number): [main: Bus, ...threads: Bus[]] {
  const main = createLocalBus(log)
  const joined = Array.from({ length: threads }, () => {
    const { port1, port2 } = new MessageChannel()
    ends.push(connectThread(main, port1))
    return joinBus(port2, log)
  })
  return [main, ...joined]
}

/** Resolves once everything published before has arrived everywhere: messages of a port keep their order. */
async function arrived(main: Bus, ...threads: Bus[]): Promise<void> {
  const listener = vi.fn()
  main.subscribe('settings.changed', listener)
  for (const thread of threads) thread.publish('settings.changed', { name: 'all said' })
  await expect.poll(() => listener.mock.calls.length).toBe(threads.length)
  for (const thread of threads) {
    const back = vi.fn()
    thread.subscribe('account.edited', back)
    await expect
      .poll(() => {
        main.publish('account.edited', { accountId: 0 })
        return back.mock.calls.length
      })
      .toBeGreaterThan(0)
  }
}

test('what a thread publishes is received once by itself, by the main thread and by the others that listen', async () => {
  const [main, first, second, third] = aProcess(3) as [Bus, Bus, Bus, Bus]
  const [ofMain, ofFirst, ofSecond, ofThird] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  main.subscribe('device.edited', ofMain)
  first.subscribe('device.edited', ofFirst)
  second.subscribe('device.edited', ofSecond)
  second.subscribe('device.edited', (message) => ofSecond(message))
  third.subscribe('deviceType.edited', ofThird)
  await arrived(main, first, second, third)

  const deviceIds = Int32Array.of(4, 5)
  first.publish('device.edited', { deviceIds })
  await arrived(main, first, second, third)

  expect(ofMain.mock.calls).toEqual([[{ deviceIds }]])
  expect(ofFirst.mock.calls).toEqual([[{ deviceIds }]])
  // Two listeners, one message.
  expect(ofSecond.mock.calls).toEqual([[{ deviceIds }], [{ deviceIds }]])
  expect(ofThird).not.toHaveBeenCalled()
})

test('what the main thread publishes is received by threads that listen, until they end', async () => {
  const [main, thread] = aProcess(1) as [Bus, Bus]
  const listener = vi.fn()
  thread.subscribe('deviceType.edited', listener)
  await arrived(main, thread)
  main.publish('deviceType.edited', { deviceTypeId: 3 })
  await expect.poll(() => listener.mock.calls).toEqual([[{ deviceTypeId: 3 }]])

  for (const end of ends.splice(0)) end()
  main.publish('deviceType.edited', { deviceTypeId: 4 })
  await new Promise(setImmediate)
  expect(listener).toHaveBeenCalledTimes(1)
})
