import { roles } from '@trackway/core/codes/roles.ts'
import { type DiscountCode, discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const user = { user: { role: roles.agent } }
const code: DiscountCode = {
  id: 1,
  code: 'ABCD-2345-WXYZ',
  batchId: 12,
  rate: 33.33,
  state: 'used',
  isEnabled: true,
  isUsed: true,
  expireTime: null,
  createTime: Date.parse('2026-11-01T12:00Z'),
  orderNo: 'R20261101',
  usedBy: 'a-buyer',
  usedTime: Date.parse('2026-11-02T12:00Z'),
}

test('codes are listed with who used them, and disabled in bulk', async () => {
  const server = startFakeServer()
  server.answer(discountCodeCalls.find, { list: [code], total: 10_000 })
  server.answer(discountCodeCalls.enable, { done: 10_000, failed: [] })
  const screen = await openPage('/index/pay/discountCode?batchId=12', user)
  await expect.element(screen.getByText('ABCD-2345-WXYZ')).toBeVisible()
  await expect.element(screen.getByText('33.33%')).toBeVisible()
  await expect.element(screen.getByText('a-buyer')).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Select this page' }).click()
  await screen.getByRole('button', { name: 'Select all 10,000 that match' }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
  await expect
    .poll(() => server.sent(discountCodeCalls.enable))
    .toEqual([{ filter: { batchId: 12 }, isEnabled: false }])
})

test('codes are generated and offered as a file', async () => {
  const server = startFakeServer()
  server.answer(discountCodeCalls.find, { list: [], total: 0 })
  server.answer(discountCodeCalls.add, { batchId: 13, count: 10_000 })
  const screen = await openPage('/index/pay/discountCode', user)
  await expect.element(screen.getByText('No discount codes yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Generate codes' }).first().click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Number of codes').fill('10000')
  await dialog.getByLabelText('Discount').fill('33.33')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect.element(screen.getByText('10,000 codes generated')).toBeVisible()
  expect(server.sent(discountCodeCalls.add)).toMatchObject([{ count: 10_000, rate: 33.33 }])
  await expect.element(screen.getByRole('dialog').getByText('Export', { exact: true })).toBeVisible()
})
