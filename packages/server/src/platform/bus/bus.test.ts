import { expect, test, vi } from 'vitest'
import { createLocalBus } from './bus.ts'

test('a listener that fails keeps neither the others nor whoever publishes from going on', () => {
  const error = vi.fn()
  const bus = createLocalBus({ error })
  const listener = vi.fn()
  const failure = new Error('no such device')
  bus.subscribe('account.edited', () => {
    throw failure
  })
  bus.subscribe('account.edited', listener)

  bus.publish('account.edited', { accountId: 7 })

  expect(listener).toHaveBeenCalledExactlyOnceWith({ accountId: 7 })
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { err: failure, subject: 'account.edited' },
    expect.any(String),
  )
})
