import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { noSums } from '../../../testing/sums.ts'
import { PrintFactsProvider } from '../../../ui/print/print-head.ts'
import { CompareTab } from './CompareTab.tsx'
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
  await screen.getByText('Vehicle · day').click()
  await expect
    .poll(() => server.sent(statisticsCalls.sums).at(-1))
    .toMatchObject({ groupBy: 'deviceDay', sort: 'day', isDescending: false })
})

const aRow = (n: number, figures: object) => ({
  ...noSums,
  ...figures,
  terminalID: `86123456000000${n}`,
  displayName: `Truck ${n}`,
  userId: 1,
  username: 'boss',
  day: null,
  devices: 1,
})

test('vehicles selected in mileage are compared, each figure with its difference from the first', async () => {
  const server = startFakeServer()
  const list = [
    aRow(1, { distanceM: 200_000, fuelL: 50, fuelLPer100Km: 25 }),
    aRow(2, { distanceM: 100_000, fuelL: 30, fuelLPer100Km: 30 }),
  ]
  server.answer(statisticsCalls.sums, {
    list,
    total: 2,
    sum: noSums,
    previous: null,
    byDay: [],
    ...coverage,
  } as never)
  const url = '/index/count/countMileage?first=2026-11-02&last=2026-11-03'
  const mileage = await renderInApp(<SumsTab />, { url })
  // The totals stand below the figures that they add up.
  const [heading, total] = ['th:nth-child(3)', 'tfoot tr > :nth-child(3)'].map(
    (cell) => document.querySelector(cell)?.textContent,
  )
  expect([heading, total]).toEqual(['Distance', '0.0 km'])
  await mileage.getByRole('checkbox', { name: 'Select Truck 2' }).click()
  await expect.element(mileage.getByRole('button', { name: 'Compare 1 vehicle' })).toBeDisabled()
  await mileage.getByRole('checkbox', { name: 'Select Truck 1' }).click()
  const link = mileage.getByRole('link', { name: 'Compare 2 vehicles' })
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/countCompare\?.*devices=861234560000002_861234560000001/))
  await mileage.unmount()

  const compared = await renderInApp(<CompareTab />, {
    url: '/?first=2026-11-02&last=2026-11-03&devices=861234560000001_861234560000002',
  })
  await expect
    .element(compared.getByRole('row', { name: /^Fuel/ }))
    .toHaveTextContent('Fuel50.0 L30.0 L−20.0 L (-40%)')
  await expect
    .element(compared.getByRole('row', { name: /^Consumption/ }))
    .toHaveTextContent('30.0 L/100 km+5.0 L/100 km (+20%)')
  expect(server.sent(statisticsCalls.sums).at(-1)).toMatchObject({
    groupBy: 'device',
    terminalIDs: ['861234560000001', '861234560000002'],
  })
})

test('Ctrl+P prints all rows with whose and which days they are, and says what the bound leaves out', async () => {
  const server = startFakeServer()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    printed = document.querySelector('[data-print=sheet]')?.textContent ?? ''
  })
  let printed = ''
  server.answer(statisticsCalls.sums, ({ pageNum = 1, pageSize = 15 }) => {
    const list = Array.from({ length: pageSize }, (_, n) =>
      aRow(1000 + (pageNum - 1) * pageSize + n, { distanceM: 1_000 }),
    )
    return { list, total: 1_200, sum: noSums, previous: null, byDay: [], ...coverage } as never
  })
  const facts = [
    ['Account', 'boss'],
    ['Time zone', 'Asia/Shanghai'],
  ] as const
  const screen = await renderInApp(
    <PrintFactsProvider value={facts}>
      <SumsTab />
    </PrintFactsProvider>,
    { url: '/index/count/countMileage?first=2026-11-02&last=2026-11-03' },
  )
  await expect.element(screen.getByRole('row', { name: /Truck 1000/ })).toBeVisible()
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => print.mock.calls.length).toBe(1)
  for (const text of [
    'Mileage',
    'Accountboss',
    'Time zoneAsia/Shanghai',
    '3 of 40 vehicles had data',
    'Truck 1999',
    '1,000 of 1,200 rows',
  ])
    expect(printed).toContain(text)
  expect(printed).not.toContain('Truck 2000')
  await expect.poll(() => document.querySelector('[data-print=sheet]')).toBeNull()
  print.mockRestore()
})
