import { roles } from '@trackway/core/codes/roles.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aDevice, anAccount, type Client, callApi, signInAsAdmin } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs } from './browser.ts'
import { reportsOf } from './drive-of-yesterday.ts'
import { connectGt06 } from './tracker.ts'

/**
 * A drive across midnight of the vehicle's zone, which is neither that of the browser nor a whole number of hours
 * from UTC. Twenty minutes at 60 km/h lie before midnight, ten at 40 km/h after it.
 */
const timeZone = 'America/St_Johns'
const { url, ports } = inject('server')
const imei = '867520000000912'
const second = addDays(dayAt(Date.now(), timeZone), -1)
const first = addDays(second, -1)
const midnight = startOfDay(second, timeZone)

let browser: Browser
let owner: Client

beforeAll(async () => {
  browser = await launchBrowser()
  owner = await anAccount(await signInAsAdmin(url), 'midnight-owner', roles.agent, timeZone)
  await aDevice(owner, imei, 'Gt06', 'Night van')
  const tracker = await connectGt06(ports.gt06, imei)
  await tracker.backlog(
    reportsOf(midnight - 30 * 60_000, [
      { minutes: 10, speedKmh: 0, everyS: 60 },
      { minutes: 20, speedKmh: 60, everyS: 10 },
      { minutes: 10, speedKmh: 40, everyS: 10 },
      { minutes: 20, speedKmh: 0, everyS: 60 },
    ]),
  )
  tracker.hangUp()
})
afterAll(() => closeBrowser(browser))

test('statistics give each day its part of the way', async () => {
  const sums = async () => (await callApi(owner, statisticsCalls.sums, { first, last: second })).list
  await expect
    .poll(async () => (await sums()).map(({ day, distanceM }) => [day, Math.round((distanceM ?? 0) / 1000)]))
    .toEqual([
      [first, 20],
      [second, 7],
    ])
})

test.each([
  { day: first, km: 20, top: '60 km/h', from: /23:4\d/ },
  { day: second, km: 6.7, top: /^(40|60) km/, from: /00:00/ },
])('the replay of $day shows what was driven on it', async ({ day, km, top, from }) => {
  const { page, problems } = await openAs(
    browser,
    owner,
    `/index/track?terminalID=${imei}&first=${day}&last=${day}`,
  )
  const fact = (name: string) =>
    page
      .locator('[data-testid=track-summary] div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
  await expect
    .poll(async () => Number.parseFloat((await fact('Distance').textContent()) ?? ''))
    .toBeCloseTo(km, -0.5)
  await expect.poll(() => fact('Max. speed').textContent()).toMatch(top)
  const trip = page
    .getByRole('list', { name: 'Trips and stops' })
    .getByTestId('track-episode')
    .filter({ hasText: 'Trip' })
  await expect.poll(() => trip.first().textContent()).toMatch(from)
  expect(problems).toEqual([])
  await page.close()
})
