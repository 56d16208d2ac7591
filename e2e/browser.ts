import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { patience } from '@trackway/server/testing/patience.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumPath, chromiumSwitches } from '../scripts/chromium.mjs'
import type { Client } from './api-client.ts'
import { hasLastTestFailed, reportFailedHook, watchPage } from './failure-report.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumSwitches,
    timeout: patience.startMs,
  })
}

export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  await reportFailedHook()
  await browser?.close()
}

export interface PageSettings {
  viewport?: typeof desktop
  language?: 'cn' | 'en'
  colorScheme?: 'light' | 'dark'
}

interface Opened {
  page: Page
  context: BrowserContext
  /** Errors of the page. */
  problems: string[]
}

/** A page of a fresh visitor. */
export async function openPage(browser: Browser, url: string, settings: PageSettings = {}): Promise<Opened> {
  return openTab(await newContext(browser, settings), url)
}

async function newContext(
  browser: Browser,
  { viewport = desktop, language = 'en', colorScheme = 'light' }: PageSettings,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: language === 'cn' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    // A press that begins while a list is still growing ends beside the row it began on: no click.
    reducedMotion: 'reduce',
    hasTouch: viewport === phone,
  })
  context.setDefaultTimeout(patience.waitMs)
  return context
}

async function openTab(context: BrowserContext, url: string): Promise<Opened> {
  const page = await context.newPage()
  watchPage(page)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // The browser logs every refusal by a rule; the page shows it to its user.
    const isRefusal = /status of (400|403|404|409|429) /.test(message.text())
    // Map providers that do not answer are passed over.
    const isOfOthers = !message.location().url.startsWith(new URL(url).origin)
    if (message.type() === 'error' && !isRefusal && !isOfOthers) problems.push(message.text())
  })
  await page.goto(url)
  return { page, context, problems }
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: /user name|用户名/i }).fill(username)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: /^(sign in|log in|登\s*录)$/i }).click()
  await page.waitForURL(/\/index\//)
}

/** Of this test file, by look: what one tab has loaded, the next one has. */
const contexts = new Map<string, Promise<BrowserContext>>()

/** A tab of this account at the path, in a browser in which it has signed in before. Close the page, not its context. */
export async function openAs(
  browser: Browser,
  { url, token, user }: Pick<Client, 'url' | 'token' | 'user'>,
  path: string,
  settings: PageSettings = {},
): Promise<Opened> {
  const key = JSON.stringify(settings)
  const context = contexts.get(key) ?? newContext(browser, settings)
  contexts.set(key, context)
  // Any address of the server: what a tab remembers, it remembers by server.
  const opened = await openTab(await context, `${url}/icon.svg`)
  // The token is in a cookie, of which the page knows the name.
  const name = token.slice(-12)
  await opened.context.addCookies([
    { name: `trackway_${name}`, value: token, url: `${url}/api`, httpOnly: true, sameSite: 'Strict' },
  ])
  const session = Buffer.from(JSON.stringify({ token: name, user })).toString('base64')
  // As the page itself stores it where there is no WebCrypto.
  await opened.page.evaluate((stored) => sessionStorage.setItem('userInfo', stored), `v0.${session}`)
  await opened.page.goto(url + path)
  return opened
}

/** Goes there as a link within the page does, which does not load it anew. */
export function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), path)
}

/**
 * Where a test begins: on a screen drawn anew. After a test that failed the page is loaded anew: whatever that left
 * open is gone.
 */
export async function beginAt(page: Page, path: string): Promise<void> {
  const { origin } = new URL(page.url())
  if (hasLastTestFailed()) {
    await page.goto(origin + path)
    return
  }
  await follow(page, '/notFound')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await follow(page, path)
}

const folder = join(import.meta.dirname, '..', '.cache', 'screenshots')

/** Keeps a picture in `.cache/screenshots`, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
