import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { type RenewPrice, renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const user = { user: { role: roles.agent } }

const price = (parts: Partial<RenewPrice>): RenewPrice => ({
  deviceType: null,
  duration: 3,
  currency: 'USD',
  amount: null,
  own: null,
  origin: null,
  originUser: null,
  floor: null,
  ownFloor: null,
  floorOrigin: null,
  ...parts,
})
const inherited = price({ amount: 1_000, origin: 'above', floor: 700, floorOrigin: 'set' })

function serve(list: RenewPrice[], maySetFloor = false) {
  const server = startFakeServer()
  server.answer(deviceCalls.types, { list: [] } as never)
  server.answer(renewPriceCalls.find, { userId: 5, name: 'North', maySetFloor, currencies: ['USD'], list })
  return server
}

test('prices are shown with where they come from, and one is set in the currency’s units', async () => {
  const server = serve([inherited, price({ duration: 6, amount: 9_900, own: 9_900, origin: 'own' })])
  server.answer(renewPriceCalls.save, {})
  const screen = await openPage('/index/pay/renewPrice', user)
  await expect.element(screen.getByRole('heading', { name: 'Prices of North' })).toBeVisible()
  await expect.element(screen.getByText('Purchase 7.00')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^All models, Lifetime: 99.00 Own/ })).toBeVisible()
  await screen.getByRole('button', { name: 'All models, 1 year: 10.00 Inherited' }).click()
  await expect.element(screen.getByText(/At least 7.00 USD/)).toBeVisible()
  await expect.element(screen.getByLabelText('Purchase price of this agent')).not.toBeInTheDocument()
  await screen.getByLabelText('Price for customers').fill('19.99')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(renewPriceCalls.save))
    .toEqual([{ userId: 5, deviceType: null, prices: [{ duration: 3, currency: 'USD', amount: 1_999 }] }])
})

test('what is below the purchase price is refused at its field', async () => {
  const server = serve([inherited])
  server.refuse(renewPriceCalls.save, 'priceBelowFloor')
  const screen = await openPage('/index/pay/renewPrice', user)
  await screen.getByRole('button', { name: /^All models, 1 year/ }).click()
  await screen.getByLabelText('Price for customers').fill('1')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/can't be below/)).toBeVisible()
})

test('a superior sets what an agent pays; emptied, it is inherited again', async () => {
  const server = serve([price({ amount: 1_500, own: 1_500, origin: 'own', floor: 700, ownFloor: 700 })], true)
  server.answer(renewPriceCalls.save, {})
  const screen = await openPage('/index/pay/renewPrice?userId=5', user)
  await screen.getByRole('button', { name: /^All models, 1 year: 15.00/ }).click()
  await screen.getByLabelText('Price for customers').fill('')
  await screen.getByLabelText('Purchase price of this agent').fill('8')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(renewPriceCalls.save).at(-1)?.prices)
    .toEqual([{ duration: 3, currency: 'USD', amount: null, floor: 800 }])
})

test('nothing set yet says what to do, in a currency without decimals too', async () => {
  const server = serve([])
  server.answer(renewPriceCalls.save, {})
  const screen = await openPage('/index/pay/renewPrice?currency=JPY', user)
  await expect.element(screen.getByText(/Nothing is sold in JPY yet/)).toBeVisible()
  await screen.getByRole('button', { name: 'All models, 1 month: – Not set' }).click()
  await screen.getByLabelText('Price for customers').fill('1500')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(renewPriceCalls.save).at(-1)?.prices)
    .toEqual([{ duration: 1, currency: 'JPY', amount: 1_500 }])
})

test('the preview shows what a customer sees; on a phone durations are one below the other', async () => {
  await page.viewport(390, 844)
  const server = serve([inherited])
  server.answer(renewPriceCalls.preview, {
    seller: 'North',
    list: [{ deviceType: null, duration: 3, currency: 'USD', amount: 1_000 }],
  })
  const screen = await openPage('/index/pay/renewPrice', user)
  await expect.element(screen.getByRole('button', { name: /^All models, 1 year/ })).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Preview as customer' }).click()
  await expect.element(screen.getByText('Sold by North')).toBeVisible()
  expect(server.sent(renewPriceCalls.preview)).toEqual([{ userId: 5 }])
  await page.viewport(1440, 900)
})
