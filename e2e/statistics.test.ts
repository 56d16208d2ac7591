import { readFile } from 'node:fs/promises'
import { roles } from '@trackway/core/codes/roles.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, desktop, follow, launchBrowser, openAs, phone } from './browser.ts'
import { dateDaysAgo, driveOfYesterday, keepAtNoon } from './drive-of-yesterday.ts'
import { overflowPx, stickingOut } from './layout.ts'
import { screenLink } from './menu.ts'
import { connectGt06 } from './tracker.ts'

const { url, ports } = inject('server')
const driven = '867520000000801'
const parked = '867520000000819'
const yesterday = dateDaysAgo(1)
const days = `first=${dateDaysAgo(3)}&last=${yesterday}`

let browser: Browser
let agent: Client
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  agent = await anAccount(await signInAsAdmin(url), 'statistics-owner', roles.agent)
  await aDevice(agent, driven, 'Gt06', 'Truck 8')
  await aDevice(agent, parked, 'Gt06', 'Truck 9')
  const tracker = await connectGt06(ports.gt06, driven)
  await tracker.backlog(driveOfYesterday())
  tracker.hangUp()
  const opened = await openAs(browser, agent, `/index/count/countMileage?${days}`)
  page = opened.page
  problems = opened.problems
})
afterAll(() => closeBrowser(browser))
beforeEach(() => beginAt(page, `/index/count/countMileage?${days}`))

const report = (name: string) => screenLink(page, 'Reports', name).click()
const total = (label: string) =>
  page
    .getByRole('region', { name: 'Totals' })
    .getByRole('button', { name: label })
    .getByTestId('stat-value')
    .textContent()
const table = (name: string) => page.getByRole('table', { name })
const rows = (name: string) => table(name).locator('tbody tr')
const cells = (row: Locator) => row.locator('td').allTextContents()

