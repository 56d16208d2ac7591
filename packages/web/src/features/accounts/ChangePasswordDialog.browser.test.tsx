import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

async function open() {
  const server = startFakeServer()
  const onClose = vi.fn()
  const screen = await renderInApp(<ChangePasswordDialog isOpen onClose={onClose} />)
  const fill = async (current: string, newPassword: string, repeated: string) => {
    await screen.getByLabelText('Current password').fill(current)
    await screen.getByLabelText('New password', { exact: true }).fill(newPassword)
    await screen.getByLabelText('Repeat').fill(repeated)
    await screen.getByRole('button', { name: 'Set password' }).click()
  }
  return { server, onClose, screen, fill }
}

test('sends both passwords, closes and says so', async () => {
  const { server, onClose, screen, fill } = await open()
  server.answer(accountCalls.changePassword, {})
  await fill('the old one', 'the new one', 'the new one')
  await expect.element(screen.getByText('Password changed')).toBeVisible()
  expect(server.sent(accountCalls.changePassword)).toEqual([
    { currentPassword: 'the old one', newPassword: 'the new one', keepsAccess: false },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('sends nothing while the repeated password differs', async () => {
  const { server, screen, fill } = await open()
  await fill('the old one', 'the new one', 'another one')
  await expect.element(screen.getByText("Passwords don't match")).toBeVisible()
  expect(server.sent(accountCalls.changePassword)).toEqual([])
})

test('says a wrong password at its field and stays open', async () => {
  const { server, onClose, screen, fill } = await open()
  server.refuse(accountCalls.changePassword, 'wrongPassword')
  await fill('not the old one', 'the new one', 'the new one')
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/wrong/i)
  expect(onClose).not.toHaveBeenCalled()
})
