import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, send, signInAsAdmin, signInByApi } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { inList } from './home-page.ts'
import { screenLink, sectionLink } from './menu.ts'

const { url, databaseUrl } = inject('server')
let agent: Client
let customer: Client
let stranger: Client
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  const admin = await signInAsAdmin(url)
  agent = await anAccount(admin, 'access-agent', roles.agent)
  customer = await anAccount(agent, 'access-customer', roles.user)
  stranger = await anAccount(admin, 'access-stranger', roles.agent)
  const devices = [
    [agent, '867520000000602', 'Own car'],
    [customer, '867520000000610', 'Customer car'],
    [stranger, '867520000000628', 'Stranger car'],
  ] as const
  for (const [owner, terminalID, name] of devices) {
    await aDevice(admin, terminalID, 'Gt06', name, owner.user.id)
  }
})
afterAll(() => closeBrowser(browser))

describe('an end user', () => {
  let page: Page
  beforeAll(async () => {
    page = (await openAs(browser, customer, '/index/home')).page
  })
  const isAt = (path: string) => page.waitForURL((at) => at.pathname === path)

  test('has no devices in the menu, and no way there', async () => {
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'Replay' }).waitFor()
    expect(await menu.getByRole('link', { name: 'Customers' }).count()).toBe(0)
    await menu.getByRole('link', { name: 'Vehicles' }).click()
    await screenLink(page, 'Vehicles', 'Commands').waitFor()
    expect(await screenLink(page, 'Vehicles', 'Devices').count()).toBe(0)
    await page.goto(`${url}/index/device/deviceList`)
    await isAt('/notFound')
  })

  test('is sent on from the login while signed in', async () => {
    await page.goto(`${url}/login`)
    await isAt('/index/home')
  })

  test('finds out of a path that does not exist', async () => {
    await page.goto(`${url}/index/nowhere`)
    await isAt('/notFound')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('button', { name: 'Back to home' }).click()
    await isAt('/index/home')
  })

  test('sees no cars but its own', async () => {
    await inList(page, 'Customer car').waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
  })
})

describe('an agent', () => {
  test('sees its own devices and those below it, in the page', async () => {
    const { page } = await openAs(browser, agent, '/index/home')
    await inList(page, 'Own car').waitFor()
    await inList(page, 'Customer car').waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(2)
    await sectionLink(page, 'Vehicles').click()
    await page.getByRole('row').filter({ hasText: 'Customer car' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Stranger car' }).count()).toBe(0)
    await page.close()
  })

  test('does not find a stranger’s device by its id', async () => {
    const terminalID = '867520000000628'
    const { meta } = await send(url, agent.token, deviceCalls.detail, { terminalID })
    expect(meta.code).toBe(resultCodes.notFound)
    const { list } = await callApi(agent, locationCalls.find, { terminalIDs: [terminalID] })
    expect(list).toEqual([])
  })
})

describe('a trial account', () => {
  let trial: Client
  beforeAll(async () => {
    const { username } = agent.user
    const database = openDatabase(databaseUrl, 1)
    await database.db
      .updateTable('accounts')
      .set({ is_demo: true })
      .where('username', '=', username)
      .execute()
    await database.close()
    trial = await signInByApi(url, username, agent.password)
  })

  test('sees, and is shown why it cannot change', async () => {
    const { page } = await openAs(browser, trial, '/index/device/deviceList')
    const row = page.getByRole('row').filter({ hasText: 'Own car' })
    const button = row.getByRole('button', { name: 'Delete Own car' })
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await button.hover()
    await page.getByText(/Not available in the demo account/).waitFor()
    await button.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.close()
  })

  test('is refused by the server, in words', async () => {
    const terminalID = '867520000000602'
    const { meta } = await send(url, trial.token, deviceCalls.update, { terminalID, remark: 'mine now' })
    expect(meta).toMatchObject({
      success: false,
      code: resultCodes.demoAccount,
      message: expect.stringMatching(/demo/i),
    })
  })
})
