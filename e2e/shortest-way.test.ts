import { readFile } from 'node:fs/promises'
import { alarms } from '@trackway/core/codes/alarms.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { dateDaysAgo, driveOfYesterday } from './drive-of-yesterday.ts'
import { cardOf, inList } from './home-page.ts'
import { screenLink, sectionLink } from './menu.ts'
import { anImei, writeSheet } from './sheet.ts'
import { type Steps, stepsOn } from './steps.ts'
import { connectGt06, type Tracker } from './tracker.ts'

/**
 * What people come for, each in as few actions as it may take. A task begins on the screen that a session begins with,
 * or on the one it names, and is a test of its own: it makes the devices that it changes, below the same agent.
 */

const { url, ports } = inject('server')
/** Drove yesterday, and is offline since. */
const driven = { imei: '867520000000926', plate: 'Truck 21' }
/** Drove the same way. */
const alsoDriven = { imei: '867520000000959', plate: 'Truck 22' }
/** Reports of now from a street of the map that comes with the platform. */
const near = { imei: '867520000000934', plate: '粤B·HKX-622' }
const email = 'shortest-agent@example.com'
const added = '867520000000942'
const yesterday = dateDaysAgo(1)
const street = 'Sofiankatu'
const onStreet = { latitude: 60.1686, longitude: 24.9525 }

let browser: Browser
let admin: Client
let agent: Client
const trackers: Tracker[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  admin = await signInAsAdmin(url)
  agent = await anAccount(admin, 'shortest-agent', roles.agent)
  for (const { imei, plate } of [driven, alsoDriven, near]) await aDevice(agent, imei, 'Gt06', plate)
  for (const { imei } of [driven, alsoDriven]) {
    const truck = await connectGt06(ports.gt06, imei)
    await truck.backlog(driveOfYesterday())
    truck.hangUp()
  }
  await callApi(agent, accountCalls.update, { id: agent.user.id, email })
  await callApi(agent, trackSettingCalls.set, { userId: agent.user.id, own: { fuelLPer100Km: 12 } })
  const tram = await connectGt06(ports.gt06, near.imei)
  trackers.push(tram)
  await tram.report({ ...onStreet, speedKmh: 47, courseDeg: 90, accOn: true })
})
afterAll(async () => {
  for (const tracker of trackers) tracker.hangUp()
  await closeBrowser(browser)
})

interface Task {
  page: Page
  steps: Steps
}

/** Begins on this screen, loaded by somebody who has signed in before; fails when the page itself does. */
async function taskAs(account: Client, path: string, work: (task: Task) => Promise<void>): Promise<void> {
  const { page, problems } = await openAs(browser, account, path)
  await page.locator('#content h1').waitFor({ state: 'attached' })
  await work({ page, steps: stepsOn(page) })
  expect(problems).toEqual([])
  await page.close()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const preset = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Period' }).getByText(name, { exact: true })

test('find a plate and see it on the map: 2', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.fill(page.getByRole('searchbox'), '622')
    await steps.press('Enter')
    await cardOf(page, near.plate).getByText('47 km/h').waitFor()
    expect(steps.count).toBeLessThanOrEqual(2)
  }))

test('find a plate from any screen: 3, the first key at once', () =>
  taskAs(agent, '/index/help/pc', async ({ page, steps }) => {
    await steps.press('/')
    await steps.type('622')
    await steps.press('Enter')
    await cardOf(page, near.plate).getByText('47 km/h').waitFor()
    expect(steps.count).toBeLessThanOrEqual(3)
  }))

test('frames of a device: 3', async () => {
  const tester = await anAccount(admin, 'shortest-tester', roles.test)
  await taskAs(tester, '/test/qc/search', async ({ page, steps }) => {
    await steps.click(screenLink(page, '工厂', '设备日志'))
    await steps.fill(page.getByRole('combobox').first(), near.plate)
    await steps.press('Enter')
    await page.waitForURL(new RegExp(`terminalID=${near.imei}`))
    await page.getByRole('row').filter({ hasText: near.imei }).first().waitFor()
    expect(steps.count).toBeLessThanOrEqual(3)
  })
})

