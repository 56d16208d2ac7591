import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { FirstPasswordScreen } from './FirstPasswordScreen.tsx'

test('asks for one’s own password on the page itself, and goes on once it is set', async () => {
  const server = startFakeServer()
  server.answer(accountCalls.changePassword, {})
  server.answer(accountCalls.self, {} as never)
  const screen = await renderInApp(<FirstPasswordScreen />)
  await expect.element(screen.getByRole('heading', { name: 'Set your own password' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  await screen.getByLabelText('Current password').fill('the one told')
  await screen.getByLabelText('New password', { exact: true }).fill('one of my own')
  await screen.getByLabelText('Repeat').fill('one of my own')
  await screen.getByRole('button', { name: 'Set password' }).click()
  await expect.poll(() => server.sent(accountCalls.changePassword)).toHaveLength(1)
  await expect.poll(() => server.sent(accountCalls.self)).toHaveLength(1)
})
