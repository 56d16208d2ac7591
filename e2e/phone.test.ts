import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, follow, launchBrowser, openAs, openPage, phone } from './browser.ts'
import { dateDaysAgo, driveOfYesterday } from './drive-of-yesterday.ts'
import { cardOf, inList } from './home-page.ts'
import { bottomPx, overflowPx, stickingOut } from './layout.ts'
import { connectGt06, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
const imei = '867520000000503'
let owner: Client
let browser: Browser
let page: Page
let tracker: Tracker

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'phone-owner', roles.agent)
  await aDevice(owner, imei, 'Gt06', 'Bus 12')
  await aDevice(owner, '867520000000511', 'Gt06', 'A name that is longer than any phone is wide, by some way')
  tracker = await connectGt06(ports.gt06, imei)
  await tracker.backlog(driveOfYesterday())
  await tracker.report({ latitude: 22.8, longitude: 114, speedKmh: 50, courseDeg: 90, accOn: true })
  const opened = await openAs(browser, owner, '/index/home', { viewport: phone })
  page = opened.page
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

beforeEach(() => beginAt(page, '/index/home'))

const bar = () => page.getByRole('navigation', { name: 'Main menu' })
const sheet = () => page.getByTestId('tw-sheet')
const heightOf = async (what: ReturnType<Page['locator']>) => (await what.boundingBox())?.height ?? 0

describe('the monitor', () => {
  test('has its screens in a bar at the bottom', async () => {
    for (const name of ['Map', 'List', 'Replay', 'Me']) await bar().getByText(name, { exact: true }).waitFor()
    await expect.poll(() => bottomPx(bar())).toBeCloseTo(phone.height, 0)
    await expect.poll(() => overflowPx(page)).toBe(0)
  })

  test('draws the list up', async () => {
    await bar().getByRole('link', { name: 'List' }).tap()
    await inList(page, 'Bus 12').waitFor()
    await expect.poll(() => heightOf(sheet())).toBeGreaterThan(phone.height * 0.7)
    await expect.poll(() => stickingOut(sheet())).toEqual([])
    await expect.poll(() => overflowPx(page)).toBe(0)
  })

  test('shows the card of a vehicle that is tapped, with the map above it', async () => {
    await bar().getByRole('link', { name: 'List' }).tap()
    await inList(page, 'Bus 12').tap()
    await cardOf(page, 'Bus 12').getByText('50 km/h').waitFor()
    await expect.poll(() => heightOf(sheet())).toBeLessThan(phone.height * 0.6)
    await expect.poll(() => stickingOut(sheet())).toEqual([])
    await expect.poll(() => overflowPx(page)).toBe(0)
  })
})

test('the replay plays, with all its controls on the screen', async () => {
  await follow(page, `/index/track?terminalID=${imei}&first=${dateDaysAgo(1)}&last=${dateDaysAgo(1)}`)
  const play = page.getByRole('button', { name: 'Play', exact: true })
  const clock = () => page.locator('time').textContent()
  await expect.poll(clock).toContain('08:00:00')
  await play.tap()
  await expect.poll(clock).not.toContain('08:00:00')
  await expect.poll(() => overflowPx(page)).toBe(0)
  await expect.poll(() => stickingOut(page.getByTestId('track-screen'))).toEqual([])
  const barTop = (await bar().boundingBox())!.y
  const chart = page.getByRole('img', { name: 'Speed over time' })
  await expect.poll(() => bottomPx(chart)).toBeLessThanOrEqual(barTop + 1)
})

test('devices are found under Me, as cards', async () => {
  await bar().getByRole('button', { name: 'Me' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Vehicles' }).tap()
  await page.getByRole('list', { name: 'Devices' }).getByText('Bus 12').waitFor()
  await expect.poll(() => overflowPx(page)).toBe(0)
  await expect.poll(() => stickingOut(page.getByTestId('page'))).toEqual([])
})

test('login and not-found fit', async () => {
  const { page: visitor, context } = await openPage(browser, `${url}/login`, { viewport: phone })
  await visitor.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await overflowPx(visitor)).toBe(0)
  await visitor.goto(`${url}/nowhere`)
  await visitor.waitForURL('**/notFound')
  await visitor.getByRole('heading').waitFor()
  expect(await overflowPx(visitor)).toBe(0)
  await context.close()
})
