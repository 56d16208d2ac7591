import { accountCalls } from '@trackway/core/api/accounts.ts'
import { type SubAccount, subAccountCalls } from '@trackway/core/api/sub-accounts.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AccountDialogs, type AccountTarget } from './AccountDialogs.tsx'

const account: SubAccount = {
  ...{ id: 7, ancestors: '1', username: 'shop', nickname: null, role: roles.agent, hasChildren: false },
  ...{ total: 0, online: 0, offline: 0, unactived: 0, parentId: 1, parentName: 'boss', telephone: null },
  ...{ remark: null, state: 'active', expireTime: null, createTime: 0, importCount: null },
}

async function open(target: AccountTarget) {
  const server = startFakeServer()
  const screen = await renderInApp(
    <AccountDialogs target={target} onClose={vi.fn()} onChange={async () => {}} />,
  )
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  return { server, screen }
}

test('a new account is sent with its superior, role and password', async () => {
  const { server, screen } = await open({ kind: 'add', parentId: 1 })
  await screen.getByLabelText('User name').fill('corner-shop')
  await screen.getByLabelText('Password').fill('a long password')
  await screen.getByRole('button', { name: 'Add account' }).click()
  await expect
    .poll(() => server.sent(subAccountCalls.insert))
    .toMatchObject([{ parentId: 1, username: 'corner-shop', role: roles.user, expireTime: null }])
})

test('why a transfer is refused is said at the superior', async () => {
  const { server, screen } = await open({ kind: 'transfer', account })
  server.refuse(subAccountCalls.transfer, 'alreadyThere')
  await screen.getByRole('button', { name: 'Transfer' }).click()
  await expect.element(screen.getByText('It is already under that account')).toBeVisible()
})

test('a password that was reset is shown once', async () => {
  const { server, screen } = await open({ kind: 'resetPassword', account })
  server.answer(subAccountCalls.resetPassword, { password: 'Xk3mPq7RtVw2Za' })
  await screen.getByRole('button', { name: 'Reset password' }).click()
  await expect.element(screen.getByText('Xk3mPq7RtVw2Za')).toBeVisible()
  expect(server.sent(accountCalls.changePassword)).toEqual([])
})
