import { alarms } from '@trackway/core/codes/alarms.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs, phone } from './browser.ts'
import { inList } from './home-page.ts'
import { connectGt06, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
const imei = '867520000000313'
let agent: Client
let owner: Client
let browser: Browser
let tracker: Tracker
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  const admin = await signInAsAdmin(url)
  agent = await anAccount(admin, 'alarm-agent', roles.agent)
  owner = await anAccount(agent, 'alarm-owner', roles.user)
  await aDevice(admin, imei, 'Gt06', 'Alarm van', owner.user.id)
  tracker = await connectGt06(ports.gt06, imei)
  await report()
  page = (await openAs(browser, agent, '/index/alarmsAll')).page
  await page.getByText('New alarms appear here as they happen.').waitFor()
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

/** A report of now at a place near Shenzhen. */
const report = (raised: readonly number[] = []) =>
  tracker.report({
    latitude: 22.54,
    longitude: 114.05,
    speedKmh: 12,
    courseDeg: 0,
    satellites: 10,
    accOn: true,
    alarms: [...raised],
  })
const row = (of: Page) => of.getByRole('option').filter({ hasText: 'SOS' })

test('an SOS shows in a browser that is open, and is counted in the menu and before the title', async () => {
  await report([alarms.sos])
  await row(page).getByText('Alarm van').waitFor()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('img', { name: '1 unread alarm' }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) Alarms · Trackway')
})

test('what one session acknowledges another sees change', async () => {
  const other = (await openAs(browser, owner, '/index/alarms')).page
  await row(other).click()
  const actions = other.getByRole('toolbar', { name: 'Handle' })
  await actions.getByRole('button', { name: 'Acknowledge' }).click()
  await row(page).getByText('Acknowledged').waitFor()
  await other.getByRole('button', { name: 'Undo' }).click()
  await row(page).getByText('Acknowledged').waitFor({ state: 'detached' })
  await other.close()
})

test('the monitor marks the vehicle, lists its alarms, and announces another one', async () => {
  const home = (await openAs(browser, agent, '/index/home')).page
  await inList(home, 'Alarm van').getByRole('img', { name: '1 unhandled alarm' }).waitFor()
  await home.getByRole('button', { name: /Alarm\s?1$/ }).click()
  await inList(home, 'Alarm van').click()
  await home.getByRole('tab', { name: 'Alarms' }).click()
  await home.getByRole('link', { name: /^Critical SOS/ }).waitFor()
  await report([alarms.externalPowerCut])
  // Behind the one that is graver, on top of the screen.
  const pinned = home.getByTestId('tw-pinned')
  await pinned.locator('[aria-expanded]').click()
  await pinned.getByText('External power cut').waitFor()
  await home.close()
})

test('on a phone the alarm opens as a sheet over the list', async () => {
  const small = (await openAs(browser, owner, '/index/alarms', { viewport: phone })).page
  await row(small).click()
  await small.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await small.getByRole('dialog').getByText('Acknowledged').first().waitFor()
  await small.close()
})
