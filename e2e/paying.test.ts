import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import {
  type FakePaypal,
  startFakePaypal,
} from '@trackway/server/features/pay-accounts/testing/fake-paypal.ts'
import { ownPort } from '@trackway/server/testing/run-folder.ts'
import { type ServerProcess, startServerProcess } from '@trackway/server/testing/server-process.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'

/** A customer renews three devices and pays at PayPal, which stands on this machine with books of its own. */

const ids = ['867520000001801', '867520000001802', '867520000001803']
let fake: FakePaypal
let dataDir: string
let server: ServerProcess
let browser: Browser
let agent: Client
let customer: Client
let code: string

beforeAll(async () => {
  browser = await launchBrowser()
  fake = await startFakePaypal()
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-e2e-'))
  const ports = {
    http: await ownPort(),
    detect: await ownPort(),
    gt06: await ownPort(),
    jt808: await ownPort(),
  }
  const env = { PUBLIC_URL: `http://127.0.0.1:${ports.http}`, PAY_URLS: `paypal=${fake.url}` }
  server = await startServerProcess({ dataDir, ports, env })
  const admin = await signInAsAdmin(server.url)
  agent = await anAccount(admin, 'pay-agent', roles.agent)
  customer = await anAccount(agent, 'pay-customer', roles.user)
  for (const id of ids) await aDevice(agent, id, 'Gt06', `Van ${id.slice(-1)}`, customer.user.id)
  await callApi(admin, deviceServiceCalls.updateTime, {
    terminalIDs: ids,
    mode: 'fixed',
    platformExpireTime: Date.now() + 20 * 86_400_000,
  })
  await callApi(admin, renewPriceCalls.save, { prices: [{ duration: 3, currency: 'USD', amount: 1999 }] })
  await callApi(agent, renewPriceCalls.save, { prices: [{ duration: 3, currency: 'USD', amount: 2999 }] })
  await callApi(agent, discountCodeCalls.add, { count: 1, rate: 10 })
  code = (await callApi(agent, discountCodeCalls.find, {})).list[0]!.code
  const { id } = await callApi(admin, payAccountCalls.add, {
    provider: 'paypal',
    name: 'Ours',
    ...fake.settings,
  })
  fake.hookUrl = `${server.url}/hooks/paypal/${id}`
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
  await closeBrowser(browser)
  await rm(dataDir, { recursive: true, force: true })
})

test('three devices are renewed with a code, paid at PayPal, and one is refunded', async () => {
  const { page, problems } = await openAs(browser, customer, '/index/count/countPastDue?withinDays=30')
  await page.getByText('Van 1').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Renew' }).click()
  await page.getByLabel('Discount code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('10 % off').waitFor()
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()

  await page.getByRole('heading', { name: 'Pay 80.97 USD' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Payment cancelled').waitFor()
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await page.getByRole('heading', { name: 'Pay 80.97 USD' }).waitFor()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()

  await page.getByText('Payment successful').waitFor()
  await page.getByText('3 devices are renewed.').waitFor()
  expect(fake.books.balance('USD')).toBe(8097)
  await page.reload()
  await page.getByText('Payment successful').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  const orderNo = new URL(page.url()).searchParams.get('orderNo')!
  await callApi(agent, orderCalls.refund, { orderNo, terminalIDs: ids.slice(0, 1) })
  await expect.poll(() => fake.books.balance('USD')).toBe(8097 - 2699)
  await page.reload()
  await page
    .getByText(/26\.99.* refunded/)
    .first()
    .waitFor()
  expect(problems).toEqual([])
})