describe('mileage', () => {
  test('shows the same as the API', async () => {
    await rows('Mileage').first().getByText('Truck 8').waitFor()
    const { sum } = await callApi(agent, statisticsCalls.sums, { first: yesterday, last: yesterday })
    expect(sum.trips).toBe(2)
    expect(sum.distanceM / 1000).toBeCloseTo(26.7, -0.5)
    await expect.poll(() => total('Distance')).toBe(`${(sum.distanceM / 1000).toFixed(1)} km`)
    await expect.poll(() => total('Trips')).toBe('2')
    await page.getByText('1 of 2 vehicles had data').waitFor()
    await page.getByText('Asia/Shanghai').waitFor()
  })

  test('a number opens the trips it is made of, each with its replay', async () => {
    await follow(page, `/index/count/countMileage?${days}&group=deviceDay`)
    await page.getByRole('button', { name: /^Trips: 2/ }).click()
    const drawer = page.getByRole('dialog')
    const trips = drawer.getByRole('list', { name: 'Trips' }).getByRole('listitem')
    await expect.poll(() => trips.count()).toBe(2)
    await expect.poll(() => trips.first().textContent()).toMatch(/08:1\d – 08:3\d/)
    const replay = await trips.first().getByRole('link').getAttribute('href')
    expect(replay).toContain(`terminalID=${driven}`)
    expect(replay).toContain(yesterday)

    await drawer.getByText('How was this measured?').click()
    await drawer.getByText('By GPS', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  test('a row shows its places on the map beside it', async () => {
    const plain = page.locator('td:not(:has(a, button, input))')
    await rows('Mileage').first().locator(plain).first().click()
    const map = page.getByRole('region', { name: 'Places on the map' })
    await map.getByTestId('stat-pin').first().waitFor()
    await map.getByRole('button', { name: 'Close' }).click()
    await map.waitFor({ state: 'detached' })
  })

  test('is grouped by day, also in its address', async () => {
    await page.getByText('Day', { exact: true }).first().click()
    await page.waitForURL(/group=day/)
    await expect.poll(() => cells(rows('Mileage').first())).toEqual(expect.arrayContaining(['1', '2']))
    const sum = await total('Distance')
    await expect.poll(() => table('Mileage').locator('tfoot').textContent()).toContain(sum)
  })
})

test('the filters stay from tab to tab, and narrow what is shown', async () => {
  await page.getByRole('button', { name: /^Vehicles: / }).click()
  await page.getByRole('checkbox', { name: /^Truck 8/ }).click()
  await page.keyboard.press('Escape')
  await page.waitForURL(new RegExp(`devices=${driven}`))
  await report('Trips')
  await page.waitForURL(/CountTrackInfo\?.*devices=/)
  await expect.poll(() => rows('Trips').count()).toBe(2)
  await page.getByText('1 of 1 vehicles had data').waitFor()
})

test('a pasted list chooses the vehicles it names and lists which are missing', async () => {
  await follow(page, `/index/count/countMileage?${days}&devices=${driven}`)
  await page.getByRole('button', { name: /^Vehicles: / }).press('Enter')
  const field = page.getByRole('searchbox', { name: /paste a list/ })
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.fill('Truck 9, Truck 404')
  await field.press('Enter')
  await page.getByText("1 of the list wasn't found: Truck 404").waitFor()
  await page.getByText('2 vehicles selected').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.waitForURL(new RegExp(parked))
})

test('stops add up to the rest of the drive', async () => {
  await report('Stops')
  await expect.poll(() => rows('Stops').count()).toBeGreaterThanOrEqual(2)
  await page.getByRole('combobox', { name: 'Min. duration' }).click()
  await page.getByTitle('At least 8 hr').click()
  await page.waitForURL(/minMinutes=480/)
})

test('what is shown becomes a file, which is announced and kept', async () => {
  await rows('Mileage').first().getByText('Truck 8').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const ready = page.getByRole('alert').filter({ hasText: 'The file is ready' })
  await ready.waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    ready.getByRole('button', { name: 'Download' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('Truck 8')
  expect(download.suggestedFilename()).toMatch(/\.csv$/)

  // Who has no list of files, or was away when it became ready, finds it where it was requested.
  await page.reload()
  await page.getByRole('button', { name: 'Export' }).click()
  const kept = page.getByRole('menuitem', { name: download.suggestedFilename() })
  await Promise.all([page.waitForEvent('download'), kept.click()])

  await report('Files and schedules')
  const first = rows('Files').first()
  await first.getByText('Ready').waitFor()
  await first.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No files yet').waitFor()
})

describe('a link with invalid parameters', () => {
  const open = (search: string) => follow(page, `/index/count/countMileage?${search}`)

  test('days that end before they begin count as none', async () => {
    await open(`first=${yesterday}&last=${dateDaysAgo(3)}`)
    await rows('Mileage').first().getByText('Truck 8').waitFor()
  })

  test('a page beyond the end leads to the last', async () => {
    await open(`${days}&pageNum=99`)
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await rows('Mileage').first().getByText('Truck 8').waitFor()
  })

  test('without the vehicle that is gone it shows the others', async () => {
    for (const path of ['countOverview', 'countMileage', 'CountTrackInfo']) {
      await follow(page, `/index/count/${path}?${days}&devices=${driven}_867520000000000`)
      await page.getByText('A selected vehicle or account no longer exists').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByText('1 of 2 vehicles had data').last().waitFor()
    }
  })
})

test('a user sees the reports and not the exports', async () => {
  const user = await anAccount(agent, 'statistics-user', roles.user)
  const { page } = await openAs(browser, user, `/index/count/countMileage?${days}`)
  await screenLink(page, 'Reports', 'Mileage').waitFor()
  await page.getByRole('button', { name: 'Columns' }).waitFor()
  expect(await screenLink(page, 'Reports', 'Files and schedules').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
  await page.goto(`${url}/index/count/countExport`)
  await page.waitForURL(/\/notFound/)
  await page.goto(`${url}/index/count/nonsense`)
  await page.waitForURL(/\/notFound/)
})

test('on a phone the rows are cards and the filters a sheet', async () => {
  const { page } = await openAs(browser, agent, `/index/count/countMileage?${days}`, { viewport: phone })
  const cards = page.getByRole('list', { name: 'Mileage' })
  await cards.getByText('Truck 8').waitFor()
  await expect.poll(() => overflowPx(page)).toBe(0)
  await expect.poll(() => stickingOut(page.locator('#content'))).toEqual([])

  await keepAtNoon(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Yesterday' }).click()
  await sheet.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(new RegExp(`first=${yesterday}&last=${yesterday}`))

  // Anywhere on a card but on its buttons is a tap for the card.
  await sheet.waitFor({ state: 'hidden' })
  const card = cards.getByRole('listitem').filter({ hasText: 'Truck 8' })
  await card.click({ position: { x: 50, y: 110 } })
  await page.getByTestId('stat-pin').first().waitFor()
  await page.close()
})

test('a window that becomes narrow takes the chart along', async () => {
  await page.locator('[data-testid=stat-chart] button').first().waitFor()
  await page.setViewportSize(phone)
  await page.getByRole('list', { name: 'Mileage' }).getByText('Truck 8').waitFor()
  await expect.poll(() => stickingOut(page.locator('#content'))).toEqual([])
  await page.setViewportSize(desktop)
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