test('why is it offline: 2', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.click(inList(page, driven.plate))
    await steps.click(cardOf(page, driven.plate).getByRole('button', { name: 'Why offline?' }))
    await cardOf(page, driven.plate).getByText('Last seen').first().waitFor()
    expect(steps.count).toBeLessThanOrEqual(2)
  }))

test('the longest stop of yesterday: 3, from the reports', () =>
  taskAs(agent, '/index/count/countMileage', async ({ page, steps }) => {
    await steps.click(screenLink(page, 'Reports', 'Stops'))
    await steps.click(preset(page, 'Yesterday'))
    await page.waitForURL(new RegExp(`first=${yesterday}`))
    await steps.click(page.getByRole('columnheader').getByRole('button', { name: 'Duration' }))
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: driven.plate }).first().textContent())
      .toMatch(/08:5\d.*(19|20) min/)
    expect(steps.count).toBeLessThanOrEqual(3)
  }))

/** On the first of a month its drive was in the one before. */
const monthOfDrive = yesterday.slice(0, 7) === dateDaysAgo(0).slice(0, 7) ? 'This month' : 'Last month'

test('the mileage of the month as a file: 3', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.click(sectionLink(page, 'Reports'))
    await steps.click(preset(page, monthOfDrive))
    await page.getByRole('row').filter({ hasText: driven.plate }).first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      steps.click(button(page, 'Download as Excel')),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
    expect(steps.count).toBeLessThanOrEqual(3)
  }))

test('print a month: 2, from the reports', () =>
  taskAs(agent, '/index/count/countMileage', async ({ page, steps }) => {
    await page.evaluate(() => {
      window.print = () =>
        document.body.setAttribute('data-printed', document.querySelector('[data-print=sheet]')!.textContent)
    })
    await steps.click(preset(page, monthOfDrive))
    await page.getByRole('row').filter({ hasText: driven.plate }).first().waitFor()
    await steps.press('Control+P')
    const printed = () => page.locator('body').getAttribute('data-printed')
    await expect.poll(printed).toContain(driven.plate)
    for (const text of ['Mileage', 'shortest-agent', 'Asia/Shanghai', 'vehicles had data'])
      expect(await printed()).toContain(text)
    expect(steps.count).toBeLessThanOrEqual(2)
  }))

test('compare the fuel of two vehicles: 4', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.click(sectionLink(page, 'Reports'))
    for (const { plate } of [driven, alsoDriven])
      await steps.click(page.getByRole('checkbox', { name: `Select ${plate}` }))
    await steps.click(page.getByRole('link', { name: 'Compare 2 vehicles' }))
    const row = page.getByRole('table', { name: 'Compare vehicles' }).getByRole('row', { name: /^Fuel/ })
    await expect.poll(() => row.textContent()).toMatch(/^Fuel\d\.\d L\d\.\d Lthe same$/)
    expect(steps.count).toBeLessThanOrEqual(4)
  }))

test('a report by email every Monday: 4', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.click(sectionLink(page, 'Reports'))
    await page.getByRole('row').filter({ hasText: driven.plate }).first().waitFor()
    await steps.click(page.getByRole('button', { name: 'Export' }))
    await steps.click(page.getByRole('menuitem', { name: /email/ }))
    await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const { list } = await callApi(agent, reportScheduleCalls.find, {})
    expect(list).toMatchObject([
      { report: 'mileage', groupBy: 'device', rhythm: 'weekly', onDay: 1, receivers: [email] },
    ])
    expect(steps.count).toBeLessThanOrEqual(4)
  }))

