import { readFile } from 'node:fs/promises'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, follow, launchBrowser, openAs, phone } from './browser.ts'
import { dateDaysAgo, driveOfYesterday, keepAtNoon } from './drive-of-yesterday.ts'
import { overflowPx, stickingOut } from './layout.ts'
import { connectGt06 } from './tracker.ts'

const { url, ports } = inject('server')
const driven = '867520000000835'
const parked = '867520000000843'
const yesterday = dateDaysAgo(1)
const period = `from=${yesterday}T00:00&to=${yesterday}T23:59`
/** Where the drive begins; it leaves the circle to the north and is not seen there again. */
const depot = 'circle_22.55_114.06_5000'
const nowhere = 'circle_22.55_113.5_5000'

let browser: Browser
let agent: Client
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  agent = await anAccount(await signInAsAdmin(url), 'check-car-owner', roles.agent)
  await aDevice(agent, driven, 'Gt06', 'Crane 1')
  await aDevice(agent, parked, 'Gt06', 'Crane 2')
  const tracker = await connectGt06(ports.gt06, driven)
  await tracker.backlog(driveOfYesterday())
  tracker.hangUp()
  const opened = await openAs(browser, agent, `/index/checkCar/area?area=${depot}&${period}`)
  page = opened.page
  problems = opened.problems
})
afterAll(() => closeBrowser(browser))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const results = () => page.getByRole('region', { name: 'Result' })
const valuesOf = (fields: Element[]) => fields.map((field) => (field as HTMLInputElement).value)
const open = (path: string) => follow(page, `/index/checkCar/${path}`)
beforeEach(() => beginAt(page, `/index/checkCar/area?area=${depot}&${period}`))

async function searchDepot(): Promise<void> {
  await button('Search').click()
  await results().getByText('1 of 2 devices · 1 visit').waitFor()
}

/** Clicks the map at so many pixels from its middle. */
async function clickMap(right: number, down = 0): Promise<void> {
  const { width, height } = (await page.getByLabel('Map', { exact: true }).boundingBox())!
  await page
    .getByLabel('Map', { exact: true })
    .click({ position: { x: width / 2 + right, y: height / 2 + down } })
}

describe('in an area', () => {
  test('a circle of a link is searched, and the visit leads to its replay', async () => {
    await searchDepot()
    await results()
      .getByRole('button', { name: /^Crane 1/ })
      .waitFor()
    const visit = results().getByRole('button', { name: /08:00/ })
    await expect.poll(() => visit.textContent()).toMatch(/already inside$/)
    await visit.click()
    await expect.poll(() => visit.getAttribute('aria-pressed')).toBe('true')
    const replay = await results().getByRole('link', { name: 'Replay of Crane 1' }).getAttribute('href')
    expect(replay).toContain(`terminalID=${driven}`)
    expect(replay).toContain(yesterday)
  })

  test('back from the replay the answer is there again', async () => {
    await searchDepot()
    await results().getByRole('link', { name: 'Replay of Crane 1' }).click()
    await page.waitForURL(/\/index\/track/)
    await page.goBack()
    await results().getByText('1 of 2 devices · 1 visit').waitFor()
  })

  test('the visits become a file', async () => {
    await searchDepot()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      results().getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('visits.csv')
    const [, row] = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(row).toMatch(new RegExp(`^Crane 1,${driven},check-car-owner,`))
  })

  test('Esc leaves the drawing, and the area as it was', async () => {
    await button('Circle').click()
    await page.getByText('Click the centre, then the edge.').waitFor()
    await clickMap(0)
    await page.keyboard.press('Escape')
    await page.getByText('Click the centre, then the edge.').waitFor({ state: 'detached' })
    await expect.poll(() => button('Circle').getAttribute('aria-pressed')).toBe('false')
    expect(page.url()).toContain(depot)
  })

  test('a circle is drawn by two clicks, and found again by its address', async () => {
    await button('Remove the area').click()
    await expect.poll(() => page.url()).not.toContain('area=')
    await expect.poll(() => button('Search').isDisabled()).toBe(true)
    await button('Circle').click()
    await clickMap(0)
    await clickMap(120)
    await page.waitForURL(/area=circle_22\.5\d+_114\.0\d+_\d{4}/)
    await button('Search').click()
    await results().getByText('1 of 2 devices').waitFor()
    await page.reload()
    await button('Search').click()
    await results().getByText('1 of 2 devices').waitFor()
  })

  test('a rectangle and a polygon are drawn, the polygon by the keyboard’s Enter', async () => {
    await button('Rectangle').click()
    await clickMap(-100, -100)
    await clickMap(100, 100)
    await page.waitForURL(/area=rectangle_/)
    await button('Polygon').click()
    await clickMap(-150, 100)
    await clickMap(150, 100)
    await clickMap(0, -150)
    await page.keyboard.press('Enter')
    await page.waitForURL(/area=polygon_/)
    await button('Search').click()
    await results().getByText('1 of 2 devices').waitFor()
  })

  test('where nobody was, it says so', async () => {
    await open(`area?area=${nowhere}&${period}`)
    await button('Search').click()
    await page.getByText('No device was there').waitFor()
  })

  test('numbers that are not among the devices are named, and can be copied', async () => {
    await open(`area?area=${depot}&${period}&devices=${driven}_10000001_10000002`)
    await button('Search').click()
    await results().getByText('1 of 1 devices').waitFor()
    await results().getByText("2 of 3 numbers weren't found among your devices.").waitFor()
    await results().getByText('10000001, 10000002').waitFor()
    await button('Copy 2 numbers').waitFor()
    await open(`area?area=${nowhere}&${period}&devices=10000001`)
    await button('Search').click()
    await results().getByText("The number wasn't found among your devices.").waitFor()
    await results().getByText('No device was there').waitFor()
  })

  test('a search is given up by its button, but not by the second half of a double click', async () => {
    await page.route('**/api/checkCar/area', () => {}, { times: 2 })
    await open(`area?area=${depot}&${period}`)
    await button('Search').dblclick()
    await page.getByRole('progressbar').waitFor()
    await button('Cancel').click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await page.getByText('The search was cancelled').waitFor()
    await page.unroute('**/api/checkCar/area')
    await button('Search').click()
    await results().getByText('1 of 2 devices').waitFor()
  })

  test('a period that is too long is refused before any request', async () => {
    await open(`area?area=${depot}&from=2026-01-01T00:00&to=2026-03-01T00:00`)
    await page
      .getByText(/The period is too long/)
      .first()
      .waitFor()
    await expect.poll(() => button('Search').isDisabled()).toBe(true)
  })
})

