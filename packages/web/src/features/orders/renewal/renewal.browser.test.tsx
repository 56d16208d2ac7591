import type { OutputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { orderCalls, type PayWay } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { router } from '../../../shell/router.tsx'
import { type FakeServer, startFakeServer } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { renderInApp } from '../../../testing/render.tsx'
import { RenewDevices } from './RenewDevices.tsx'

type Quote = OutputOf<typeof orderCalls.quote>
const device = '860000000000001'
const agent = { user: { role: roles.agent } }
const customer = { user: { role: roles.user } }

const preview = {
  terminalID: device,
  nickname: null,
  carNumber: 'N-1',
  username: 'north',
  stateTime: Date.now() - 41 * 86_400_000,
  externalVoltageV: 12.4,
  platformExpireTime: Date.parse('2026-12-31T12:00Z'),
  renewedTime: Date.parse('2027-12-31T12:00Z'),
  platformMonths: null,
  renewedMonths: null,
  result: null,
}
const cards = (needed: number, held: number | null): PayWay => ({
  payType: 'card',
  currency: null,
  listAmount: needed,
  amount: needed,
  unitAmount: 1,
  held,
})
const paypal: PayWay = {
  payType: 'paypal',
  currency: 'USD',
  listAmount: 2997,
  amount: 2997,
  unitAmount: 999,
  held: null,
}
const balance: PayWay = { ...paypal, payType: 'balance', held: 500 }

function aQuote(parts: Partial<Quote> = {}): Quote {
  return {
    list: [preview],
    needed: 3,
    refused: 0,
    silent: 0,
    seller: 'North',
    discountRate: null,
    ways: [],
    ...parts,
  }
}

function aShop(): FakeServer {
  const server = startFakeServer()
  server.answer(payAccountCalls.allowedPay, {
    list: [{ payType: 'paypal', currencies: ['USD'] }],
    balances: [],
  })
  return server
}

async function openRenewal(surroundings: Parameters<typeof renderInApp>[1] = customer) {
  const screen = await renderInApp(<RenewDevices chosen={{ ids: [device] }} />, surroundings)
  await screen.getByRole('button', { name: 'Renew' }).click()
  return screen
}

test('a shortage of cards is told before the button, with the number that is missing', async () => {
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ needed: 214, silent: 1, ways: [cards(214, 190)] }))
  const screen = await openRenewal(agent)
  await expect.element(screen.getByText('214 cards needed, 190 held')).toBeVisible()
  await expect.element(screen.getByText('41 days ago')).toBeVisible()
  await expect.element(screen.getByText(/1 device has not reported for 30 days/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Renew 214 devices' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /24 cards are missing/ })).toBeInTheDocument()
})

test('a term that has not begun is told by its months', async () => {
  const server = aShop()
  const months = { platformExpireTime: null, renewedTime: null, platformMonths: 12, renewedMonths: 24 }
  const list = [Object.assign({}, preview, months)]
  server.answer(orderCalls.quote, aQuote({ list, ways: [cards(1, 1)] }))
  const screen = await openRenewal(agent)
  await expect.element(screen.getByText('12 months from activation')).toBeVisible()
  await expect.element(screen.getByText('24 months from activation')).toBeVisible()
})

test('on a phone the new end is in view, with the present one and the voltage beneath', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ ways: [paypal] }))
  const screen = await openRenewal()
  const then = screen.getByText('31 Dec 2027')
  await expect.element(then).toBeInViewport({ ratio: 1 })
  await expect.element(screen.getByText('Now 31 Dec 2026')).toBeVisible()
  await expect.element(screen.getByText('12.4 V')).toBeVisible()
})

test('on a phone all durations are in view, and the ways to pay are as wide as each other', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ ways: [balance, paypal] }))
  const screen = await openRenewal()
  await expect.element(screen.getByRole('radio', { name: /PayPal/ })).toBeVisible()
  for (const name of ['1 month', '6 months', '1 year', '2 years', '3 years', 'Lifetime']) {
    const { left, right } = screen.getByText(name, { exact: true }).element().getBoundingClientRect()
    expect([name, left > 0, right < 390]).toEqual([name, true, true])
  }
  const ways = screen.getByRole('radiogroup', { name: 'How to pay' }).element()
  expect(new Set([...ways.children].map((way) => way.getBoundingClientRect().width)).size).toBe(1)
})

test('cards renew at once, for the duration that is chosen', async () => {
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ needed: 1, ways: [cards(1, 190)] }))
  server.answer(orderCalls.create, { orderNo: 'TW0001', amount: 0, currency: 'USD', status: 2, refused: [] })
  const screen = await openRenewal(agent)
  await screen.getByText('6 months').click()
  await screen.getByRole('button', { name: 'Renew 1 device' }).click()
  await expect
    .poll(() => server.sent(orderCalls.create))
    .toEqual([{ terminalIDs: [device], duration: 2, target: 'both', payType: 'card' }])
  await expect.element(screen.getByText('Renewed')).toBeVisible()
})

