import { roles } from '@trackway/core/codes/roles.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../testing/fake-server.ts'
import { renderInApp } from '../testing/render.tsx'
import { StorageBanner } from './StorageBanner.tsx'

const failure = {
  gateway: 'one',
  sinceTime: Date.UTC(2026, 5, 1, 12),
  reason: 'No space left on device',
  clock: null,
}

test('the operator sees that nothing is stored, and why', async () => {
  startFakeServer().answer(platformCalls.state, { notStoring: [failure] })
  const screen = await renderInApp(<StorageBanner />, { user: { role: roles.admin } })
  const banner = screen.getByRole('status')
  await expect.element(banner).toHaveTextContent('Reports have not been stored since')
  await expect.element(banner).toHaveTextContent('No space left on device')
})

test('a wrong clock is named in words, with what to do', async () => {
  const clock = { evidence: 'stored', aheadMs: -3 * 86_400_000 } as const
  startFakeServer().answer(platformCalls.state, { notStoring: [{ ...failure, reason: '', clock }] })
  const screen = await renderInApp(<StorageBanner />, { user: { role: roles.admin } })
  const banner = screen.getByRole('status')
  await expect.element(banner).toHaveTextContent('The clock of one is 3 days slow: no reports are stored')
  await expect.element(banner).toHaveTextContent('turn on time synchronisation (NTP)')
})

test('others see no banner', async () => {
  const server = startFakeServer()
  server.answer(platformCalls.state, { notStoring: [failure] })
  const screen = await renderInApp(<StorageBanner />, { user: { role: roles.user } })
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  expect(server.sent(platformCalls.state)).toEqual([])
})
