import { roles } from '@trackway/core/codes/roles.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, launchBrowser, openAs, openPage, phone } from './browser.ts'
import { dateDaysAgo, driveOfYesterday } from './drive-of-yesterday.ts'
import { bottomPx, overflowPx, stickingOut } from './layout.ts'
import { connectGt06 } from './tracker.ts'

const { url, ports } = inject('server')
const [first, second] = ['867520000000909', '867520000000917']
const yesterday = dateDaysAgo(1)
const link = `/index/track?terminalID=${first}&devices=${first},${second}&first=${yesterday}&last=${yesterday}`

let owner: Client
let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'track-owner', roles.agent)
  await aDevice(owner, first, 'Gt06', 'Van 1')
  await aDevice(owner, second, 'Gt06', 'Van 2')
  const drive = driveOfYesterday()
  const tracker = await connectGt06(ports.gt06, first)
  await tracker.backlog(drive)
  tracker.hangUp()
  const other = await connectGt06(ports.gt06, second)
  await other.backlog(drive.slice(0, 40).map((report) => ({ ...report, longitude: 114.2 })))
  other.hangUp()
  const opened = await openAs(browser, owner, link)
  page = opened.page
  problems = opened.problems
})
afterAll(() => closeBrowser(browser))
beforeEach(async () => {
  await beginAt(page, link)
  await expect.poll(() => episodes().count()).toBe(5)
})

const chip = (name: string) => page.getByTestId('track-chip').filter({ hasText: name })
const episodes = () => page.getByRole('list', { name: 'Trips and stops' }).getByTestId('track-episode')
const points = () => page.getByRole('table', { name: 'Positions' })
const clock = () => page.locator('time').textContent()
const search = () => new URL(page.url()).searchParams
const chartBox = async () => (await page.getByTestId('track-chart').boundingBox())!

describe('two devices', () => {
  test('both play; one is active, with its list', async () => {
    await expect.poll(() => page.getByTestId('vehicle').count()).toBe(2)
    await expect
      .poll(() => page.locator('[data-testid=vehicle][data-active=true]').textContent())
      .toBe('Van 1')
  })

  test('a click on a chip makes its device active, and the link keeps it', async () => {
    await chip('Van 2').getByRole('button', { name: 'Van 2', exact: true }).click()
    await expect
      .poll(() => page.locator('[data-testid=vehicle][data-active=true]').textContent())
      .toBe('Van 2')
    await expect.poll(() => search().get('terminalID')).toBe(second)
    expect(search().get('devices')).toBe(`${first},${second}`)
    await expect.poll(() => episodes().count()).toBeLessThan(5)
  })

  test('one that is removed is gone, and can be added again', async () => {
    await chip('Van 2').getByRole('button', { name: 'Remove Van 2' }).click()
    await expect.poll(() => page.getByTestId('vehicle').count()).toBe(1)
    await expect.poll(() => search().get('devices')).toBeNull()
    await page.getByRole('combobox', { name: 'Add vehicle' }).fill('Van 2')
    await page.getByRole('option').first().waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByTestId('vehicle').count()).toBe(2)
    await expect
      .poll(() => page.locator('[data-testid=vehicle][data-active=true]').textContent())
      .toBe('Van 1')
  })
})

describe('the chart', () => {
  test('a drag measures a part, which can be zoomed to and given up', async () => {
    const bar = page.getByTestId('track-selection')
    const drag = async () => {
      const box = await chartBox()
      await page.mouse.move(box.x + box.width * 0.2, box.y + 30)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.6, box.y + 30, { steps: 4 })
      await page.mouse.up()
      return await bar.count()
    }
    // The chart is drawn some time after the list.
    await expect.poll(drag).toBe(1)
    await bar.getByText(/\d km$/).waitFor()
    await expect.poll(() => bar.textContent()).toMatch(/max 60 km\/h.*avg \d+ km\/h/)
    await bar.getByRole('button', { name: 'Zoom to this part' }).click()
    await bar.getByRole('button', { name: 'Clear the selection' }).click()
    await bar.waitFor({ state: 'detached' })
  })

  test('a click moves the cursor, and the table of positions follows', async () => {
    const clickedTime = async () => {
      const box = await chartBox()
      await page.mouse.click(box.x + box.width * 0.5, box.y + 30)
      return await clock()
    }
    await expect.poll(clickedTime).toMatch(/08:[34]\d:/)
    await expect.poll(() => points().locator('tr[aria-current=true]').textContent()).toMatch(/08:[34]\d:/)
  })
})

