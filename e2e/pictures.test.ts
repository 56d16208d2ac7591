import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { desktop, launchBrowser, openPage, phone, picture, signIn } from './browser.ts'
import { dateDaysAgo } from './drive-of-yesterday.ts'
import { atRest, bareKeys, cutTexts, overflowPx } from './layout.ts'
import { driveFleet, replayedId } from './small-fleet.ts'
import type { Tracker } from './tracker.ts'

/** Every screen in every size, language and look: pictures for people, and what a program can see in them. */
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
    shows: '.tw-table tbody tr td strong, .tw-row-card dd',
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
  { name: 'overview', path: '/index/count/countOverview', shows: '[data-testid=stat-ranking] li a' },
  { name: 'exports', path: '/index/count/countExport', shows: '.tw-empty' },
  { name: 'area', path: '/index/checkCar/area', shows: '.tw-empty' },
] as const

const sizes = { desktop, phone }
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
  await browser?.close()
})

describe.each(['desktop', 'phone'] as const)('on a %s', (size) => {
  test.each(['cn', 'en'] as const)('in %s', async (language) => {
    const look = { viewport: sizes[size], language }
    const { page, context, problems } = await openPage(browser, `${url}/login`, look)
    await page.getByRole('heading').waitFor()
    await inBothLooks(page, `login-${size}-${language}`)

    await signIn(page, owner.user.username, owner.password)
    for (const { name, path, shows } of screens) {
      await follow(page, path)
      await page.locator(shows).first().waitFor()
      await inBothLooks(page, `${name}-${size}-${language}`)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

/** As a link within the page does, which does not load it anew. */
function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), path)
}

/** The same page in light and in dark, as the system of its visitor says. */
async function inBothLooks(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await atRest(page)
    await picture(page, `${name}-${colorScheme}`)
  }
  const faults = {
    bareKeys: await bareKeys(page),
    cutTexts: await cutTexts(page),
    overflowPx: await overflowPx(page),
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(faults, name).toEqual({ bareKeys: [], cutTexts: [], overflowPx: 0 })
}
