import { roles } from '@trackway/core/codes/roles.ts'
import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { AutoRenewalBanner } from './AutoRenewalBanner.tsx'

const now = Date.UTC(2026, 10, 20)
const off = {
  isOn: false,
  daysBefore: 7,
  duration: 3,
  payType: 'card',
  currency: 'USD',
  changeTime: null,
  due: 12,
  held: 5,
} as const
const record = {
  id: '1-2',
  terminalID: '860000000000001',
  nickname: 'Van',
  username: 'north',
  endTime: now,
  result: 'notEnoughCards',
  time: now,
} as const

test('it is switched on with what it takes and what there is in sight, and lists what failed', async () => {
  const server = startFakeServer()
  server.answer(autoRenewalCalls.get, off)
  server.answer(autoRenewalCalls.find, { list: [record], total: 1 })
  server.answer(autoRenewalCalls.save, {})
  const screen = await openPage('/index/order/autoRenewal', { user: { role: roles.user } })
  await expect.element(screen.getByText('12 devices due within 7 days. 5 cards held.')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Not enough cards' })).toBeVisible()
  await expect.element(screen.getByLabelText('Currency')).not.toBeVisible()
  await screen.getByLabelText('Renew devices automatically').click()
  await screen.getByText('Balance', { exact: true }).click()
  await expect.element(screen.getByLabelText('Currency')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(autoRenewalCalls.save))
    .toEqual([{ isOn: true, daysBefore: 7, duration: 3, payType: 'balance', currency: 'USD' }])
})

test('what failed is told above every screen until it is dismissed', async () => {
  const server = startFakeServer()
  const failed = { result: 'balanceInsufficient' as const, count: 3, name: 'Van', endTime: now }
  server.answer(autoRenewalCalls.news, { list: [failed], time: now })
  server.answer(autoRenewalCalls.seen, {})
  const screen = await renderInApp(<AutoRenewalBanner />, { user: { role: roles.agent } })
  await expect
    .element(screen.getByText(/^3 devices were not renewed automatically.*Balance insufficient/))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText(/3 devices/)).not.toBeInTheDocument()
  await expect.poll(() => server.sent(autoRenewalCalls.seen)).toEqual([{ until: now }])
})
