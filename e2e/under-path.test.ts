import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { type ServerProcess, startServerProcess } from '@trackway/server/testing/server-process.ts'
import { startTestMailServer, type TestMailServer } from '@trackway/server/testing/test-mail-server.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountPassword, aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { cardOf, inList, selectInList } from './home-page.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { connectGt06, type Tracker } from './tracker.ts'

const imei = '867520000001709'
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => closeBrowser(browser))

/** One setting is all it takes: `PUBLIC_URL`, whose path is that of everything. */
describe.each([
  ['takes the prefix away', true],
  ['passes the prefix on', false],
])('behind a proxy that %s', (_, strips) => {
  let proxy: Awaited<ReturnType<typeof startReverseProxy>>
  let dataDir: string
  let mails: TestMailServer
  let server: ServerProcess
  let owner: Client
  let tracker: Tracker
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    proxy = await startReverseProxy('/gps', { strips })
    mails = await startTestMailServer()
    dataDir = await mkdtemp(join(tmpdir(), 'trackway-e2e-'))
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.com' }
    server = await startServerProcess({ dataDir, env: { PUBLIC_URL: proxy.url, ...mail } })
    proxy.leadTo(server.url)
    owner = await anAccount(await signInAsAdmin(server.url), 'path-owner', roles.agent)
    await aDevice(owner, imei, 'Gt06', 'Van 7')
    tracker = await connectGt06(server.ports.gt06, imei)
    await drive(41)
    const opened = await openPage(browser, proxy.url)
    ;({ page, problems } = opened)
  })
  afterAll(async () => {
    tracker?.hangUp()
    await page?.context().close()
    await server?.stop()
    await mails?.stop()
    proxy?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const drive = (speedKmh: number) =>
    tracker.report({ latitude: 60.17, longitude: 24.94, speedKmh, courseDeg: 0, satellites: 10, accOn: true })
  const below = (path: string) => proxy.url + path
  /** The link in the newest mail. */
  const mailedLink = () => {
    const text = mails.received
      .at(-1)!
      .raw.replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    return /https?:\/\/\S+/.exec(text)![0]
  }

  test('one signs in, sees the map with its streets, and a vehicle move', async () => {
    await page.waitForURL(below('login'))
    const streets = page.waitForResponse(/\/gps\/map\/streets\/\w+\.pmtiles/)
    await signIn(page, owner.user.username, accountPassword)
    await page.waitForURL(below('index/home**'))
    await selectInList(page, 'Van 7')
    await cardOf(page, 'Van 7').getByText('41 km/h').waitFor()
    await drive(63)
    await inList(page, 'Van 7').getByText('63 km/h').waitFor()
    expect((await streets).status()).toBeLessThan(300)
  })

  test('the cookie of the session lies under the path, and nowhere else', async () => {
    const { origin } = new URL(proxy.url)
    expect(await page.context().cookies(`${origin}/api/user/self`)).toEqual([])
    expect(await page.context().cookies(below('api/user/self'))).toMatchObject([{ path: '/gps/api' }])
  })

  test('a screen deep inside is there again after a reload, also for who signs in first', async () => {
    await page.goto(below('index/device/deviceList?search=8675'))
    await page.getByText('Van 7').first().waitFor()
    await page.reload()
    await page.getByText('Van 7').first().waitFor()
    expect(page.url()).toContain(below('index/device/deviceList?'))
    const stranger = await openPage(browser, below('index/device/deviceList?search=8675'))
    await stranger.page.waitForURL(below('login?**'))
    await signIn(stranger.page, owner.user.username, accountPassword)
    await stranger.page.waitForURL(below('index/device/deviceList?**'))
    await stranger.page.context().close()
  })

  test('a list becomes a file', async () => {
    await page.goto(below('index/count/countMileage?empty=true'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as Excel' }).click(),
    ])
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  })

  test('a shared link shows a stranger the vehicle', async () => {
    await page.goto(below('index/home'))
    await selectInList(page, 'Van 7')
    await cardOf(page, 'Van 7').getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Your parcel')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = (await dialog.getByText(/sharedLive/).textContent())!.trim()
    expect(link.startsWith(below('sharedLive/'))).toBe(true)
    const stranger = await openPage(browser, link)
    await stranger.page.getByRole('heading', { name: 'Your parcel' }).waitFor()
    await drive(52)
    await stranger.page.getByText('52 km/h').waitFor()
    await stranger.page.context().close()
  })

  test('a link in a mail leads to its page', async () => {
    const email = 'holder@example.com'
    await callApi(owner, accountMailCalls.bind, { email, password: accountPassword })
    const link = mailedLink()
    expect(link).toContain(below('confirmEmail?token='))
    const opened = await openPage(browser, link)
    await opened.page.getByRole('button', { name: /confirm/i }).click()
    await opened.page.getByText(email).waitFor()
    await opened.page.context().close()
  })

  test('the worker of notices, and the app on a home screen, are of this path', async () => {
    const scope = await page.evaluate(async () => {
      const registered = await navigator.serviceWorker.register(new URL('push-worker.js', document.baseURI))
      return registered.scope
    })
    expect(scope).toBe(proxy.url)
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
      const { scope, start_url } = await (await fetch(href)).json()
      return [scope, start_url].map((path) => new URL(path, href).href)
    })
    expect(manifest).toEqual([proxy.url, proxy.url])
  })

  test('signing out takes the cookie back', async () => {
    await page.goto(below('index/home'))
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(below('login**'))
    await expect.poll(() => page.context().cookies()).toEqual([])
  })

  test('nothing was requested elsewhere, and nothing failed', () => {
    expect(proxy.outside).toEqual([])
    expect(problems).toEqual([])
  })

  test('it is there at its own address, too', async () => {
    const direct = await openPage(browser, `${server.url}/index/device/deviceList`)
    await signIn(direct.page, owner.user.username, accountPassword)
    await direct.page.getByText('Van 7').first().waitFor()
    expect(direct.problems).toEqual([])
    await direct.page.context().close()
  })
})
