import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs, openPage, phone } from './browser.ts'
import { cardOf, selectInList } from './home-page.ts'
import { connectGt06, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
const imei = '867520000001204'
let owner: Client
let browser: Browser
let tracker: Tracker

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'live-sharer', roles.agent)
  await aDevice(owner, imei, 'Gt06', 'Courier 1')
  tracker = await connectGt06(ports.gt06, imei)
  await drive(40)
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

const drive = (speedKmh: number) =>
  tracker.report({ latitude: 22.5, longitude: 114, speedKmh, courseDeg: 0, satellites: 10, accOn: true })

test('a link shows a stranger where the vehicle is, until it is ended', async () => {
  const { page, problems } = await openAs(browser, owner, '/index/home')
  await selectInList(page, 'Courier 1')
  await cardOf(page, 'Courier 1').getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Your parcel')
  await dialog.getByText('Show when it arrives at a place').click()
  await dialog.getByRole('application', { name: 'Map' }).click({ position: { x: 200, y: 120 } })
  await dialog.getByLabel('Name of the place').fill('Front door')
  await dialog.getByRole('button', { name: 'Create link' }).click()

  const path = (await dialog.getByText(/sharedLive/).textContent())!.trim()
  const stranger = await openPage(browser, path, { viewport: phone })
  await stranger.page.getByRole('heading', { name: 'Your parcel' }).waitFor()
  await stranger.page.getByText('40 km/h').waitFor()
  await stranger.page.getByText('Front door').waitFor()
  await drive(55)
  await stranger.page.getByText('55 km/h').waitFor()
  expect(await stranger.page.locator('body').textContent()).not.toContain(imei)

  await dialog.getByRole('button', { name: 'Revoke Your parcel' }).click()
  await stranger.page.getByText('This link no longer works').waitFor()
  expect(problems).toEqual([])
})
