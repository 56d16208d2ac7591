import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { roles } from '@trackway/core/codes/roles.ts'
import { importKinds } from '@trackway/core/features/imports/kinds.ts'
import type axe from 'axe-core'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, signInAsAdmin } from './api-client.ts'
import { closeBrowser, desktop, follow, launchBrowser, openAs, openPage, phone } from './browser.ts'
import { dateDaysAgo, driveOfYesterday } from './drive-of-yesterday.ts'
import { allLoaded, atRest } from './layout.ts'
import { connectGt06, type Tracker } from './tracker.ts'

/** Every screen of the table of routes, and some of what opens over them, by the rules of axe. */

interface Screens {
  screens: readonly { path: string; parts?: Record<string, unknown> }[]
  pathAbove: (path: string) => string
}
// Named by a variable: the types of the web's screens are those of a page, not of a test.
const routeTable = '../packages/web/src/shell/screens.ts'
const { screens, pathAbove } = (await import(routeTable)) as Screens
/** Lists of one screen, each with other columns. */
const sheets = Object.values(importKinds).map(({ path }): string => path)
const paths = screens
  .filter(({ path }) => /^\/(index|test)\//.test(path))
  .flatMap(({ path, parts }) =>
    parts ? Object.keys(parts).map((part) => `${pathAbove(path)}/${part}`) : [path],
  )
  .filter((path) => !sheets.includes(path) || path === importKinds.deviceImport.path)

const driven = '867520000000901'
const fresh = '867520000000919'
const yesterday = dateDaysAgo(1)
const opened = [
  `/index/home?terminalID=${driven}`,
  `/index/track?terminalID=${driven}&first=${yesterday}&last=${yesterday}`,
  '/index/device/deviceList?add=true',
  `/index/device/deviceList?setUp=${fresh}`,
  `/index/device/deviceInfo?device=${driven}`,
  `/index/device/deviceInfo?device=${driven}&part=alarms`,
  `/index/order/list?renew=${driven}`,
  '/index/pay/CAgentAccount?view=receipt',
  '/index/pay/CAgentAccount?view=sellers',
  '/index/pay/orders?view=income',
]

const { url, ports } = inject('server')
let browser: Browser
let owner: Client
let tracker: Tracker | undefined
let script: string

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'accessibility', roles.admin)
  await aDevice(owner, driven, 'Gt06', 'Van 1')
  await aDevice(owner, fresh, 'Gt06', 'Van 2')
  tracker = await connectGt06(ports.gt06, driven)
  await tracker.backlog(driveOfYesterday())
  await tracker.report({ latitude: 22.8, longitude: 114, speedKmh: 50, courseDeg: 90, accOn: true })
  script = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

/** What axe finds on the page at this moment. */
async function faultsOf(page: Page): Promise<string[]> {
  await allLoaded(page)
  await atRest(page)
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe
    // Nothing is fetched for rules about videos and the turning of screens, which no screen has.
    const { violations } = await run(document, { resultTypes: ['violations'], preload: false })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
  })
}

// Each screen in one look where it is wide, and in the other where it is narrow: both are put together from the same parts.
const all = ['/notFound', ...paths, ...opened]
const half = (rest: number) => all.filter((_, at) => at % 2 === rest)

test.each([
  { size: 'desktop', viewport: desktop, light: half(0), dark: half(1) },
  { size: 'phone', viewport: phone, light: half(1), dark: half(0) },
] as const)('axe finds nothing on any screen of a $size', async ({ viewport, light, dark }) => {
  const found: Record<string, string[]> = {}
  const note = async (path: string, page: Page) => {
    const faults = await faultsOf(page)
    if (faults.length > 0) found[path] = faults
  }
  const visitor = await openPage(browser, `${url}/login`, { viewport })
  await visitor.page.getByRole('heading').waitFor()
  await visitor.page.evaluate(script)
  await note('/login', visitor.page)
  await visitor.context.close()

  const { page } = await openAs(browser, owner, '/notFound', { viewport })
  await page.evaluate(script)
  for (const [colorScheme, some] of Object.entries({ light, dark }) as ['light' | 'dark', string[]][]) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    for (const path of some) {
      await follow(page, '/notFound')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      if (path !== '/notFound') {
        await follow(page, path)
        await page.locator('#content > *').first().waitFor()
      }
      await note(path, page)
    }
  }
  expect(found).toEqual({})
  await page.close()
})
