import { readFile } from 'node:fs/promises'
import { roles } from '@trackway/core/codes/roles.ts'
import { qualityCheckCalls, qualityCriteriaCalls } from '@trackway/core/features/quality-checks/calls.ts'
import { newCriterion } from '@trackway/core/features/quality-checks/checks.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { connectGt06, type Tracker } from './tracker.ts'

/** A tester's day, in Chinese and by keyboard alone: devices are scanned, turn green or not, are tested again, labelled and exported. */

const { url, ports, databaseUrl } = inject('server')
const gt06Type = 13
const ids = Array.from({ length: 50 }, (_, place) => String(867_520_000_009_000 + place))
const good = { latitude: 22.5431, longitude: 114.0579, satellites: 9, gsmLevel: 4, accOn: false }
/** What is wrong with some of them, and how the page says it; the last one never reports at all. */
const faults: readonly [place: number, report: Partial<Report> | null, reason: RegExp][] = [
  [7, { ...good, satellites: 2 }, /卫星数: 2 \(≥ 4\)/],
  [19, { ...good, gsmLevel: 1 }, /GSM 信号: 1 \(≥ 2\)/],
  [31, { ...good, fix: 'none' }, /定位: 未检测到/],
  [44, null, /登录: 未检测到/],
]

let factory: Client
let tester: Client
let browser: Browser
const trackers = new Map<string, Tracker>()
beforeAll(async () => {
  browser = await launchBrowser()
  factory = await anAccount(await signInAsAdmin(url), 'quality-factory', roles.admin)
  tester = await anAccount(factory, 'quality-tester', roles.test)
  for (const id of ids) await aDevice(factory, id, 'Gt06', '')
  await callApi(factory, qualityCriteriaCalls.save, {
    deviceType: gt06Type,
    minutes: 30,
    checks: (['login', 'fix', 'satellites', 'gsm'] as const).map((code) => ({
      ...newCriterion(code),
      ...(code === 'fix' && { high: 30 }),
    })),
  })
})
afterAll(async () => {
  for (const tracker of trackers.values()) tracker.hangUp()
  await closeBrowser(browser)
})

/** What a scanner types: a code, and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Tab, until what has this name has the keyboard. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: is } = document
      return `${is?.getAttribute('role') ?? ''} ${is?.getAttribute('aria-label') ?? ''} ${is?.textContent ?? ''}`.trim()
    })
  for (let presses = 0; presses < 120; presses++) {
    if (name.test(await focused())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`nothing called ${name} can be reached by Tab; the last one was ${await focused()}`)
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

const run = async () => await callApi(factory, qualityCheckCalls.find, { attempt: 'run', pageSize: 100 })
const statesOf = async () => {
  const { list } = await run()
  return Object.fromEntries(
    ['open', 'passed', 'failed'].map((each) => [each, list.filter(({ state }) => state === each).length]),
  )
}
/** The count on one of the buttons that filter the devices of the run. */
const count = (page: Page, name: RegExp) => page.getByRole('button', { name }).textContent()
const device = (page: Page, id: string) => page.getByRole('listitem').filter({ hasText: id }).first()

async function connect(id: string, report: Partial<Report>): Promise<void> {
  const tracker = trackers.get(id) ?? (await connectGt06(ports.gt06, id))
  trackers.set(id, tracker)
  await tracker.report(report)
}

/** Time passes: what is open has had its time. */
async function passDeadlines(): Promise<void> {
  const database = openDatabase(databaseUrl, 1)
  await database.db
    .updateTable('quality_results')
    .set({ deadline_time: 0 })
    .where('state', '=', 'open')
    .execute()
  await database.db
    .updateTable('device_task_items')
    .set({ due_time: 0 })
    .where('state', '=', 'running')
    .execute()
  await database.close()
}

test('fifty devices: 46 pass, 4 fail with their reasons, two are tested again, labels, export', async () => {
  const { page, problems } = await openAs(browser, tester, '/test/qc/search')
  await page.getByRole('textbox', { name: '扫描设备 IMEI' }).waitFor()

  for (const id of ids) await scan(page, id)
  // One that is nobody's, between them: it says so, and nothing stops.
  await scan(page, '867520000009999')
  await expect
    .poll(() => page.getByRole('status').first().textContent())
    .toMatch(/867520000009999.*未在此注册/)
  await expect.poll(() => count(page, /^全部\s*\d/)).toMatch(/50/)

  const wrong = new Map(faults.map(([place, report]) => [ids[place]!, report]))
  for (const id of ids) {
    const report = wrong.has(id) ? wrong.get(id)! : good
    if (report !== null) await connect(id, report)
  }
  await expect.poll(statesOf).toEqual({ open: 4, passed: 46, failed: 0 })
  await expect.poll(() => count(page, /^合格\s*\d/)).toMatch(/46/)
  await device(page, ids[49]!).getByText('合格', { exact: true }).first().waitFor()

  await passDeadlines()
  await expect.poll(() => count(page, /^不合格\s*\d/)).toMatch(/4/)
  await page.keyboard.press('F4')
  for (const [place, , reason] of faults) await device(page, ids[place]!).getByText(reason).waitFor()
  expect(await page.getByRole('listitem').filter({ hasText: '8675' }).count()).toBe(4)

  // The last scanned is above: two arrows down is the third, and its code selects it as well.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.locator('[aria-current=true]').textContent()).toContain(ids[19]!)
  await page.keyboard.press('F2')
  await expect.poll(statesOf).toEqual({ open: 1, passed: 46, failed: 3 })
  await page.keyboard.press('F4')
  await scan(page, ids[7]!)
  await expect.poll(() => page.locator('[aria-current=true]').textContent()).toContain(ids[7]!)
  await page.keyboard.press('F2')
  await expect.poll(statesOf).toEqual({ open: 2, passed: 46, failed: 2 })
  await connect(ids[19]!, good)
  await connect(ids[7]!, good)
  await expect.poll(statesOf).toEqual({ open: 0, passed: 48, failed: 2 })
  await expect.poll(() => count(page, /^合格\s*\d/)).toMatch(/48/)

  await press(page, /打印标签/)
  const labels = page.getByRole('dialog')
  await labels.getByText(/48 台/).waitFor()
  await labels.locator('img').waitFor()
  const [pdf] = await Promise.all([page.waitForEvent('download'), press(page, /下载 PDF/)])
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')
  await labels.waitFor({ state: 'detached' })

  await tabTo(page, /^tab /)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/test\/qc\/export/)
  await page.getByText('867520000009049').first().waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, /^下载 Excel/)])
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  // Every attempt is kept.
  expect((await callApi(factory, qualityCheckCalls.find, {})).total).toBe(52)
  expect(problems).toEqual([])
  await page.close()
})