test('what can be paid is preferred, and what a balance lacks is told', async () => {
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ ways: [balance, paypal] }))
  const screen = await openRenewal()
  await expect.element(screen.getByRole('radio', { name: /PayPal/ })).toBeChecked()
  await expect.element(screen.getByTestId('renewal-total')).toHaveTextContent('Total 29.97 USD')
  await screen.getByRole('radio', { name: /Balance/ }).click()
  await expect.element(screen.getByRole('note', { name: /24.97 USD is missing/ })).toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Pay 29.97 USD' })).toBeDisabled()
})

test('a discount code is refused at its field, and taken off when it counts', async () => {
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ ways: [paypal] }))
  const screen = await openRenewal()
  await screen.getByRole('button', { name: 'Apply' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter a discount code.')
  server.refuse(orderCalls.quote, 'discountCodeUsed')
  const field = screen.getByLabelText('Discount code')
  await field.fill('ABCDEFGH2345')
  await expect
    .element(screen.getByRole('note', { name: /Apply the discount code first/ }))
    .toBeInTheDocument()
  await screen.getByRole('button', { name: 'Apply' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/has been used/)
  await expect.element(screen.getByTestId('renewal-total')).toHaveTextContent('29.97 USD')
  server.answer(orderCalls.quote, aQuote({ ways: [{ ...paypal, amount: 2697 }], discountRate: 10 }))
  await field.fill('ZYXWVUTS2345')
  await screen.getByRole('button', { name: 'Apply' }).click()
  await expect.element(screen.getByText('10 % off, you save 3.00 USD')).toBeVisible()
  server.answer(orderCalls.create, {
    orderNo: 'TW0002',
    amount: 2697,
    currency: 'USD',
    status: 2,
    refused: [],
  })
  await screen.getByRole('button', { name: 'Pay 26.97 USD' }).click()
  await expect
    .poll(() => server.sent(orderCalls.create))
    .toMatchObject([{ payType: 'paypal', currency: 'USD', discountCode: 'ZYXWVUTS2345' }])
})

test('the demo account reads what it would pay, and orders nothing', async () => {
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ ways: [paypal] }))
  const screen = await openRenewal({ user: { role: roles.agent, isDemo: true } })
  await screen.getByRole('button', { name: 'Pay 29.97 USD' }).click()
  await expect.element(screen.getByText(/would pay 29.97 USD \(PayPal\) for 3 devices/)).toBeVisible()
  expect(server.sent(orderCalls.create)).toEqual([])
})

test('who has no way to pay is sent to the provider, also where these devices have no price', async () => {
  const server = startFakeServer()
  server.answer(payAccountCalls.allowedPay, { list: [], balances: [] })
  server.answer(serviceEndCalls.contact, { name: 'Wind', telephone: null, email: null })
  const help = <p>Ask Wind</p>
  const none = await renderInApp(<RenewDevices chosen={{ ids: [device] }} otherwise={help} />, customer)
  await expect.element(none.getByText('Ask Wind')).toBeVisible()
  await none.unmount()
  server.answer(orderCalls.quote, aQuote({ ways: [] }))
  const screen = await openRenewal(agent)
  await expect.element(screen.getByText(/doesn't sell renewals of these devices online/)).toBeVisible()
  await expect.element(screen.getByText('To renew, contact Wind.')).toBeVisible()
})

test('what is due is renewed where it is listed: those chosen, or all that are found', async () => {
  const server = aShop()
  const due = { ...preview, userId: 9, state: 'expiring', expireTime: Date.now() + 86_400_000 }
  server.answer(statisticsCalls.pastDue, { list: [due], total: 30, expired: 10, expiring: 20 } as never)
  server.answer(orderCalls.quote, aQuote({ needed: 30, ways: [cards(30, 190)] }))
  const screen = await openPage('/index/count/countPastDue?withinDays=60', agent)
  await screen.getByRole('checkbox', { name: 'Select this page' }).click()
  await screen.getByRole('button', { name: 'Select all 30 that match' }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'Renew' }).click()
  await expect
    .poll(() => server.sent(orderCalls.quote).at(-1))
    .toMatchObject({ filter: { due: 'both', withinDays: 60 }, duration: 3 })
})

test.each([
  ['30', { filter: { due: 'both', withinDays: 30 } }],
  [`${device}_860000000000002`, { terminalIDs: [device, '860000000000002'] }],
])('a link of a reminder opens the renewal of its devices: %s', async (renew, input) => {
  const server = aShop()
  server.answer(orderCalls.quote, aQuote({ ways: [paypal] }))
  server.answer(orderCalls.find, { list: [], total: 0 })
  const screen = await openPage(`/index/order/list?renew=${renew}`, customer)
  await expect.element(screen.getByText('Renew devices')).toBeVisible()
  await expect.element(screen.getByTestId('renewal-total')).toBeVisible()
  expect(server.sent(orderCalls.quote).at(-1)).toMatchObject(input)
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => router.state.location.search).not.toHaveProperty('renew')
})