describe('near a place', () => {
  test('coordinates are typed, and the radius beside them', async () => {
    await open(`point?${period}`)
    await page.getByRole('textbox', { name: /^Centre/ }).fill('22.56 N')
    await page.keyboard.press('Enter')
    await page.getByText('Enter latitude and longitude').waitFor()
    await page.getByRole('textbox', { name: /^Centre/ }).fill('22.56, 114.06')
    await page.keyboard.press('Enter')
    await page.waitForURL(/area=circle_22\.56_114\.06_500/)
    await button('Search').click()
    await results()
      .getByText(/from the centre/)
      .waitFor()
    const radius = page.getByRole('spinbutton', { name: 'Radius' })
    await radius.fill('2000')
    await page.waitForURL(/area=circle_22\.56_114\.06_2000/)
  })

  test('the place is set on the map', async () => {
    await open(`point?area=circle_22.56_114.06_2000&${period}`)
    await button('Pick a point').click()
    await clickMap(30)
    await page.waitForURL(/area=circle_(?!22\.56_)[\d.]+_[\d.]+_2000/)
  })

  test('what is no area in a link counts as none', async () => {
    await keepAtNoon(page)
    const words = 'area=circle_95_500_nonsense&from=2026-02-31T00:00&to=tomorrow&devices=%00'
    await page.goto(`${url}/index/checkCar/point?${words}`)
    await page.getByText('Click on the map.').waitFor()
    await expect.poll(() => button('Search').isDisabled()).toBe(true)
    const days = page.getByRole('textbox', { name: 'Period' })
    const [year, , day] = dateDaysAgo(0).split('-').map(Number)
    const lastMinute = new RegExp(`^${day} \\w+ ${year}, 23:59$`)
    await expect.poll(async () => (await days.evaluateAll(valuesOf)).at(-1)).toMatch(lastMinute)
  })
})

test('on a phone the answer comes into view below the question', async () => {
  const settings = { viewport: phone }
  const opened = await openAs(browser, agent, `/index/checkCar/area?area=${depot}&${period}`, settings)
  const { page } = opened
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const visit = page.getByRole('region', { name: 'Result' }).getByRole('button', { name: /08:00/ })
  await visit.waitFor()
  await expect.poll(() => visit.evaluate((row) => row.getBoundingClientRect().top < innerHeight)).toBe(true)
  await expect.poll(() => overflowPx(page)).toBe(0)
  await expect.poll(() => stickingOut(page.locator('#content'))).toEqual([])
  expect(opened.problems).toEqual([])
})

test('a user without the permission does not get there', async () => {
  const user = await anAccount(agent, 'check-car-user', roles.user)
  const { page } = await openAs(browser, user, '/index/home')
  await page.goto(`${url}/index/checkCar/area`)
  await page.waitForURL(/\/notFound/)
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
