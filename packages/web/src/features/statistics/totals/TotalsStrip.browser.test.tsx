import type { Sums } from '@trackway/core/features/statistics/calls.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderInApp } from '../../../testing/render.tsx'
import { noSums } from '../../../testing/sums.ts'
import type { EpisodesAnswer, SumsAnswer } from '../report-filter/use-statistics.ts'
import { reportMetrics } from './metrics.ts'
import { TotalsStrip } from './TotalsStrip.tsx'

const coverage = { timeZone: 'Asia/Shanghai', devices: 5, devicesWithData: 4, pendingDevices: 0 }
const week = { first: '2024-03-04', last: '2024-03-10' }

function sumsAnswer(sum: Partial<Sums>, rest: Partial<SumsAnswer> = {}): SumsAnswer {
  const byDay = [
    { ...noSums, day: '2024-03-04', distanceM: 12_000, trips: 1 },
    { ...noSums, day: '2024-03-05', distanceM: 40_000, trips: 6 },
  ]
  return { list: [], total: 0, previous: null, byDay, sum: { ...noSums, ...sum }, ...coverage, ...rest }
}
const driven = { distanceM: 52_000, drivingMs: 7_200_000, trips: 7, maxSpeedKmh: 98 }

beforeEach(() => localStorage.clear())

async function open(props: Partial<Parameters<typeof TotalsStrip<keyof Sums>>[0]> = {}) {
  const screen = await renderInApp(
    <TotalsStrip metrics={reportMetrics.mileage!} period={week} sums={undefined} {...props} />,
  )
  const totals = screen.getByRole('region', { name: 'Totals' })
  const shown = () =>
    Object.fromEntries(
      totals
        .getByTestId('stat-value')
        .elements()
        .map((value) => [value.previousElementSibling?.textContent, value.textContent]),
    )
  return { screen, totals, shown }
}

test('the totals are in words, and unknown is a dash', async () => {
  const { shown } = await open({ sums: sumsAnswer(driven) })
  await expect.poll(shown).toEqual({
    Distance: '52.0 km',
    Driving: '2 hr',
    'Idle time': '0 min',
    Trips: '7',
    Fuel: '–',
    Consumption: '–',
    'Max. speed': '98 km/h',
    'Speeding events': '0',
  })
})

test('while they are on their way nothing is shown, not even that there is none', async () => {
  const { shown, screen } = await open()
  await expect.poll(() => Object.keys(shown()).length).toBe(8)
  expect(Object.values(shown()).join('')).toBe('')
  expect(screen.getByRole('status').elements()).toEqual([])
})

test('each says how it has changed; what was nothing before cannot be compared', async () => {
  const previous = { ...noSums, distanceM: 40_000, drivingMs: 8_000_000, trips: 0 }
  const { totals } = await open({ sums: sumsAnswer(driven, { previous }) })
  await expect.element(totals.getByRole('button', { name: /^Distance/ }).getByText('+30%')).toBeVisible()
  await expect.element(totals.getByRole('button', { name: /^Driving/ }).getByText('-10%')).toBeVisible()
  await expect.element(totals.getByRole('button', { name: /^Trips/ }).getByText('previous: 0')).toBeVisible()
})

test('a chosen total is drawn by day, which is also said in words', async () => {
  const { screen, totals } = await open({ sums: sumsAnswer(driven) })
  await expect.element(totals.getByRole('button', { name: /^Distance/, pressed: true })).toBeVisible()
  const chart = screen.getByRole('figure')
  await expect.element(chart).toHaveTextContent('Distance by day. Most on Tue, 5 Mar 2024: 40.0 km.')
  await totals.getByRole('button', { name: /^Trips/ }).click()
  await expect.element(chart).toHaveTextContent('Trips by day. Most on Tue, 5 Mar 2024: 6.')
  await expect.element(totals.getByRole('button', { name: /^Trips/, pressed: true })).toBeVisible()
})

test('the chart is put away and brought back', async () => {
  const { screen } = await open({ sums: sumsAnswer(driven) })
  await screen.getByRole('button', { name: 'Hide chart' }).click()
  expect(screen.getByRole('figure').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Show chart' }).click()
  await expect.element(screen.getByRole('figure')).toBeVisible()
})

test.each([
  ['a single day', { period: { first: '2024-03-04', last: '2024-03-04' } }],
  ['a list that leaves some out', { isNarrowed: true }],
])('%s has no chart', async (_, props) => {
  const { screen, shown } = await open({ sums: sumsAnswer(driven), ...props })
  await expect.poll(() => shown().Distance).toBe('52.0 km')
  expect(screen.getByRole('figure').elements()).toEqual([])
  expect(screen.getByRole('button', { name: 'Hide chart' }).elements()).toEqual([])
})

test('it is shown whose days these are, and how much had data or is still awaited', async () => {
  const { screen } = await open({ sums: sumsAnswer(driven, { pendingDevices: 3 }) })
  const status = screen.getByRole('status')
  await expect.element(status).toHaveTextContent('Mon, 4 Mar 2024 – Sun, 10 Mar 2024')
  await expect.element(status).toHaveTextContent('Asia/Shanghai')
  await expect.element(status).toHaveTextContent('4 of 5 vehicles had data')
  await expect.element(status).toHaveTextContent('3 vehicles updating')
})

test('a list tells its own totals, and why it has more rows than the days count', async () => {
  const list = {
    list: [],
    total: 9,
    ...coverage,
    sum: { begun: 7, durationMs: 3_600_000, distanceM: 61_000, maxSpeedKmh: 99, idleMs: 0, fuelL: null },
  } as EpisodesAnswer
  const { screen, totals, shown } = await open({
    metrics: reportMetrics.trips!,
    sums: sumsAnswer(driven),
    list,
  })
  await expect
    .poll(shown)
    .toEqual({ Trips: '7', Distance: '61.0 km', Driving: '1 hr', 'Max. speed': '99 km/h' })
  await userEvent.hover(totals.getByText('7', { exact: true }))
  await expect.element(screen.getByText('2 more started before the period', { exact: false })).toBeVisible()
})

test('what only the list knows is no button', async () => {
  const choose = vi.fn()
  const { totals } = await open({ metrics: reportMetrics.stops!, sums: sumsAnswer(driven), onDay: choose })
  await expect.element(totals.getByText('Idle time')).toBeVisible()
  expect(totals.getByRole('button').elements()).toHaveLength(2)
})
