import { roles } from '@trackway/core/codes/roles.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { differenceCalls, type PaymentDifference } from '@trackway/core/features/reconciliation/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const difference: PaymentDifference = {
  id: 4,
  day: '2026-11-22',
  provider: 'paypal',
  payAccount: 'Shop',
  username: 'north',
  kind: 'unequal',
  reference: 'CAPTURE1',
  orderNo: 'TW20261122000000000',
  currency: 'USD',
  ourAmount: 3000,
  theirAmount: 2999,
  state: 'open',
  note: null,
  settledBy: null,
  createTime: 0,
  settleTime: null,
}

test('a difference is listed with both amounts, and settled with a note', async () => {
  const server = startFakeServer()
  server.answer(differenceCalls.find, { list: [difference], total: 1 })
  server.answer(differenceCalls.settle, {})
  const screen = await openPage('/index/pay/differences', { user: { role: roles.admin } })
  await expect.element(screen.getByText('Amounts differ')).toBeVisible()
  await expect.element(screen.getByText('29.99 USD')).toBeVisible()
  await expect.element(screen.getByText('30.00 USD')).toBeVisible()
  await screen.getByRole('button', { name: /^Settle/ }).click()
  await screen.getByLabelText('What came of it').fill('Fee of the bank')
  await screen.getByRole('dialog').getByRole('button', { name: 'Settle difference' }).click()
  await expect.poll(() => server.sent(differenceCalls.settle)).toEqual([{ id: 4, note: 'Fee of the bank' }])
})

test.each([
  [roles.admin, 0, true],
  [roles.agent, 0, false],
  [roles.agent, 1, true],
])('role %i with %i differences: the tab is there: %s', async (role, total, isThere) => {
  const server = startFakeServer()
  server.answer(differenceCalls.find, { list: [], total })
  server.answer(cardCalls.find, { list: [], total: 0, own: null })
  const screen = await openPage('/index/pay/cards', { user: { role } })
  await expect.element(screen.getByRole('tab', { name: 'Ledger' })).toBeVisible()
  const tab = screen.getByRole('tab', { name: 'Differences' })
  if (isThere) await expect.element(tab).toBeVisible()
  else await expect.element(tab).not.toBeInTheDocument()
})

test('without any it says what would be listed', async () => {
  const server = startFakeServer()
  server.answer(differenceCalls.find, { list: [], total: 0 })
  const screen = await openPage('/index/pay/differences', { user: { role: roles.admin } })
  await expect.element(screen.getByText('No differences')).toBeVisible()
  await expect.element(screen.getByText(/reports of the payment providers are compared/)).toBeVisible()
})
