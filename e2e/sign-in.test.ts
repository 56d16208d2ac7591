import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accountPassword, anAccount, type Client, callApi, signInAsAdmin, signInByApi } from './api-client.ts'
import { closeBrowser, launchBrowser, openPage, signIn } from './browser.ts'

const { url } = inject('server')
const username = 'sign-in-agent'
let admin: Client
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  admin = await signInAsAdmin(url)
  await anAccount(admin, username, roles.agent)
})
afterAll(() => closeBrowser(browser))

const visit = async (path = '/', settings = {}) => (await openPage(browser, url + path, settings)).page
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

describe('the way in', () => {
  test('a wrong password is refused in words, the right one leads to the map', async () => {
    const page = await visit()
    await page.waitForURL('**/login')
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Wrong user name or password').waitFor()

    await page.getByLabel('Password', { exact: true }).fill(accountPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/index/home')
    await page.getByRole('heading', { name: 'Monitor' }).waitFor({ state: 'attached' })
    await page.context().close()
  })

  test('the link that led to the login is opened after it', async () => {
    const page = await visit('/index/device/deviceList?search=8675')
    await page.waitForURL('**/login?*')
    await signIn(page, username, accountPassword)
    await page.waitForURL('**/index/device/deviceList?search=*8675*')
    await page.context().close()
  })
})

describe('the session', () => {
  test('Escape closes the password alone, and the keyboard is back at the account’s menu', async () => {
    const page = await visit('/login')
    await signIn(page, username, accountPassword)
    const menu = page.getByRole('button', { name: /^Account menu/ })
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Change password' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/currentPassword$/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(page.url()).toMatch(/\/index\/home/)
    await page.context().close()
  })

  test('survives a reload', async () => {
    const page = await visit()
    await signIn(page, username, accountPassword)
    await page.reload()
    await page.getByRole('button', { name: `Account menu: ${username}` }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/index/home')
    await page.context().close()
  })

  test('is that of all tabs, no script reads its token, and it ends in all of them', async () => {
    const page = await visit()
    await signIn(page, username, accountPassword)
    const second = await page.context().newPage()
    await second.goto(`${url}/index/device/deviceList`)
    await second.getByRole('button', { name: `Account menu: ${username}` }).waitFor()
    const [cookie] = await page.context().cookies(`${url}/api/user/self`)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(readable).not.toContain(cookie!.value)
    await signOut(page)
    await page.waitForURL('**/login')
    // The server may notify it before the other tab does: then it keeps where it was.
    await second.waitForURL((at) => at.pathname === '/login')
    await signIn(page, username, accountPassword)
    await second.getByRole('button', { name: `Account menu: ${username}` }).waitFor()
    await page.context().close()
  })

  test('ended on the server, it leads back to the login, which says why', async () => {
    const page = await visit()
    await signIn(page, username, accountPassword)
    const account = await signInByApi(url, username, accountPassword)
    const { password } = await callApi(admin, subAccountCalls.resetPassword, { id: account.user.id })
    await restorePassword(password)
    // Nothing is touched: the live connection notifies the page.
    await page.waitForURL('**/login*')
    await page.getByText('Your session has expired').waitFor()
    await page.context().close()
  })

  test.each(['answers', 'fails'])('signing out ends it in the browser when the server %s', async (how) => {
    const page = await visit()
    await signIn(page, username, accountPassword)
    if (how === 'fails') await page.route('**/api/user/logout', (route) => route.abort())
    await signOut(page)
    await page.waitForURL('**/login*')
    await page.goto(`${url}/index/home`)
    await page.waitForURL('**/login*')
    await page.context().close()
  })

  async function restorePassword(password: string): Promise<void> {
    const account = await signInByApi(url, username, password)
    await callApi(account, accountCalls.changePassword, {
      currentPassword: password,
      newPassword: accountPassword,
    })
  }
})

describe('language and look', () => {
  test('the page follows the browser, and the choice of language is kept', async () => {
    const page = await visit('/login', { language: 'cn' })
    await page.getByRole('heading', { name: '登录' }).waitFor()
    await page.getByLabel('语言').selectOption('English')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toMatch(/^en/)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.context().close()
  })

  test('dark is chosen on the login page and stays after signing in', async () => {
    const page = await visit('/login')
    const theme = page.locator('html')
    await expect.poll(() => theme.getAttribute('data-theme')).toBe('light')
    await page.getByText('Dark', { exact: true }).click()
    await page.locator('html[data-theme=dark]').waitFor()
    await signIn(page, username, accountPassword)
    await expect.poll(() => theme.getAttribute('data-theme')).toBe('dark')
    await page.context().close()
  })
})
