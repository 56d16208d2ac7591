import { roles } from '@trackway/core/codes/roles.ts'
import { busCalls } from '@trackway/core/features/bus/calls.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { connectGt06, connectJt808, type Tracker } from './tracker.ts'

const { url, ports } = inject('server')
const bus = '867520000000339'
const lorry = '13800138721'
const south = { lat: 22.5, lon: 114 }
let owner: Client
let browser: Browser
let page: Page
const trackers: Tracker[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'vehicle-alarms', roles.superUser)
  await aDevice(await signInAsAdmin(url), bus, 'Gt06', 'Bus 12', owner.user.id)
  await aDevice(await signInAsAdmin(url), lorry, 'Y808', 'Lorry 7', owner.user.id)
  page = (await openAs(browser, owner, '/index/alarms')).page
})
afterAll(async () => {
  for (const tracker of trackers) tracker.hangUp()
  await closeBrowser(browser)
})

/** Metres north and east of the south end of the line. */
const at = (northM: number, eastM = 0): Partial<Report> => ({
  latitude: south.lat + northM / 111_320,
  longitude: south.lon + eastM / 102_850,
  speedKmh: 60,
  courseDeg: 0,
  satellites: 10,
  accOn: true,
})
const alarmOf = (name: string) => page.getByRole('option').filter({ hasText: name })

test('a bus off its line raises an alarm, and the line shows it', async () => {
  const { latitude, longitude } = at(6000)
  const shape = [south, { lat: latitude!, lon: longitude! }]
  const { id } = await callApi(owner, busCalls.add, { name: 'M12', shape, terminalIDs: [bus] })
  const line = (await openAs(browser, owner, `/index/bus/busLine/live?id=${id}`)).page
  await line.getByRole('heading', { name: /M12/ }).waitFor()
  const tracker = await connectGt06(ports.gt06, bus)
  trackers.push(tracker)
  const ways: [northM: number, eastM: number][] = [
    ...([2000, 2300, 2600] as const).map((northM): [number, number] => [northM, 0]),
    ...([300, 600, 900, 1200] as const).map((eastM): [number, number] => [2600, eastM]),
  ]
  const start = Date.now() - (ways.length + 1) * 20_000
  for (const [i, [northM, eastM]] of ways.entries())
    await tracker.report({ ...at(northM, eastM), fixTime: start + i * 20_000 })
  await alarmOf('Bus 12').getByText('Off route').waitFor()
  await line.getByText('Off route').waitFor()
  await line.close()
})

test('a tyre that leaks raises its alarm, and is first among the tyres', async () => {
  const tracker = await connectJt808(ports.jt808, lorry)
  trackers.push(tracker)
  const start = Date.now() - 300_000
  for (const [i, leaking] of [800, 800, 760, 700, 640].entries())
    await tracker.report({
      ...at(0),
      fixTime: start + i * 60_000,
      tyrePressureKpa: [800, 800, 800, leaking],
      tyreTemperatureC: [30, 30, 30, 30],
    })
  await alarmOf('Lorry 7').getByText('Tyre leak').waitFor()
  await page.goto(`${url}/index/tire?device=${lorry}`)
  await page.getByText('Leaking').first().waitFor()
})
