import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, launchBrowser, openAs } from './browser.ts'
import { dateDaysAgo, driveOfYesterday, keepAtNoon } from './drive-of-yesterday.ts'
import { connectGt06 } from './tracker.ts'

const { url, ports } = inject('server')
const imei = '867520000000404'
const yesterday = dateDaysAgo(1)
const link = (first: string, last = first) => `/index/track?terminalID=${imei}&first=${first}&last=${last}`

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  const owner = await anAccount(await signInAsAdmin(url), 'replay-owner', roles.agent)
  await aDevice(owner, imei, 'Gt06', 'Truck 7')
  const tracker = await connectGt06(ports.gt06, imei)
  await tracker.backlog(driveOfYesterday())
  tracker.hangUp()
  const opened = await openAs(browser, owner, link(yesterday))
  page = opened.page
  problems = opened.problems
})
afterAll(() => closeBrowser(browser))
beforeEach(async () => {
  await beginAt(page, link(yesterday))
  await segments().first().waitFor()
})

const fact = (name: string) =>
  page
    .locator('[data-testid=track-summary] div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const clock = () => page.locator('time').textContent()
const segments = () => page.getByRole('list', { name: 'Trips and stops' }).getByTestId('track-episode')

describe('the replay of yesterday', () => {
  test('sums the day up', async () => {
    // Twenty minutes at 60 km/h and ten at 40 km/h.
    const distance = () => fact('Distance').textContent()
    await expect.poll(distance).toMatch(/ km$/)
    await expect.poll(async () => Number.parseFloat((await distance()) ?? '')).toBeCloseTo(26.7, -0.5)
    await expect.poll(() => fact('Max. speed').textContent()).toBe('60 km/h')
    await expect.poll(() => fact('Trips').textContent()).toBe('2')
    await expect.poll(() => fact('Positions').textContent()).toBe(String(driveOfYesterday().length))
  })

  test('lists trips and stops in order', async () => {
    const kinds = async () => (await segments().allTextContents()).map((text) => text.match(/Trip|Stop/)?.[0])
    await expect.poll(kinds).toEqual(['Stop', 'Trip', 'Stop', 'Trip', 'Stop'])
    const trip = () => segments().nth(1).textContent()
    await expect.poll(trip).toMatch(/08:1\d–08:3\d.*20(\.\d)? km.*max 60 km\/h/)
  })

  test('goes by keys: a point on and back, to the end and the beginning', async () => {
    await page.keyboard.press('Home')
    await expect.poll(clock).toContain('08:00:00')
    await page.keyboard.press('ArrowRight')
    await expect.poll(clock).toContain('08:01:00')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(clock).toContain('08:00:00')
    await page.keyboard.press('End')
    await expect.poll(clock).toContain('09:15:00')
    await page.keyboard.press('Home')
    await expect.poll(clock).toContain('08:00:00')
  })

  test('plays, pauses, and jumps to a segment that is clicked', async () => {
    await page.keyboard.press('Space')
    await expect.poll(clock).not.toContain('08:00:00')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()

    await segments().nth(3).click()
    await expect.poll(clock).toMatch(/08:(4[5-9]|50):/)
    const jumped = await clock()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(clock).not.toBe(jumped)
    await page.getByRole('button', { name: 'Pause' }).click()
  })

  test('takes every key also after a click, which leaves the focus on what was clicked', async () => {
    const pressed = (name: string) =>
      page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
    await segments().nth(1).click()
    await expect.poll(clock).toMatch(/08:1\d:/)
    const begin = await clock()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('j')
    await expect.poll(clock).toBe(begin)

    await page.getByText('60×', { exact: true }).click()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('radio', { name: '30×' }).isChecked()).toBe(true)

    await page.getByRole('button', { name: 'Skip stops' }).click()
    await expect.poll(() => pressed('Skip stops')).toBe('false')
    await page.keyboard.press('s')
    await expect.poll(() => pressed('Skip stops')).toBe('true')
    await page.keyboard.press('f')
    await expect.poll(() => pressed('Follow the vehicle')).toBe('false')
  })

  test('says when a day has nothing to show, and offers the nearest one that has', async () => {
    await keepAtNoon(page)
    await page.getByText('Today', { exact: true }).click()
    await page.getByText('No positions in this period').waitFor()
    const play = page.getByRole('button', { name: 'Play', exact: true })
    await expect.poll(() => play.isDisabled()).toBe(true)
    await page.getByRole('button', { name: /^Show / }).click()
    await segments().first().waitFor()
    expect(new URL(page.url()).searchParams.get('first')).toBe(yesterday)
  })

  test('opens the days of a preset, and of a link', async () => {
    await keepAtNoon(page)
    await page.getByText('3 days', { exact: true }).click()
    await segments().first().waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      first: dateDaysAgo(2),
      last: dateDaysAgo(0),
    })
    await page.goto(url + link(yesterday))
    await segments().first().waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Yesterday' }).isChecked()).toBe(true)
  })

  test('leaves no error in the console', () => expect(problems).toEqual([]))
})
