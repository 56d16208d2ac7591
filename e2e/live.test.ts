import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { freePorts, type ServerProcess, startServerProcess } from '@trackway/server/testing/server-process.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { cardOf, inList, selectInList } from './home-page.ts'
import { connectGt06, type Tracker } from './tracker.ts'

/** A server of its own, because it is stopped here while people watch. */
const imei = '867520000000305'
let dataDir: string
let ports: Awaited<ReturnType<typeof freePorts>>
let server: ServerProcess
let browser: Browser
let page: Page
let tracker: Tracker

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-e2e-'))
  ports = await freePorts()
  server = await startServerProcess({ dataDir, ports })
  browser = await launchBrowser()
  const admin = await signInAsAdmin(server.url)
  const owner = await anAccount(admin, 'live-owner', roles.agent)
  await aDevice(owner, imei, 'Gt06', 'Van 1')
  tracker = await connectGt06(ports.gt06, imei)
  await drive(0, 42)
  const opened = await openAs(browser, owner, '/index/home')
  page = opened.page
  await selectInList(page, 'Van 1')
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A report of now, so many hundredths of a degree north of the start. */
const drive = (north: number, speedKmh: number) =>
  tracker.report({
    latitude: 22.5 + north / 100,
    longitude: 114,
    speedKmh,
    courseDeg: 0,
    satellites: 10,
    accOn: true,
  })

describe('while one watches', () => {
  test('list and card follow the vehicle', async () => {
    await drive(0.1, 66)
    await inList(page, 'Van 1').getByText('66 km/h').waitFor()
    await cardOf(page, 'Van 1').getByText('22.501000, 114.000000').waitFor()
    await cardOf(page, 'Van 1').getByText('Fast').waitFor()
  })

  test('a vehicle that stops is shown as standing', async () => {
    await drive(0.1, 0)
    await cardOf(page, 'Van 1').getByText('Stopped', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Stopped\s?1$/ }).waitFor()
  })

  test('a lost connection is announced, and missed changes are shown once it is back', async () => {
    const banner = page.getByText(/Connection lost/)
    await server.stop()
    await banner.waitFor()
    tracker.hangUp()

    server = await startServerProcess({ dataDir, ports })
    tracker = await connectGt06(ports.gt06, imei)
    await drive(0.2, 91)
    await banner.waitFor({ state: 'detached' })
    await inList(page, 'Van 1').getByText('91 km/h').waitFor()
    await cardOf(page, 'Van 1').getByText('22.502000, 114.000000').waitFor()
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

  test('changes go on arriving after that', async () => {
    await drive(0.3, 48)
    await inList(page, 'Van 1').getByText('48 km/h').waitFor()
  })
})
