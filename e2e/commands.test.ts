import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { connectGt06, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
const terminalID = '867520000000702'
const offlineID = '867520000000710'
const place = { latitude: 22.5431, longitude: 114.0579, speedKmh: 30, satellites: 11, accOn: true }

let owner: Client
let browser: Browser
let tracker: Tracker
beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'commands-admin', roles.admin)
  await aDevice(owner, terminalID, 'Gt06', 'Commanded van')
  await aDevice(owner, offlineID, 'Gt06', 'Sleeping van')
  tracker = await connectGt06(ports.gt06, terminalID)
  await tracker.report(place)
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

const open = async (path: string): Promise<Page> => (await openAs(browser, owner, path)).page
const alert = (page: Page) => page.getByRole('status').first()

test('a command sent in the page is followed live until its effect is seen, and the live tail shows its frames', async () => {
  const tail = await open(`/test/log/monitor?terminalIDs=${terminalID}`)
  await tail.getByText('Live', { exact: true }).waitFor()
  const page = await open(`/index/directive?terminalID=${terminalID}`)
  await page.getByRole('button', { name: 'Locate now', exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => alert(page).textContent()).toContain('Acknowledged')
  await tracker.report({ ...place, fixTime: Date.now() + 1_000 })
  await expect.poll(() => alert(page).textContent()).toContain('Effect confirmed')
  // WHERE# goes to the device, and its answer comes back.
  const line = tail.getByRole('button').filter({ hasText: '5748455245' }).first()
  await line.click()
  const detail = tail.getByTestId('frame-detail')
  await expect.poll(() => detail.textContent()).toContain('WHERE#')
  await detail.getByRole('row').filter({ hasText: 'WHERE#' }).first().hover()
  expect(await detail.locator('[data-testid=frame-bytes] [data-lit=true]').count()).toBeGreaterThan(3)
  await Promise.all([tail.close(), page.close()])
})

test('a command to a device that is offline waits in the queue, and is cancelled there', async () => {
  const page = await open(`/index/directive?terminalID=${offlineID}`)
  await page.getByRole('button', { name: 'Version', exact: true }).click()
  await page.getByRole('button', { name: 'Queue until the device connects' }).click()
  await expect.poll(() => alert(page).textContent()).toContain('Queued')
  await page.getByRole('tab', { name: 'Queued commands' }).click()
  const row = page.getByRole('row').filter({ hasText: 'VERSION#' })
  await row.getByRole('button', { name: 'Cancel', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  await page.close()
})

test('what was sent in another way is written into the history', async () => {
  const page = await open(`/index/directive?terminalID=${offlineID}&tab=history`)
  await page.getByRole('button', { name: 'Record a command' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Content').fill('PARAM#')
  await form.getByLabel('Reply').fill('TIMER:10;')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'PARAM#' })
  await expect.poll(() => row.textContent()).toContain('TIMER:10;')
  await page.close()
})

test('a batch is previewed, sent, and shown as a grid of states', async () => {
  const page = await open('/index/device/multipleCmd')
  await page
    .getByRole('textbox', { name: /^Device IDs/ })
    .fill(`${terminalID}\n${offlineID}\n999999999999999`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('STATUS#').first().waitFor()
  await page.getByRole('button', { name: 'Send to 2 devices' }).click()
  await page.waitForURL(/multipleCmdSearch\?jobId=/)
  await page.getByRole('button', { name: 'Commanded van · Acknowledged' }).waitFor()
  await page.getByRole('button', { name: /Stop$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Sleeping van · Cancelled' }).waitFor()
  const { list } = await callApi(owner, commandCalls.find, { terminalIDs: [terminalID, offlineID] })
  expect(list.filter(({ jobId }) => jobId !== null).length).toBe(2)
  await page.close()
})