test('who was within 500 m of a street: 5', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.click(sectionLink(page, 'Places'))
    await steps.click(screenLink(page, 'Places', 'Area search'))
    await steps.fill(page.getByRole('combobox', { name: 'Address' }), street)
    await steps.click(page.locator('.ant-select-item-option').filter({ hasText: street }).first())
    await page.waitForURL(/area=circle_60\.16\d+_24\.95\d+_500/)
    await steps.click(button(page, 'Search'))
    await page
      .getByRole('region', { name: 'Result' })
      .getByRole('button', { name: new RegExp(`^${near.plate}`) })
      .waitFor()
    expect(steps.count).toBeLessThanOrEqual(5)
  }))

test('add a device: 4, and it is seen to arrive', () =>
  taskAs(agent, '/index/home', async ({ page, steps }) => {
    await steps.click(sectionLink(page, 'Vehicles'))
    await steps.click(page.getByRole('button', { name: 'Add device' }).first())
    const form = page.getByRole('dialog')
    await steps.fill(form.getByLabel('Device ID (IMEI)'), added)
    await steps.press('Enter')
    const setUp = page.getByRole('dialog', { name: `Connect ${added}` })
    await setUp.getByText(String(ports.gt06)).first().waitFor()
    expect(steps.count).toBeLessThanOrEqual(4)
    // Nothing was set by the operator: devices are told the host of the page, and what is wrong with this one.
    await setUp.getByText(`Devices can’t reach ${new URL(url).hostname}`).waitFor()
    expect(await setUp.textContent()).not.toContain('{')

    const ticked = () => setUp.locator('li', { has: page.locator('.tw-success') }).allTextContents()
    expect(await ticked()).toEqual([])
    const tracker = await connectGt06(ports.gt06, added)
    trackers.push(tracker)
    await expect.poll(ticked).toHaveLength(2)
    await tracker.report({ ...onStreet, speedKmh: 0, courseDeg: 0, accOn: false })
    await expect.poll(ticked).toHaveLength(3)
    await setUp.getByRole('heading', { name: 'The device is on the map' }).waitFor()
  }))

test('share a replay: 2', () =>
  taskAs(
    agent,
    `/index/track?terminalID=${driven.imei}&first=${yesterday}&last=${yesterday}`,
    async ({ page, steps }) => {
      await page.getByTestId('track-episode').first().waitFor()
      await steps.click(page.locator('footer').getByRole('button', { name: 'Share', exact: true }))
      await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Create link' }))
      const link = page.getByRole('dialog').getByTestId('copy-text').locator('.tw-number')
      await expect.poll(() => link.textContent()).toContain(`${url}/sharedTrack/`)
      expect(steps.count).toBeLessThanOrEqual(2)
    },
  ))
/** Apart from the others, who would see its alarms on top of their screens. */
async function aDispatcher(imeis: readonly string[]): Promise<Client> {
  const dispatcher = await anAccount(admin, `shortest-dispatcher-${imeis[0]!.slice(-4)}`, roles.agent)
  for (const [at, imei] of imeis.entries()) await aDevice(dispatcher, imei, 'Gt06', `粤B·SOS-${at + 1}`)
  return dispatcher
}

test('acknowledge an SOS among 500 crossings: 1, from any screen', async () => {
  const imei = '867520000002038'
  const dispatcher = await aDispatcher([imei])
  const vehicle = await connectGt06(ports.gt06, imei)
  const place = { latitude: 22.55, longitude: 114.1, speedKmh: 47, courseDeg: 90, accOn: true }
  const minuteMs = 60_000
  // So far apart that each is an alarm of its own.
  for (let at = 500; at > 0; at--)
    await vehicle.report({
      ...place,
      fixTime: Date.now() - at * 11 * minuteMs,
      alarms: [at % 2 === 0 ? alarms.fenceEntered : alarms.fenceLeft],
    })
  await vehicle.report({ ...place, alarms: [alarms.sos] })
  await vehicle.report({ ...place, alarms: [alarms.fenceEntered] })
  const { counts } = await callApi(dispatcher, alarmCalls.count, {})
  expect(counts.fence).toBeGreaterThanOrEqual(500)
  expect(counts).toMatchObject({ pinned: 1, urgent: 1 })
  for (const path of ['/index/count', '/index/home'])
    await taskAs(dispatcher, path, async ({ page, steps }) => {
      const sos = page.getByRole('button', { name: /^Acknowledge .*SOS-1/ })
      await sos.waitFor()
      // Crossings are no toast.
      expect(await page.getByTestId('tw-alarm-toast').count()).toBe(0)
      if (path === '/index/home') {
        await steps.click(sos)
        await sos.waitFor({ state: 'detached' })
      }
      expect(steps.count).toBeLessThanOrEqual(1)
    })
  const { list } = await callApi(dispatcher, alarmCalls.find, { codes: [alarms.sos] })
  expect(list).toMatchObject([{ state: 'acknowledged' }])
  vehicle.hangUp()
})

