import { roles } from '@trackway/core/codes/roles.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { announceExpiries } from '@trackway/server/features/expiry-notices/announce-expiries.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, launchBrowser, openAs, openPage } from './browser.ts'

const { url, databaseUrl } = inject('server')
const cars = ['867520000001205', '867520000001213', '867520000001221']
const dayMs = 86_400_000

let browser: Browser
let agent: Client
let customer: Client
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  agent = await anAccount(await signInAsAdmin(url), 'lists-agent', roles.agent)
  customer = await anAccount(agent, 'lists-customer', roles.user)
  for (const [n, id] of cars.entries()) await aDevice(agent, id, 'Gt06', `Car ${n + 1}`, agent.user.id)
  await aDevice(agent, '867520000001239', 'Gt06', 'Customer car', customer.user.id)
  const database = openDatabase(databaseUrl, 1)
  const ends = [Date.now() - dayMs, Date.now() + 5 * dayMs]
  for (const [n, platform_expire_time] of ends.entries())
    await database.db
      .updateTable('devices')
      .set({ platform_expire_time, platform_from_activation: false })
      .where('terminal_id', '=', cars[n]!)
      .execute()
  // The agent is notified of these expiries by day: here at once, so that his pages show them at any hour of a run.
  for (const hours of [0, 6, 12, 18])
    await announceExpiries(database.db, { canMail: false, now: Date.now() + hours * 3_600_000 })
  await database.close()
  const opened = await openAs(browser, agent, '/index/device/deviceList')
  page = opened.page
  problems = opened.problems
})
afterAll(() => closeBrowser(browser))
beforeEach(() => beginAt(page, '/index/device/deviceList'))

const rows = (name: string) => page.getByRole('table', { name }).locator('tbody tr')
const search = () => new URL(page.url()).search

describe('back', () => {
  test('undoes order and filter of a list before it leaves the screen', async () => {
    await rows('Devices').first().waitFor()
    await page.getByRole('columnheader', { name: 'Model' }).click()
    await page.waitForURL(/sort=deviceType/)
    await page.getByRole('combobox', { name: 'Service' }).click()
    await page.getByTitle('Expired', { exact: true }).click()
    await expect.poll(() => rows('Devices').count()).toBe(1)

    await page.goBack()
    await expect.poll(() => rows('Devices').count()).toBe(4)
    expect(search()).toContain('sort=deviceType')
    await page.goBack()
    await expect.poll(search).not.toContain('sort')
    expect(new URL(page.url()).pathname).toBe('/index/device/deviceList')
  })

  test('does not take a search away letter by letter', async () => {
    await page.goto(`${url}/index/count/countPastDue`)
    await page.getByRole('button', { name: /^Expired/ }).click()
    await page.waitForURL(/state=expired/)
    const field = page.getByRole('searchbox')
    for (const text of ['Ca', 'Car', 'Car 1']) {
      await field.fill(text)
      await field.press('Enter')
      await page.waitForURL((at) => at.searchParams.get('search') === text)
    }
    await page.goBack()
    await expect.poll(search).toBe('')
  })
})

test('what is past due is managed in the device list, those vehicles and no others', async () => {
  await page.goto(`${url}/index/count/countPastDue?withinDays=7`)
  await page.getByRole('link', { name: 'Manage 2 devices' }).click()
  await expect.poll(() => rows('Devices').count()).toBe(2)
  await page.getByRole('row').filter({ hasText: 'Car 1' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Car 2' }).waitFor()
  await page.getByTitle('Due within 7 days').waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Open Car 2 in the device list' }).click()
  await page.getByText('1 selected device').waitFor()
  await expect.poll(() => rows('Devices').count()).toBe(1)
  const { total } = await callApi(agent, statisticsCalls.pastDue, { withinDays: 7 })
  expect(total).toBe(2)
})

describe('the choice of an account', () => {
  const picker = () => page.getByRole('button', { name: /^Account: / })

  test('has its name also where the address has only its id', async () => {
    await page.goto(`${url}/index/count/countMileage?userId=${customer.user.id}`)
    await page.getByRole('button', { name: 'Account: lists-customer' }).waitFor()
  })

  test('offers again what was chosen last, after a reload, too', async () => {
    await page.goto(`${url}/index/count/countMileage`)
    await picker().click()
    await page.getByRole('treeitem', { name: /lists-customer/ }).click()
    await page.waitForURL(new RegExp(`userId=${customer.user.id}`))
    await page.goto(`${url}/index/count/countMileage`)
    await picker().click()
    const recent = page.getByRole('group', { name: 'Recent' })
    await recent.getByRole('button', { name: 'lists-customer' }).click()
    await page.waitForURL(new RegExp(`userId=${customer.user.id}`))
  })
})

test('who exports has all files and mails where they are made', async () => {
  const { page, problems } = await openAs(browser, agent, '/index/count/countPastDue')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'My exports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exports' })
  await dialog.getByText('No files yet').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.goto(`${url}/index/count/countOverview`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  await page.getByRole('alert').filter({ hasText: 'The file is ready' }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'My exports' }).click()
  const files = dialog.getByRole('table', { name: 'Files' }).locator('tbody tr')
  await files.first().getByText('Ready').waitFor()
  await files
    .first()
    .getByRole('button', { name: /^Remove / })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByText('No files yet').waitFor()
  await dialog.getByText('Scheduled reports').click()
  await dialog.getByText('No scheduled reports').waitFor()
  expect(problems).toEqual([])
  await page.close()
})

test('a role of the factory does not see what is past due by its address', async () => {
  const tester = await anAccount(await signInAsAdmin(url), 'lists-tester', roles.test)
  const { page } = await openPage(browser, `${url}/login`)
  await page.locator('input[autocomplete=username]').fill(tester.user.username)
  await page.locator('input[type=password]').fill(tester.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname === '/test/qc/search')
  for (const path of ['/index/count/countPastDue', '/index/count']) {
    await page.goto(url + path)
    await page.waitForURL(/\/notFound/)
  }
  await page.context().close()
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
