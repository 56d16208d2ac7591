import { readFile } from 'node:fs/promises'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { aDevice, anAccount, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, launchBrowser, openAs } from './browser.ts'
import { dateDaysAgo, driveOfYesterday } from './drive-of-yesterday.ts'
import { cardOf, inList } from './home-page.ts'
import { screenLink, sectionLink } from './menu.ts'
import { connectGt06, type Tracker } from './tracker.ts'

/** What people come for, from the monitor on, in as few actions as it may take: clicks, fields typed, keys that submit. */

const { url, ports } = inject('server')
const driven = '867520000000926'
const near = '867520000000934'
const added = '867520000000942'
const yesterday = dateDaysAgo(1)
/** A street of the map that comes with the platform, and a place on it. */
const street = 'Sofiankatu'
const onStreet = { latitude: 60.1686, longitude: 24.9525 }

let browser: Browser
let page: Page
let problems: string[]
let actions = 0
const trackers: Tracker[] = []

const click = (target: Locator) => {
  actions++
  return target.click()
}
const type = (target: Locator, text: string) => {
  actions++
  return target.fill(text)
}
const submit = (target: Locator) => {
  actions++
  return target.press('Enter')
}

beforeAll(async () => {
  browser = await launchBrowser()
  const owner = await anAccount(await signInAsAdmin(url), 'actions-owner', roles.agent)
  await aDevice(owner, driven, 'Gt06', 'Truck 21')
  await aDevice(owner, near, 'Gt06', 'Tram 22')
  const truck = await connectGt06(ports.gt06, driven)
  await truck.backlog(driveOfYesterday())
  truck.hangUp()
  const tram = await connectGt06(ports.gt06, near)
  trackers.push(tram)
  await tram.report({ ...onStreet, speedKmh: 20, courseDeg: 90, accOn: true })
  const opened = await openAs(browser, owner, '/index/home')
  page = opened.page
  problems = opened.problems
})
afterAll(async () => {
  for (const tracker of trackers) tracker.hangUp()
  await closeBrowser(browser)
})
beforeEach(async () => {
  await beginAt(page, '/index/home')
  await inList(page, 'Truck 21').waitFor()
  actions = 0
})

const menu = (name: string) => sectionLink(page, name)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const preset = (name: string) =>
  page.getByRole('radiogroup', { name: 'Period' }).getByText(name, { exact: true })

test('find a plate: 2', async () => {
  await type(page.getByRole('searchbox'), 'truck 21')
  await inList(page, 'Tram 22').waitFor({ state: 'detached' })
  await click(inList(page, 'Truck 21'))
  await cardOf(page, 'Truck 21').waitFor()
  expect(actions).toBeLessThanOrEqual(2)
})

test('why is it offline: 2', async () => {
  await click(inList(page, 'Truck 21'))
  await click(cardOf(page, 'Truck 21').getByRole('button', { name: 'Why offline?' }))
  await cardOf(page, 'Truck 21').getByText('Last seen').first().waitFor()
  expect(actions).toBeLessThanOrEqual(2)
})

test('the longest stop of yesterday: 4', async () => {
  await click(menu('Reports'))
  await click(screenLink(page, 'Reports', 'Stops'))
  await click(preset('Yesterday'))
  await page.waitForURL(new RegExp(`first=${yesterday}`))
  await click(page.getByRole('columnheader').getByRole('button', { name: 'Duration' }))
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: 'Truck 21' }).first().textContent())
    .toMatch(/08:5\d.*(19|20) min/)
  expect(actions).toBeLessThanOrEqual(4)
})

test('the mileage of the month as a file: 4', async () => {
  await click(menu('Reports'))
  await click(screenLink(page, 'Reports', 'Mileage'))
  // On the first of a month its drive was in the one before.
  await click(preset(yesterday.slice(0, 7) === dateDaysAgo(0).slice(0, 7) ? 'This month' : 'Last month'))
  await page.getByRole('row').filter({ hasText: 'Truck 21' }).first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), click(button('Download as Excel'))])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  expect(actions).toBeLessThanOrEqual(4)
})

test('who was within 500 m of a street: 5', async () => {
  await click(menu('Places'))
  await click(screenLink(page, 'Places', 'Area search'))
  await type(page.getByRole('combobox', { name: 'Address' }), street)
  await click(page.locator('.ant-select-item-option').filter({ hasText: street }).first())
  await page.waitForURL(/area=circle_60\.16\d+_24\.95\d+_500/)
  await click(button('Search'))
  await page
    .getByRole('region', { name: 'Result' })
    .getByRole('button', { name: /^Tram 22/ })
    .waitFor()
  expect(actions).toBeLessThanOrEqual(5)
})

test('add a device: 4, and it is seen to arrive', async () => {
  await click(menu('Vehicles'))
  await click(page.getByRole('button', { name: 'Add device' }).first())
  const form = page.getByRole('dialog')
  await type(form.getByLabel('Device ID (IMEI)'), added)
  await submit(form.getByLabel('Device ID (IMEI)'))
  const setUp = page.getByRole('dialog', { name: `Connect ${added}` })
  await setUp.getByText(String(ports.gt06)).first().waitFor()
  expect(actions).toBeLessThanOrEqual(4)

  const ticked = () => setUp.locator('li', { has: page.locator('.tw-success') }).allTextContents()
  expect(await ticked()).toEqual([])
  const tracker = await connectGt06(ports.gt06, added)
  trackers.push(tracker)
  await expect.poll(ticked).toHaveLength(2)
  await tracker.report({ ...onStreet, speedKmh: 0, courseDeg: 0, accOn: false })
  await expect.poll(ticked).toHaveLength(3)
  await setUp.getByRole('heading', { name: 'The device is on the map' }).waitFor()
})

test('share a replay: 2', async () => {
  await beginAt(page, `/index/track?terminalID=${driven}&first=${yesterday}&last=${yesterday}`)
  await page.getByTestId('track-episode').first().waitFor()
  await click(page.locator('footer').getByRole('button', { name: 'Share', exact: true }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Create link' }))
  const link = page.getByRole('dialog').getByTestId('copy-text').locator('.tw-number')
  await expect.poll(() => link.textContent()).toContain(`${url}/sharedTrack/`)
  expect(actions).toBeLessThanOrEqual(2)
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
