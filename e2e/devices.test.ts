import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { anAccount, type Client, callApi, locationOf, send, signInAsAdmin } from './api-client.ts'
import { beginAt, closeBrowser, launchBrowser, openAs } from './browser.ts'
import { cardOf, factsOf, mapAtRest, mapOf, selectInList } from './home-page.ts'
import { connectGt06, connectJt808, connectUnknownGt06, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
/** Registered in the page. */
const gt06Id = '867520000000107'
const jt808Id = '13800138107'
/** Knocks before anybody knows it. */
const unknownId = '867520000000206'

let admin: Client
let stranger: Awaited<ReturnType<typeof connectUnknownGt06>>
let browser: Browser
let page: Page
let problems: string[]
const trackers: Tracker[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  // An administrator of its own: the first one's lists contain the devices of all test files.
  admin = await anAccount(await signInAsAdmin(url), 'devices-admin', roles.admin)
  stranger = await connectUnknownGt06(ports.detect, unknownId)
  const opened = await openAs(browser, admin, '/index/device/deviceList')
  page = opened.page
  problems = opened.problems
})
afterAll(async () => {
  for (const tracker of trackers) tracker.hangUp()
  await closeBrowser(browser)
})

beforeEach(() => beginAt(page, '/index/device/deviceList'))

const toMonitor = () => page.getByRole('link', { name: 'Monitor', exact: true }).click()
const rowOf = (terminalID: string) => page.getByRole('row').filter({ hasText: terminalID })

async function addInPage(terminalID: string, type: string, plate: string): Promise<void> {
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Device ID (IMEI)').fill(terminalID)
  // The types come from the server: what is typed before they are there finds nothing.
  await form.getByLabel('Model').click()
  const options = page.locator('.ant-select-item-option')
  await options.first().waitFor()
  await form.getByLabel('Model').fill(type)
  await options
    .filter({ hasText: `${type} · ` })
    .first()
    .click()
  await form.getByLabel('Plate').fill(plate)
  await form.getByRole('button', { name: 'Add device' }).click()
  await page.getByText(`Device ${plate} added`).waitFor()
  await page
    .getByRole('dialog', { name: `Connect ${plate}` })
    .getByRole('button', { name: 'Done' })
    .click()
  await page.waitForURL((at) => !at.search.includes('setUp'))
  await rowOf(terminalID).waitFor()
}

describe('a device of each protocol', () => {
  test('is registered in the page', async () => {
    await addInPage(gt06Id, 'Gt06', 'GT 1')
    await addInPage(jt808Id, 'Y808', 'JT 1')
    expect(await rowOf(gt06Id).textContent()).toMatch(/GT 1.*Inactive.*Gt06/)
  })

  test('speaking gt06 to its port appears in list, card and API', async () => {
    const tracker = await connectGt06(ports.gt06, gt06Id)
    trackers.push(tracker)
    const place = { latitude: 22.5431, longitude: 114.0579 }
    await tracker.report({ ...place, speedKmh: 57, courseDeg: 143, satellites: 11, accOn: true })

    await toMonitor()
    await selectInList(page, 'GT 1')
    await expect
      .poll(() => factsOf(page, 'GT 1'))
      .toMatchObject({
        state: expect.stringMatching(/^Driving\d.*57 km\/h$/),
        Coordinates: '22.543100, 114.057900',
        Course: '143° SE',
        Satellites: '11',
        Ignition: expect.stringContaining('On'),
      })
    expect(await locationOf(admin, gt06Id)).toMatchObject({
      state: 'online',
      speed: 57,
      courseDeg: 143,
      satellites: 11,
      accOn: true,
      lat: expect.closeTo(place.latitude, 5),
      lon: expect.closeTo(place.longitude, 5),
    })
  })

  test('speaking jt808 to the detecting port does likewise', async () => {
    const tracker = await connectJt808(ports.detect, jt808Id, '粤B12345')
    trackers.push(tracker)
    const place = { latitude: 31.230416, longitude: 121.473701, altitudeM: 12 }
    await tracker.report({ ...place, speedKmh: 84, courseDeg: 271, satellites: 9, accOn: true })

    await toMonitor()
    await selectInList(page, 'JT 1')
    await expect
      .poll(() => factsOf(page, 'JT 1'))
      .toMatchObject({
        state: expect.stringMatching(/^Driving fast\d.*84 km\/h$/),
        Coordinates: '31.230416, 121.473701',
        Course: '271° W',
        Altitude: '12 m',
        Satellites: '9',
        Ignition: expect.stringContaining('On'),
      })
    expect(await locationOf(admin, jt808Id)).toMatchObject({
      state: 'online',
      speed: 84,
      courseDeg: 271,
      satellites: 9,
      accOn: true,
      lat: expect.closeTo(place.latitude, 5),
      lon: expect.closeTo(place.longitude, 5),
    })
  })

  test.each(['GT 1', 'JT 1'])('%s is drawn when the map is set to it', async (name) => {
    await toMonitor()
    await page.getByRole('searchbox').fill(name)
    await page.getByText(/, 1 on the map$/).waitFor()
    await page.getByRole('button', { name: 'Fit all', exact: true }).click()
    await mapAtRest(page)
    // The only vehicle that is left has come to the middle of the map, and answers to a click there.
    await mapOf(page).click()
    await cardOf(page, name).waitFor()
  })
})

test('a device that knocks unregistered is registered with one click', async () => {
  const listed = async () => (await callApi(admin, unknownDeviceCalls.find, { search: unknownId })).total
  await expect.poll(listed).toBe(1)
  stranger.hangUp()
  await page.getByRole('tab', { name: /Unregistered/ }).click()
  await rowOf(unknownId).getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText(`Device ${unknownId} added`).waitFor()
  await rowOf(unknownId).waitFor({ state: 'detached' })

  const tracker = await connectGt06(ports.detect, unknownId)
  trackers.push(tracker)
  await tracker.report({ latitude: 22.6, longitude: 114.1, speedKmh: 0, courseDeg: 0, accOn: false })
  expect(await locationOf(admin, unknownId)).toMatchObject({ state: 'online', username: admin.user.username })
})

test('a device is deleted only after its id was typed', async () => {
  await rowOf(unknownId)
    .getByRole('button', { name: `Delete ${unknownId}` })
    .click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Delete device' })
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(unknownId)
  await button.click()
  await page.getByText(`${unknownId} deleted`).waitFor()
  await rowOf(unknownId).waitFor({ state: 'detached' })

  const { meta } = await send(url, admin.token, deviceCalls.detail, { terminalID: unknownId })
  expect(meta.code).toBe(resultCodes.notFound)
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
