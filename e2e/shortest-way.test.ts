import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { cardOf } from './home-page.ts'
import { type Steps, stepsOn } from './steps.ts'
import { connectGt06, type Tracker } from './tracker.ts'

/**
 * The tasks of a day, each in as few actions as it may take. A task begins on the screen that a session begins with, or
 * on the one it names, and is a test of its own: it makes the devices that it changes, below the same agent.
 */

const { url, ports } = inject('server')
/** Reports of now from where it drives. */
const driving = { imei: '867520000002012', plate: '粤B·HKX-622' }
/** Has never reported. */
const silent = { imei: '867520000002020', plate: '粤B·HKX-700' }

let browser: Browser
let admin: Client
let agent: Client
let tracker: Tracker

beforeAll(async () => {
  browser = await launchBrowser()
  admin = await signInAsAdmin(url)
  agent = await anAccount(admin, 'shortest-agent', roles.agent)
  for (const { imei, plate } of [driving, silent]) await aDevice(agent, imei, 'Gt06', plate)
  tracker = await connectGt06(ports.gt06, driving.imei)
  await tracker.report({ latitude: 22.55, longitude: 114.1, speedKmh: 47, courseDeg: 90, accOn: true })
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

interface Task {
  page: Page
  steps: Steps
}

/** Begins on this screen, loaded by somebody who has signed in before; fails when the page itself does. */
async function taskAs(account: Client, path: string, work: (task: Task) => Promise<void>): Promise<void> {
  const { page, problems } = await openAs(browser, account, path)
  await page.locator('#content h1').waitFor({ state: 'attached' })
  await work({ page, steps: stepsOn(page) })
  expect(problems).toEqual([])
  await page.close()
}

test('finds a plate and sees it on the map', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.fill(page.getByRole('searchbox'), '622')
    await steps.click(page.getByRole('option', { name: driving.plate }))
    await cardOf(page, driving.plate).getByText('47 km/h').waitFor()
    expect(steps.count).toBeLessThanOrEqual(2)
  }))