test('a speed limit for a selection: 4', async () => {
  const imeis = ['867520000002046', '867520000002053', '867520000002061']
  const dispatcher = await aDispatcher(imeis)
  await taskAs(dispatcher, '/index/device/deviceList', async ({ page, steps }) => {
    await steps.click(page.getByRole('checkbox', { name: 'Select this page' }))
    await steps.click(page.getByRole('toolbar').getByRole('button', { name: 'Settings' }))
    await steps.fill(page.getByRole('spinbutton', { name: 'Speed limit' }), '80')
    await page.getByText('Changes 3 vehicles').waitFor()
    await steps.click(page.getByRole('button', { name: 'Apply' }))
    await page.getByText('Set for 3 vehicles').waitFor()
    expect(steps.count).toBeLessThanOrEqual(4)
  })
  for (const terminalID of imeis) {
    const { own } = await callApi(dispatcher, trackSettingCalls.find, { terminalID })
    expect(own).toEqual({ overspeedKmh: 80 })
  }
})

test('import 50 devices and connect them: 5', () =>
  taskAs(admin, '/index/home', async ({ page, steps }) => {
    const imeis = Array.from({ length: 50 }, (_, n) => anImei(86752000000300 + n))
    const rows = imeis.map((imei) => [imei, 'Gt06', agent.user.username])
    const path = await writeSheet('fifty.xlsx', ['IMEI', 'Model', 'Account'], rows)
    await steps.click(sectionLink(page, 'Customers'))
    await steps.click(screenLink(page, 'Customers', 'Bulk operations'))
    await steps.click(page.getByRole('link', { name: /^Import devices/ }))
    await steps.upload(page.locator('input[type=file]'), path)
    await steps.click(page.getByRole('button', { name: 'Import 50 devices' }))
    const connect = page.getByRole('region', { name: 'Connect these 50 devices' })
    await connect.getByText('0 of 50 on the map').waitFor()
    const first = await connectGt06(ports.gt06, imeis[0]!)
    await first.report({ latitude: 22.57, longitude: 114.12, speedKmh: 0, courseDeg: 0, accOn: true })
    await connect.getByText('1 of 50 on the map').waitFor()
    first.hangUp()
    expect(steps.count).toBeLessThanOrEqual(5)
  }))

test('move a device: 4', async () => {
  const customer = await anAccount(agent, 'shortest-customer', roles.user)
  const moved = anImei(86752000000205)
  await aDevice(agent, moved, 'Gt06', '粤B·HKX-800')
  await taskAs(agent, '/index/device/deviceList', async ({ page, steps }) => {
    await steps.click(page.getByRole('row').filter({ hasText: moved }).getByRole('checkbox'))
    await steps.click(page.getByRole('button', { name: 'Transfer', exact: true }))
    const form = page.getByRole('dialog')
    await steps.click(page.getByRole('treeitem', { name: customer.user.username }))
    await steps.click(form.getByRole('button', { name: 'Transfer 1 device' }))
    await page.getByText('1 done').waitFor()
    const { username } = await callApi(agent, deviceCalls.detail, { terminalID: moved })
    expect(username).toBe(customer.user.username)
    expect(steps.count).toBeLessThanOrEqual(4)
  })
})
