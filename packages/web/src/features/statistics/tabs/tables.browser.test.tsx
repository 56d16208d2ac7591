import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { noSums } from '../../../testing/sums.ts'
import { EpisodesTab } from './EpisodesTab.tsx'
import { PastDueTab } from './PastDueTab.tsx'
import { SumsTab } from './SumsTab.tsx'
import { statisticsTabs } from './tabs.ts'

const dayMs = 86_400_000
const aDue = (name: string, days: number) => ({
  terminalID: `86123456001${name.length}`,
  displayName: name,
  deviceTypeName: 'Gt06',
  userId: 1,
  username: 'boss',
  iccid: null,
  sim: null,
  activateTime: null,
  stateTime: null,
  expireTime: Date.now() + days * dayMs + 3_600_000,
})

test('what is due says since when or in how many days, and pills count and narrow it', async () => {
  const server = startFakeServer()
  server.answer(statisticsCalls.pastDue, ({ state }) => {
    const all = [aDue('Van', -3), aDue('Truck', 12)]
    const list = all.filter((_, at) => state !== 'expired' || at === 0)
    return { list, total: list.length, expired: 1, expiring: 1 }
  })
  const screen = await renderInApp(<PastDueTab />, { url: '/?withinDays=60' })
  await expect.element(screen.getByRole('row', { name: /Van/ })).toHaveTextContent(/2 days ago/)
  await expect.element(screen.getByRole('row', { name: /Truck/ })).toHaveTextContent(/in 12 days/)
  await expect.element(screen.getByRole('link', { name: 'Manage 2 devices' })).toBeVisible()
  await screen.getByRole('button', { name: /^Expired/ }).click()
  await expect.element(screen.getByRole('row', { name: /Truck/ })).not.toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Manage this device' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/due=expired.*withinDays=60/))
  expect(server.sent(statisticsCalls.pastDue).at(-1)).toMatchObject({ withinDays: 60 })
})

test('nothing is due, and nobody manages what he may not', async () => {
  const server = startFakeServer()
  server.answer(statisticsCalls.pastDue, { list: [], total: 0, expired: 0, expiring: 0 })
  const screen = await renderInApp(<PastDueTab />, { user: { permissions: ['main:stat_past_due'] } })
  await expect.element(screen.getByRole('heading', { name: 'Nothing is due' })).toBeVisible()
  await expect.element(screen.getByText('No service ends within 30 days.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Manage/ })).not.toBeInTheDocument()
})

const coverage = { timeZone: 'Asia/Shanghai', devices: 40, devicesWithData: 3, pendingDevices: 0 }
const sum = { begun: 0, durationMs: 0, distanceM: 0, idleMs: 0, maxSpeedKmh: null, fuelL: null }

async function openTrips(query = '') {
  const server = startFakeServer()
  server.answer(statisticsCalls.episodes, { list: [], total: 0, sum, ...coverage } as never)
  server.answer(statisticsCalls.sums, { list: [], total: 0, sum: noSums, byDay: [], ...coverage } as never)
  const tab = statisticsTabs.find(({ path }) => path === 'CountTrackInfo')!
  const url = `/index/count/CountTrackInfo?first=2026-11-02&last=2026-11-03&${query}`
  return { server, screen: await renderInApp(<EpisodesTab tab={tab} />, { url }) }
}

test('trips are requested by the address, short ones left out', async () => {
  const { server, screen } = await openTrips('minMinutes=15&minKm=5')
  await expect.element(screen.getByText('No data for this period')).toBeVisible()
  expect(server.sent(statisticsCalls.episodes)[0]).toMatchObject({
    first: '2026-11-02',
    last: '2026-11-03',
    kind: 'trip',
    sort: 'from',
    minDurationMs: 900_000,
    minDistanceM: 5_000,
  })
  await screen.getByRole('combobox', { name: 'Min. duration' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect
    .poll(() => server.sent(statisticsCalls.episodes).at(-1))
    .toMatchObject({ minDurationMs: 1_800_000, minDistanceM: 5_000 })
})

test('a comparison asks for the days before, as long ones at least', async () => {
  const { server } = await openTrips('compare=true&minMinutes=5')
  await expect
    .poll(() => server.sent(statisticsCalls.episodes))
    .toContainEqual(
      expect.objectContaining({
        first: '2026-10-31',
        last: '2026-11-01',
        minDurationMs: 300_000,
        pageSize: 1,
      }),
    )
})

test('a report that fails says why and is requested again', async () => {
  const server = startFakeServer()
  server.refuse(statisticsCalls.episodes, 'rangeTooLong')
  server.answer(statisticsCalls.sums, { list: [], total: 0, sum: noSums, byDay: [], ...coverage } as never)
  const tab = statisticsTabs.find(({ path }) => path === 'CountTrackInfo')!
  const screen = await renderInApp(<EpisodesTab tab={tab} />, { url: '/?first=2026-11-02&last=2026-11-03' })
  await expect.element(screen.getByText('The period is too long')).toBeVisible()
})

test('mileage opens by vehicle, the longest first, without empty rows, which a switch shows', async () => {
  const server = startFakeServer()
  const answer = { list: [], total: 0, sum: noSums, previous: null, byDay: [], ...coverage }
  server.answer(statisticsCalls.sums, answer as never)
  const screen = await renderInApp(<SumsTab />, {
    url: '/index/count/countMileage?first=2026-11-02&last=2026-11-03',
  })
  await expect.element(screen.getByText('No vehicle drove or idled')).toBeVisible()
  const order = { groupBy: 'device', sort: 'distanceM', isDescending: true }
  expect(server.sent(statisticsCalls.sums)[0]).toMatchObject({ ...order, withEmpty: false })
  await screen.getByRole('checkbox', { name: 'Show empty rows' }).click()
  await expect.element(screen.getByText('No data for this period')).toBeVisible()
  expect(server.sent(statisticsCalls.sums).at(-1)).toMatchObject({ ...order, withEmpty: true })
  await screen.getByRole('radio', { name: 'Vehicle · day' }).click()
  await expect
    .poll(() => server.sent(statisticsCalls.sums).at(-1))
    .toMatchObject({ groupBy: 'deviceDay', sort: 'day', isDescending: false })
})
