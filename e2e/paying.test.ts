import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { discountCodeCalls } from '@trackway/core/features/discount-codes/calls.ts'
import { exchangeRateCalls } from '@trackway/core/features/exchange-rates/calls.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import {
  type FakePaypal,
  startFakePaypal,
} from '@trackway/server/features/pay-accounts/testing/fake-paypal.ts'
import {
  type FakeWeixin,
  startFakeWeixin,
  weixinMerchant,
} from '@trackway/server/features/pay-accounts/testing/fake-weixin.ts'
import { ownPort } from '@trackway/server/testing/run-folder.ts'
import { type ServerProcess, startServerProcess } from '@trackway/server/testing/server-process.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, follow, launchBrowser, openAs } from './browser.ts'

/** Customers renew devices and pay at PayPal and WeChat Pay, which run on this machine with books of their own. */

const ids = ['867520000001801', '867520000001802', '867520000001803']
const lorryIds = ['867520000001804', '867520000001805', '867520000001806']
let fake: FakePaypal
let weixin: FakeWeixin
let dataDir: string
let server: ServerProcess
let browser: Browser
let agent: Client
let customer: Client
let haulier: Client
let code: string

beforeAll(async () => {
  browser = await launchBrowser()
  fake = await startFakePaypal()
  weixin = await startFakeWeixin()
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-e2e-'))
  const ports = {
    http: await ownPort(),
    detect: await ownPort(),
    gt06: await ownPort(),
    jt808: await ownPort(),
  }
  const env = {
    PUBLIC_URL: `http://127.0.0.1:${ports.http}`,
    PAY_URLS: `paypal=${fake.url},weixin=${weixin.url}`,
  }
  server = await startServerProcess({ dataDir, ports, env })
  const admin = await signInAsAdmin(server.url)
  agent = await anAccount(admin, 'pay-agent', roles.agent)
  customer = await anAccount(agent, 'pay-customer', roles.user)
  haulier = await anAccount(agent, 'pay-haulier', roles.user)
  for (const id of ids) await aDevice(agent, id, 'Gt06', `Van ${id.slice(-1)}`, customer.user.id)
  for (const id of lorryIds) await aDevice(agent, id, 'Gt06', `Lorry ${id.slice(-1)}`, haulier.user.id)
  await callApi(admin, deviceServiceCalls.updateTime, {
    terminalIDs: [...ids, ...lorryIds],
    mode: 'fixed',
    platformExpireTime: Date.now() + 20 * 86_400_000,
  })
  await callApi(admin, renewPriceCalls.save, { prices: [price('USD', 1999), price('CNY', 9900)] })
  await callApi(agent, renewPriceCalls.save, { prices: [price('USD', 2999), price('CNY', 19_900)] })
  await callApi(admin, exchangeRateCalls.save, { currency: 'CNY', day: '2026-01-01', usdRate: '0.14' })
  await callApi(agent, discountCodeCalls.add, { count: 1, rate: 10 })
  code = (await callApi(agent, discountCodeCalls.find, {})).list[0]!.code
  const { id } = await callApi(admin, payAccountCalls.add, {
    provider: 'paypal',
    name: 'Ours',
    ...fake.settings,
  })
  fake.hookUrl = `${server.url}/hooks/paypal/${id}`
  await callApi(admin, payAccountCalls.add, { provider: 'weixin', name: 'WeChat', ...weixinMerchant })
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
  await weixin?.stop()
  await closeBrowser(browser)
  await rm(dataDir, { recursive: true, force: true })
})

const price = (currency: 'USD' | 'CNY', amount: number) => ({ duration: 3 as const, currency, amount })

/** Opens the renewal of all devices of an account that end within 30 days. @param name of one of them */
async function openRenewal(buyer: Client, name: string) {
  const opened = await openAs(browser, buyer, '/index/count/countPastDue?withinDays=30')
  const { page } = opened
  await page.getByText(name).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Renew' }).click()
  return opened
}

/** Presses the button of the receipt and reads the file that comes. */
async function receiptOf(page: Page) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  return readFile(await file.path(), 'latin1')
}

test('three devices are renewed with a code, paid at PayPal, and one is refunded', async () => {
  const { page, problems } = await openRenewal(customer, 'Van 1')
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
  expect(await receiptOf(page)).toMatch(/^%PDF-/)

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

test('devices are paid by the QR code of WeChat Pay; their seller refunds one and sees what is left', async () => {
  const { page, context, problems } = await openRenewal(haulier, 'Lorry 4')
  await page.getByRole('radio', { name: /WeChat Pay/ }).check()
  await page.getByRole('button', { name: 'Pay 597.00 CNY' }).click()
  await page.getByText('Scan to pay').waitFor()
  await page.getByRole('img', { name: 'QR code to pay with WeChat' }).waitFor()
  const orderNo = new URL(page.url()).searchParams.get('orderNo')!

  const [order] = weixin.orders.values()
  const telephone = await context.newPage()
  await telephone.goto(`${weixin.url}/pay/${order!.codes[0]}`)
  await telephone.getByText('¥597.00').waitFor()
  await telephone.getByRole('button', { name: 'Pay', exact: true }).click()
  await telephone.getByRole('heading', { name: 'Paid' }).waitFor()
  await telephone.close()

  await page.getByText('Payment successful').waitFor()
  await page.getByText('3 devices are renewed.').waitFor()
  expect(await receiptOf(page)).toMatch(/^%PDF-/)

  const seller = await openAs(browser, agent, '/index/pay/orders')
  const ordered = seller.page.getByRole('row').filter({ hasText: orderNo })
  await ordered.getByRole('button', { name: 'Details' }).click()
  const sheet = seller.page.getByRole('dialog', { name: `Order ${orderNo}` })
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = seller.page.getByRole('dialog', { name: `Refund order ${orderNo}` })
  await dialog.getByLabel('Devices').click()
  await seller.page.getByTitle('Lorry 5 · 199.00 CNY').click()
  await seller.page.keyboard.press('Escape')
  await dialog.getByText('199.00 CNY goes back to pay-haulier through WeChat Pay.').waitFor()
  await dialog.getByText(/^Lorry 5: paid until/).waitFor()
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await sheet.getByText('Refund of 199.00 CNY is on its way at the payment provider').waitFor()
  const [refund] = weixin.refunds.values()
  expect(refund).toMatchObject({ amount: 19_900, order })
  await weixin.endRefund(refund!.number, 'SUCCESS')
  await seller.page.reload()
  await sheet.getByText('199.00 CNY refunded').waitFor()
  expect(await receiptOf(seller.page)).toMatch(/^%PDF-/)

  await follow(seller.page, '/index/pay/orders?view=income')
  const row = seller.page.getByRole('row').filter({ hasText: '597.00 CNY' })
  await row.getByRole('cell', { name: '199.00 CNY' }).waitFor()
  await row.getByRole('cell', { name: '55.72 USD' }).waitFor()

  await page.reload()
  await page.getByText('199.00 CNY refunded').waitFor()
  await page.getByText('Lorry 4').waitFor()
  expect([...problems, ...seller.problems]).toEqual([])
})
