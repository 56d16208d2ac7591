import { roles } from '@trackway/core/codes/roles.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { connectGt06, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
const imei = '867520000000321'
let agent: Client
let owner: Client
let browser: Browser
let tracker: Tracker

beforeAll(async () => {
  browser = await launchBrowser()
  const admin = await signInAsAdmin(url)
  agent = await anAccount(admin, 'fence-agent', roles.agent)
  owner = await anAccount(agent, 'fence-owner', roles.user)
  await aDevice(admin, imei, 'Gt06', 'Fenced van', owner.user.id)
  tracker = await connectGt06(ports.gt06, imei)
})
afterAll(async () => {
  tracker?.hangUp()
  await closeBrowser(browser)
})

test('a fence is drawn, edited, undone and assigned; who drives into it raises an alarm for all sessions', async () => {
  const { page, problems } = await openAs(browser, owner, '/index/fence?edit=new')
  const map = page.getByLabel('Map', { exact: true })
  await page.getByRole('button', { name: 'Pick a point' }).click()
  await map.click({ position: { x: 300, y: 300 } })
  const radius = page.getByRole('spinbutton', { name: 'Radius' })
  await expect.poll(() => radius.inputValue()).not.toBe('')
  await radius.fill('2000')
  await radius.press('Enter')
  await page.getByRole('button', { name: 'Rectangle' }).click()
  await map.click({ position: { x: 200, y: 200 } })
  await map.click({ position: { x: 400, y: 400 } })
  await radius.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => radius.inputValue()).toMatch(/^2.?000$/)
  await page.getByLabel('Name', { exact: true }).fill('Depot')
  await page.getByRole('button', { name: 'Vehicles: Choose vehicles' }).click()
  await page.getByRole('checkbox', { name: /Fenced van/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Geofence saved').waitFor()

  const [fence] = (await callApi(owner, fenceCalls.find, {})).list
  expect(fence).toMatchObject({ name: 'Depot', area: { shape: 'circle', radiusM: 2000 }, devices: 1 })
  await page.goto(`${url}/index/alarms`)
  await page.getByText('New alarms appear here as they happen.').waitFor()
  const other = (await openAs(browser, agent, '/index/alarmsAll')).page
  await driveTo(fence!.area as { lat: number; lon: number })

  const row = page.getByRole('option').filter({ hasText: 'Geofence entered' })
  await row.getByText('Fenced van').click()
  const rowOfOther = other.getByRole('option').filter({ hasText: 'Geofence entered' })
  await rowOfOther.getByText('Fenced van').waitFor()
  expect(await rowOfOther.getByText('Acknowledged').count()).toBe(0)
  const actions = page.getByRole('toolbar', { name: 'Handle' })
  await actions.getByRole('button', { name: 'Acknowledge' }).click()
  await rowOfOther.getByText('Acknowledged').waitFor()
  expect(problems).toEqual([])
})

/** From 3 km north of a place to it, at 72 km/h. What was before the fence was drawn does not count. */
async function driveTo({ lat, lon }: { lat: number; lon: number }): Promise<void> {
  const start = Date.now()
  for (const [i, northM] of [3000, 2600, 2200, 1800, 1400, 1000].entries())
    await tracker.report({
      fixTime: start + i * 20_000,
      latitude: lat + northM / 111_320,
      longitude: lon,
      speedKmh: 72,
      courseDeg: 180,
      satellites: 10,
      accOn: true,
    })
}
