import type { Call } from '@trackway/core/api/call.ts'
import type { ResultName } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { type SubAccount, subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AccountDialogs, type AccountTarget } from './AccountDialogs.tsx'
import { AccountMenu } from './AccountMenu.tsx'

const account: SubAccount = {
  id: 7,
  ancestors: '1',
  username: 'shop',
  nickname: null,
  role: roles.agent,
  hasChildren: false,
  total: 0,
  online: 0,
  offline: 0,
  unactived: 0,
  parentId: 1,
  parentName: 'boss',
  telephone: null,
  remark: null,
  state: 'active',
  expireTime: null,
  createTime: 0,
  importCount: null,
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

/** Each rule for accounts that a dialog can break, and its message. */
const rules: [Exclude<AccountTarget['kind'], 'add'>, ResultName, string][] = [
  ['transfer', 'transferToSelf', "You can't transfer to the same account"],
  ['transfer', 'alreadyThere', 'Already in this account'],
  [
    ...(['transfer', 'transferUnderDescendant'] as const),
    "An account can't be moved under one of its own sub-accounts",
  ],
  ['transfer', 'noSubAccounts', "This account can't have sub-accounts"],
  ['transfer', 'endsAfterSuperior', 'would expire later than its parent account'],
  ['transfer', 'roleNotGrantable', "You can't grant this role"],
  ['transfer', 'deviceLimitReached', 'The device limit of this account is reached'],
  ['username', 'usernameTaken', 'This user name already exists'],
  ['role', 'roleNotGrantable', "You can't grant this role"],
  ['role', 'roleHasSubAccounts', 'This account has sub-accounts'],
  ['importCount', 'notEnoughImportCounts', 'Not enough import credits'],
]
const callOf: { [kind: string]: Call } = {
  transfer: subAccountCalls.transfer,
  username: subAccountCalls.updateUsername,
  role: subAccountCalls.updateRole,
  importCount: importCountCalls.add,
}

test.each(rules)('%s: %s is refused with its message, and the dialog stays', async (kind, refusal, text) => {
  const { server, screen } = await open({ kind, account })
  server.refuse(callOf[kind]!, refusal)
  if (kind === 'importCount') await screen.getByLabelText('Change').fill('5')
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Transfer)$/ })
    .click()
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test('a reset that the network lost can be asked for again', async () => {
  const { server, screen } = await open({ kind: 'resetPassword', account })
  server.answer(subAccountCalls.resetPassword, () => {
    throw new TypeError('no network')
  })
  await screen.getByRole('button', { name: 'Reset password' }).dblClick()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(server.sent(subAccountCalls.resetPassword)).toHaveLength(1)
  server.answer(subAccountCalls.resetPassword, { password: 'Xk3mPq7RtVw2Za' })
  await screen.getByRole('button', { name: 'Reset password' }).click()
  await expect.element(screen.getByText('Xk3mPq7RtVw2Za')).toBeVisible()
})

test('a password that was reset is shown once', async () => {
  const { server, screen } = await open({ kind: 'resetPassword', account })
  server.answer(subAccountCalls.resetPassword, { password: 'Xk3mPq7RtVw2Za' })
  await screen.getByRole('button', { name: 'Reset password' }).click()
  await expect.element(screen.getByText('Xk3mPq7RtVw2Za')).toBeVisible()
  expect(server.sent(accountCalls.changePassword)).toEqual([])
})

test('the accounts above and beside an account are listed, with how many more there are', async () => {
  const server = startFakeServer()
  const named = (id: number, username: string) => ({ id, username, nickname: null, role: roles.agent })
  server.answer(subAccountCalls.getFamily, {
    chain: [named(1, 'boss'), named(4, 'north'), named(7, 'shop')],
    siblings: [named(8, 'depot')],
    siblingsTotal: 130,
  } as never)
  const screen = await renderInApp(
    <AccountDialogs target={{ kind: 'family', account }} onClose={vi.fn()} onChange={async () => {}} />,
  )
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Same parent account: 130')).toBeVisible()
  await expect.element(dialog.getByRole('navigation')).toHaveTextContent('boss›north›shop')
  await expect.element(dialog.getByText('depot')).toBeVisible()
  await expect.element(dialog.getByText('The first 1 are shown.')).toBeVisible()
})

async function openMenu(more: Partial<SubAccount> = {}, user: object = {}) {
  const server = startFakeServer()
  const [onChoose, onChange] = [vi.fn(), vi.fn(async () => {})]
  const screen = await renderInApp(
    <AccountMenu account={{ ...account, ...more }} first={[]} onChoose={onChoose} onChange={onChange} />,
    { user },
  )
  await screen.getByRole('button', { name: /^More actions for shop/ }).click()
  const item = (name: string) => screen.getByRole('menuitem', { name, exact: true })
  await expect.element(item('Change role')).toBeVisible()
  return { server, screen, item, onChoose, onChange }
}

test('an account that is suspended is resumed, another suspended after a question', async () => {
  const active = await openMenu()
  await expect.element(active.item('Resume')).not.toBeInTheDocument()
  await expect.element(active.item('Delete all sub-accounts')).not.toBeInTheDocument()
  active.server.answer(subAccountCalls.suspend, {})
  await active.item('Suspend').click()
  expect(active.server.sent(subAccountCalls.suspend)).toEqual([])
  await active.screen.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect.poll(() => active.onChange.mock.calls.length).toBe(1)
  expect(active.server.sent(subAccountCalls.suspend)).toEqual([{ id: 7 }])
  await active.screen.unmount()
  const { server, item, screen, onChange } = await openMenu({ state: 'suspended' })
  await expect.element(item('Suspend')).not.toBeInTheDocument()
  server.refuse(subAccountCalls.resume, 'notFound')
  await item('Resume').click()
  await expect.element(screen.getByText('Not found. It may have been deleted.')).toBeVisible()
  expect(onChange).not.toHaveBeenCalled()
})

test('all accounts below are deleted only once their number was typed', async () => {
  const { server, screen, item, onChange } = await openMenu({ hasChildren: true })
  server.answer(subAccountCalls.findById, { accountsBelow: 12 } as never)
  server.answer(subAccountCalls.deleteAll, {} as never)
  await item('Delete all sub-accounts').click()
  const confirmation = screen.getByRole('dialog')
  await expect.element(confirmation.getByText('Delete all 12 sub-accounts of shop?')).toBeVisible()
  const ok = confirmation.getByRole('button', { name: 'Delete all sub-accounts' })
  await confirmation.getByRole('textbox').fill('11')
  await expect.element(ok).toBeDisabled()
  await confirmation.getByRole('textbox').fill('12')
  await ok.click()
  await expect.poll(() => onChange.mock.calls.length).toBe(1)
  expect(server.sent(subAccountCalls.deleteAll)).toEqual([{ id: 7, count: 12 }])
})

test('the demo account may read the tree around an account, and do nothing else', async () => {
  const { item } = await openMenu({}, { isDemo: true })
  await expect.element(item('Change role')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(item('Suspend')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(item('Parent and sibling accounts')).not.toHaveAttribute('aria-disabled', 'true')
})