describe('tables and dialogs', () => {
  test('a click on a position moves the cursor there', async () => {
    await points()
      .getByRole('button', { name: /08:02:00/ })
      .click()
    await expect.poll(clock).toContain('08:02:00')
  })

  test('trips and speeding have tables of their own', async () => {
    await page.getByRole('tab', { name: 'Trips' }).click()
    await expect.poll(() => page.getByRole('table', { name: 'Trips' }).locator('tbody tr').count()).toBe(2)
    await page.getByRole('tab', { name: 'Speeding' }).click()
    await page.getByText('The limit was never exceeded').waitFor()
  })

  test('a trip explains where it begins and ends', async () => {
    const row = page.getByTestId('track-episode-row').nth(1)
    await row.hover()
    await row.getByRole('button', { name: 'Why was this split here?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Started .*08:1\d:/).waitFor()
    await expect.poll(() => dialog.textContent()).toMatch(/Ended .*08:3\d:/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('the keys are listed under ?', async () => {
    await page.locator('body').press('?')
    await page.getByRole('dialog').getByText('Previous or next trip').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('E exports the days as a file', async () => {
    await page.locator('body').press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('GPX', { exact: true }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save the file' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.gpx$/)
    await dialog.waitFor({ state: 'hidden' })
  })
})

test('a printout has both vehicles, each with its trips and stops', async () => {
  await page.evaluate(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll('[data-print=device]')]
      const lines = document.querySelector('[data-print=open] > ul')
      Object.assign(window, { printed: [lines, ...sheets].map((each) => each?.textContent) })
    }
  })
  await page.locator('body').press('e')
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate('window.printed?.length')).toBe(3)
  const [lines, firstSheet, secondSheet] = (await page.evaluate('window.printed')) as string[]
  expect(lines).toMatch(/Van 1 \(by speed.*Van 2/)
  expect(firstSheet).toMatch(/^Van 1Distance.*Trips 2 · Stops 3/)
  expect(secondSheet).toMatch(/^Van 2Distance.*Trips 1 · /)
})

test('a shared replay plays for a stranger, until the link is ended', async () => {
  await page.locator('footer').getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('checkbox', { name: /alarms/ }).isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const shared = (await dialog.getByTestId('copy-text').locator('.tw-number').textContent())!
  expect(shared).toContain(`${url}/sharedTrack/`)

  const { page: strange, context, problems: faults } = await openPage(browser, shared)
  await strange.getByRole('heading', { name: 'Van 1' }).waitFor()
  await expect.poll(() => strange.getByTestId('track-episode').count()).toBe(5)
  const stop = strange.locator('[data-kind=stop] [data-testid=track-episode-what]').first()
  await expect.poll(() => stop.textContent()).toMatch(/[A-Za-z]{3}/)
  expect(await strange.getByRole('tab', { name: 'Alarms' }).count()).toBe(0)
  await strange.getByRole('button', { name: 'Play', exact: true }).click()
  await strange.getByRole('button', { name: 'Pause' }).waitFor()
  expect(await strange.getByRole('button', { name: 'Export' }).count()).toBe(0)
  expect(faults).toEqual([])

  await dialog.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByText('No active links').waitFor()
  await strange.reload()
  await strange.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await context.close()
  await page.keyboard.press('Escape')
})

test('leaves no error in the console', () => expect(problems).toEqual([]))

test('fits phones', async () => {
  const opened = await openAs(browser, owner, link, { viewport: phone })
  for (const viewport of [phone, { width: 360, height: 640 }]) {
    await opened.page.setViewportSize(viewport)
    await expectFit(opened.page, viewport)
  }
  await opened.page.close()
})

async function expectFit(page: Page, viewport: typeof phone): Promise<void> {
  await page.getByTestId('track-episode').first().waitFor()
  await expect.poll(() => overflowPx(page)).toBe(0)
  await expect.poll(() => stickingOut(page.getByTestId('track-screen'))).toEqual([])
  const bar = (await page.getByRole('navigation', { name: 'Main menu' }).boundingBox())!
  await expect.poll(() => bottomPx(page.getByTestId('track-chart'))).toBeLessThanOrEqual(bar.y + 1)
  const mapPx = async () => {
    const map = (await page.getByTestId('track-map').boundingBox())!
    const list = (await page.getByTestId('track-side').boundingBox())!
    return list.y - map.y
  }
  await expect.poll(mapPx).toBeGreaterThan(viewport.height / 3.5)

  await page.locator('.ant-picker').click()
  const calendar = page.locator('.ant-picker-dropdown .ant-picker-panel-container')
  await expect
    .poll(() => calendar.boundingBox())
    .toSatisfy(
      (box: { x: number; width: number } | null) =>
        box !== null && box.x >= 0 && box.x + box.width <= viewport.width,
    )
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'hidden' })
}
