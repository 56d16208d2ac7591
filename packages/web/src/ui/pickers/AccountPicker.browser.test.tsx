import { roles } from '@trackway/core/codes/roles.ts'
import { type AccountNode, accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { AccountPicker } from './AccountPicker.tsx'

const node = (id: number, username: string, hasChildren = false): AccountNode => ({
  id,
  username,
  hasChildren,
  ancestors: '1',
  nickname: null,
  role: roles.agent,
  total: 12,
  online: 5,
  offline: 6,
  unactived: 1,
})
const tree: Record<number, AccountNode[]> = {
  1: [node(2, 'north', true), node(3, 'south')],
  2: [node(4, 'depot')],
}

interface Shown {
  first?: number
  isExact?: boolean
  isRequired?: boolean
}

function Page({ first, ...how }: Shown) {
  const [value, setValue] = useState<number | undefined>(first)
  return (
    <>
      <AccountPicker label="Account" value={value} onChange={setValue} {...how} />
      <output>{value ?? 'own'}</output>
    </>
  )
}

async function open(shown: Shown = {}) {
  const server = startFakeServer()
  server.answer(accountCalls.children, ({ id = 1 }) => ({ list: tree[id] ?? [] }))
  server.answer(accountCalls.names, ({ ids }) => ({
    list: ids.filter((id) => id < 9).map((id) => ({ id, username: `account ${id}`, nickname: null })),
  }))
  const screen = await renderInApp(<Page {...shown} />, { user: { role: roles.agent } })
  return { server, screen }
}

test('shows one’s own account with all below until one is chosen', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Account: boss and sub-accounts' }).click()
  await screen.getByText('south').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('3')
  await expect.element(screen.getByRole('button', { name: 'Account: south' })).toBeVisible()
})

test('where one account is meant it does not say that those below are, too', async () => {
  const { screen } = await open({ isExact: true })
  await expect.element(screen.getByRole('button', { name: 'Account: boss', exact: true })).toBeVisible()
})

test('where an account must be named, nothing is chosen at first, and one’s own is named as any other', async () => {
  const { screen } = await open({ isRequired: true })
  await screen.getByRole('button', { name: 'Account: Choose an account' }).click()
  await screen.getByRole('treeitem', { name: /boss/ }).getByText('boss').click()
  await expect.element(screen.getByRole('button', { name: 'Account: boss', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('1')
})

test('accounts further below are requested when their branch is opened', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: /Account/ }).click()
  await expect.element(screen.getByText('north')).toBeVisible()
  expect(server.sent(accountCalls.children)).toEqual([{ id: 1 }])
  await screen.getByRole('treeitem', { name: /north/ }).getByRole('img').click()
  await screen.getByText('depot').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('4')
})

test('a link names an account by its id alone; its name is requested', async () => {
  const { screen } = await open({ first: 3 })
  await expect.element(screen.getByRole('button', { name: 'Account: account 3' })).toBeVisible()
})

test('an account that is not there is called by its number', async () => {
  const { screen } = await open({ first: 9 })
  await expect.element(screen.getByRole('button', { name: 'Account: Account 9' })).toBeVisible()
})

test('accounts are found by name, and choosing one’s own means none', async () => {
  const { server, screen } = await open({ first: 3 })
  server.answer(accountCalls.findLike, { list: [node(7, 'found one'), { ...node(1, 'boss') }], total: 2 })
  await screen.getByRole('button', { name: /Account/ }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveFocus()
  await screen.getByRole('searchbox').fill('o')
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('button', { name: /found one/ }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('7')
  expect(server.sent(accountCalls.findLike)[0]).toMatchObject({ selectName: 'o', pageNum: 1 })

  await screen.getByRole('button', { name: 'Account: found one' }).click()
  await screen.getByRole('searchbox').fill('boss')
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('button', { name: /boss/ }).last().click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('own')
})

test('Escape closes the list and brings the keyboard back to the button', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: /Account/ }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /Account/ })).toHaveFocus()
})

test('who has no accounts below has nothing to choose', async () => {
  const server = startFakeServer()
  const screen = await renderInApp(<Page first={undefined} />, { user: { role: roles.user } })
  await expect.element(screen.getByRole('status')).toHaveTextContent('own')
  expect(screen.container.querySelector('button')).toBeNull()
  expect(server.sent(accountCalls.children)).toEqual([])
})

test('the open list makes the page no wider than the window', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: /Account/ }).click()
  await expect.element(screen.getByText('north')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(1280)
})
