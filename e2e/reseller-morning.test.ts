import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accountPassword, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openPage, picture, signIn } from './browser.ts'
import { inList } from './home-page.ts'
import { allLoaded } from './layout.ts'
import { screenLink, sectionLink } from './menu.ts'
import { anImei, writeSheet } from './sheet.ts'

/**
 * A reseller's morning, by the page alone: a new customer, fifty devices imported for him and handed over, one taken
 * back, his password reset, and the first sign-in with it.
 */

const { url } = inject('server')
const customer = 'morning-customer'
const imeis = Array.from({ length: 50 }, (_, n) => anImei(86_799_810_000_000 + n))
/** The one that comes back. */
const returned = imeis[7]!

let browser: Browser
let agent: Client
let page: Page
let problems: string[]
let secret = ''
/** What a hand has clicked so far. */
let clicks = 0

beforeAll(async () => {
  browser = await launchBrowser()
  agent = await anAccount(await signInAsAdmin(url), 'morning-agent', roles.agent)
  ;({ page, problems } = await openPage(browser, `${url}/login`))
})
afterAll(() => closeBrowser(browser))

async function click(target: Locator): Promise<void> {
  await target.click()
  clicks += 1
}
const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name })
const menu = (name: string) => sectionLink(page, name)
/** Chooses an account in the picker of a form. */
async function pick(form: Locator, name: string): Promise<void> {
  await click(form.getByRole('treeitem').getByText(name, { exact: true }))
}
const ownersOf = async () => {
  const { list } = await callApi(agent, deviceCalls.find, { terminalIDs: imeis, pageSize: 100 })
  const names = list.map(({ username }) => username)
  return { agent: names.filter((name) => name === 'morning-agent').length, all: names.length }
}

test('signs in', async () => {
  await signIn(page, 'morning-agent', accountPassword)
  clicks += 1
})

test('adds a customer', async () => {
  await click(menu('Customers'))
  await click(button('Add account').first())
  const form = page.getByRole('dialog')
  await form.getByLabel('User name').fill(customer)
  await form.getByLabel('Password', { exact: true }).fill('a first password')
  await click(button('Add account', form))
  await page.getByText(`Account ${customer} added`).waitFor()
  await page.getByRole('row').filter({ hasText: customer }).waitFor()
})

test('imports fifty devices of a sheet', async () => {
  const rows = imeis.map((imei, n) => [imei, 'Gt06', `Morning ${n}`])
  const path = await writeSheet('morning.xlsx', ['IMEI', 'Model', 'Device name'], rows)
  await click(screenLink(page, 'Customers', 'Bulk operations'))
  await click(page.locator('a[href="/index/device/deviceImport"]'))
  await page.locator('input[type=file]').setInputFiles(path)
  clicks += 2
  await page.getByText('50 ready, 0 with errors').waitFor()
  await picture(page, 'morning-import')
  await click(button('Import 50 devices'))
  await page.getByText('Finished').waitFor()
  expect(await ownersOf()).toEqual({ agent: 50, all: 50 })
})

test('hands them over', async () => {
  await click(menu('Vehicles'))
  await page.getByRole('row').filter({ hasText: imeis[0]! }).waitFor()
  await allLoaded(page)
  await click(page.getByLabel('Select this page'))
  await click(button('Select all 50 that match'))
  await click(button('Transfer'))
  const form = page.getByRole('dialog')
  await pick(form, customer)
  await picture(page, 'morning-transfer')
  await click(button('Transfer 50 devices', form))
  await page.getByText('50 done').waitFor()
  expect(await ownersOf()).toEqual({ agent: 0, all: 50 })
})

test('takes one back', async () => {
  await page.getByRole('searchbox').fill(returned)
  const row = page.getByRole('row').filter({ hasText: returned })
  await page.getByRole('row').filter({ hasText: imeis[0]! }).waitFor({ state: 'detached' })
  await click(row.getByRole('checkbox'))
  await click(button('Transfer'))
  const form = page.getByRole('dialog')
  await pick(form, 'morning-agent')
  await click(button('Transfer 1 device', form))
  await page.getByText('1 done').waitFor()
  expect(await ownersOf()).toEqual({ agent: 1, all: 50 })
})

test('gives the customer a new password, which is shown once', async () => {
  await click(menu('Customers'))
  await click(button(`Reset password of ${customer}`))
  const dialog = page.getByRole('dialog')
  await click(button('Reset password', dialog))
  secret = (await dialog.getByTestId('copy-text').textContent())?.trim() ?? ''
  expect(secret.length).toBeGreaterThan(7)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('looks at his account as he sees it, and comes back', async () => {
  await click(button(`Sign in as ${customer}`))
  await page.getByText(`You are signed in as ${customer}.`).waitFor()
  await inList(page, 'Morning 0').waitFor()
  await button('All 49').waitFor()
  expect(await page.getByText('Set your own password').count()).toBe(0)
  await click(button('Back to my account'))
  await page.getByRole('row').filter({ hasText: customer }).waitFor()
})

test('the customer signs in with it, must set his own, and sees his devices', async () => {
  const his = await openPage(browser, `${url}/login`)
  await signIn(his.page, customer, secret)
  const form = his.page.getByRole('main')
  await form.getByLabel('Current password').fill(secret)
  await form.getByLabel('New password', { exact: true }).fill('a password of my own')
  await form.getByLabel('Repeat the new password').fill('a password of my own')
  await click(button('Set password', form))
  clicks += 1
  await inList(his.page, 'Morning 0').waitFor()
  await button('All 49', his.page).waitFor()
  await picture(his.page, 'morning-customer')
  expect(his.problems).toEqual([])
})

test('all of it takes few clicks, and leaves no error in the console', () => {
  // A click and its aim take some two seconds: with typing it stays far below three minutes.
  expect(clicks).toBeLessThanOrEqual(31)
  expect(problems).toEqual([])
})
