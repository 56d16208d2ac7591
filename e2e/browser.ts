import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumPath, chromiumSwitches } from '../scripts/chromium.mjs'
import type { Client } from './api-client.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: chromiumSwitches })
}

/** Longer than anything takes on a busy machine; what has not come by then will not come. */
const waitMs = 15_000

export interface Look {
  viewport?: typeof desktop
  language?: 'cn' | 'en'
  colorScheme?: 'light' | 'dark'
}

/** A page of a fresh visitor; errors of the page end up in `problems`. */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport = desktop, language = 'en', colorScheme = 'light' }: Look = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: language === 'cn' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    hasTouch: viewport === phone,
  })
  context.setDefaultTimeout(waitMs)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
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

/** A page of this account at the path, reached by way of the login as a link in a message is. */
export async function openAs(
  browser: Browser,
  client: Pick<Client, 'url' | 'password' | 'user'>,
  path: string,
  look: Look = {},
): Promise<{ page: Page; problems: string[] }> {
  const opened = await openPage(browser, client.url + path, look)
  await signIn(opened.page, client.user.username, client.password)
  return opened
}

const folder = join(import.meta.dirname, '..', '.cache', 'screenshots')

/** Keeps a picture in `.cache/screenshots`, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
