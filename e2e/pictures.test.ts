import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { closeBrowser, desktop, follow, launchBrowser, openAs, openPage, phone, picture } from './browser.ts'
import { dateDaysAgo } from './drive-of-yesterday.ts'
import { allLoaded, atRest, bareKeys, cutTexts, overflowPx } from './layout.ts'
import { driveFleet, replayedId } from './small-fleet.ts'
import type { Tracker } from './tracker.ts'

/**
 * Every screen in each size and language, half of them dark: pictures for people, and what a program can see in them.
 */
const { url, ports } = inject('server')
const yesterday = dateDaysAgo(1)
const screens = [
  { name: 'monitor', path: '/index/home', shows: '[data-testid=tw-device]' },
  { name: 'card', path: `/index/home?terminalID=${replayedId}`, shows: '[data-testid=tw-card] dl' },
  {
    name: 'replay',
    path: `/index/track?terminalID=${replayedId}&first=${yesterday}&last=${yesterday}`,
    shows: '[data-testid=track-episode-row]',
  },
  {
    name: 'devices',
    path: '/index/device/deviceList',
    shows: '#content >> text=Van 2',
  },
  {
    name: 'mileage',
    path: `/index/count/countMileage?first=${yesterday}&last=${yesterday}&compare=true`,
    shows: '[data-testid=stat-figure]',
  },
  {
    name: 'trips',
    path: `/index/count/CountTrackInfo?first=${dateDaysAgo(6)}&last=${yesterday}`,
    shows: '[data-testid=stat-place]',
  },
  { name: 'overview', path: '/index/count/countOverview', shows: 'ol li a[href*=devices]' },
  { name: 'exports', path: '/index/count/countExport', shows: '[data-testid=empty]' },
  { name: 'area', path: '/index/checkCar/area', shows: '[data-testid=empty]' },
] as const

const sizes = { desktop, phone }
const appearances = [
  { size: 'desktop', language: 'cn', colorScheme: 'light' },
  { size: 'desktop', language: 'en', colorScheme: 'dark' },
  { size: 'phone', language: 'cn', colorScheme: 'dark' },
  { size: 'phone', language: 'en', colorScheme: 'light' },
] as const
let owner: Client
let browser: Browser
let trackers: Tracker[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'pictures-owner', roles.agent)
  trackers = await driveFleet(owner, ports)
})
afterAll(async () => {
  for (const tracker of trackers) tracker.hangUp()
  await closeBrowser(browser)
})

test.each(appearances)('on a $size in $language, $colorScheme', async ({ size, ...parts }) => {
  const settings = { viewport: sizes[size], ...parts }
  const take = (page: Page, name: string) =>
    pictureWithoutFaults(page, [name, size, settings.language, settings.colorScheme].join('-'))
  const visitor = await openPage(browser, `${url}/login`, settings)
  await visitor.page.getByRole('heading').waitFor()
  await visitor.page.locator(`html[data-theme=${settings.colorScheme}]`).waitFor()
  await take(visitor.page, 'login')
  await visitor.context.close()

  const { page, problems } = await openAs(browser, owner, '/notFound', settings)
  await page.getByRole('heading').waitFor()
  for (const { name, path, shows } of screens) {
    await follow(page, path)
    await page.locator(shows).first().waitFor()
    await take(page, name)
  }
  expect([...visitor.problems, ...problems]).toEqual([])
  await page.close()
})

async function pictureWithoutFaults(page: Page, name: string): Promise<void> {
  await allLoaded(page)
  await atRest(page)
  await picture(page, name)
  const faults = {
    bareKeys: await bareKeys(page),
    cutTexts: await cutTexts(page),
    overflowPx: await overflowPx(page),
  }
  expect(faults, name).toEqual({ bareKeys: [], cutTexts: [], overflowPx: 0 })
}
