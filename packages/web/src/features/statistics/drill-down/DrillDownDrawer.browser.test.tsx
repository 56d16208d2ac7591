import { roles } from '@trackway/core/codes/roles.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FakeServer, startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { type DrillDown, DrillDownDrawer } from './DrillDownDrawer.tsx'

const at = (hour: number, minute = 0) => Date.UTC(2024, 2, 5, hour - 8, minute)
const van = '861234560010624'
const trip = (from: number, to: number) => ({
  kind: 'trip',
  terminalID: van,
  displayName: 'Van 2',
  from,
  to,
  distanceM: 12_300,
  maxSpeedKmh: 88,
  idleMs: 0,
  fromLat: 22.5,
  fromLon: 114,
  toLat: 22.6,
  toLon: 114.1,
  began: 'motion',
  ended: 'stop',
  fromValue: null,
  toValue: null,
})

async function open(part: Partial<DrillDown>, prepare: (server: FakeServer) => void) {
  const server = startFakeServer()
  prepare(server)
  const onClose = vi.fn()
  const drillDown = {
    kind: 'trip',
    terminalID: van,
    name: 'Van 2',
    first: '2024-03-05',
    last: '2024-03-05',
  } as const
  const screen = await renderInApp(
    <DrillDownDrawer drillDown={{ ...drillDown, ...part }} onClose={onClose} />,
    { user: { role: roles.admin } },
  )
  return { screen, server, onClose, dialog: screen.getByRole('dialog') }
}

const answers =
  (rows: object[], rest = {}) =>
  (server: FakeServer) =>
    server.answer(statisticsCalls.episodes, {
      list: rows,
      total: rows.length,
      sum: { begun: rows.length, durationMs: 5_400_000, distanceM: 24_600, maxSpeedKmh: 88, idleMs: 0 },
      ...rest,
    } as never)

test('a figure shows the trips it is made of: when, how far, how fast, and their sum', async () => {
  const { dialog, server } = await open({}, answers([trip(at(7), at(8)), trip(at(9), at(9, 30))]))
  await expect.element(dialog.getByText('Trips · Van 2')).toBeVisible()
  await expect.element(dialog.getByText('07:00 – 08:00')).toBeVisible()
  await expect.element(dialog.getByText('1 hr · 12.3 km · max 88 km/h')).toBeVisible()
  await expect.element(dialog.getByText('2 · 1 hr 30 min · 24.6 km')).toBeVisible()
  expect(server.sent(statisticsCalls.episodes)[0]).toMatchObject({
    kind: 'trip',
    terminalIDs: [van],
    first: '2024-03-05',
    last: '2024-03-05',
  })
})

test('each trip leads to the replay of its days', async () => {
  const { dialog } = await open({ last: '2024-03-06' }, answers([trip(at(23), at(25))]))
  const link = dialog.getByRole('link', { name: /^Replay 5 Mar 2024/ })
  await expect
    .element(link)
    .toHaveAttribute('href', `/index/track?terminalID=${van}&first=2024-03-05&last=2024-03-06`)
})

test('a stop has one place, and no speed', async () => {
  const stop = { ...trip(at(7), at(8)), kind: 'stop', distanceM: 0 }
  const { dialog } = await open({ kind: 'stop' }, answers([stop]))
  await expect.element(dialog.getByText('1 hr', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('22.50000, 114.00000')).toBeVisible()
  expect(dialog.getByText('22.60000, 114.10000').elements()).toHaveLength(0)
})

test('what has more rows than are listed leads to all of them', async () => {
  const { dialog } = await open({}, answers([trip(at(7), at(8))], { total: 240 }))
  await expect
    .element(dialog.getByRole('link', { name: 'Show all 240' }))
    .toHaveAttribute('href', `/index/count/CountTrackInfo?devices=${van}&first=2024-03-05&last=2024-03-05`)
})

test('nothing found is shown, and a failure can be tried again', async () => {
  const none = await open({}, answers([]))
  await expect.element(none.dialog.getByText('No data for this period')).toBeVisible()
  none.screen.unmount()
  const { dialog, server } = await open({ name: 'Van 3', terminalID: '861234560010625' }, (server) =>
    server.refuse(statisticsCalls.episodes, 'notFound'),
  )
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  answers([trip(at(7), at(8))])(server)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('07:00 – 08:00')).toBeVisible()
})

test('how mileage was measured is requested only when it is opened', async () => {
  const { dialog, server } = await open({}, (server) => {
    answers([trip(at(7), at(8))])(server)
    server.answer(episodeCalls.explain, {
      mileage: {
        distanceM: 24_600,
        gpsM: 24_900,
        odometerM: 24_600,
        source: 'odometer',
        intervalMs: null,
        gapShare: 0,
      },
      leftOut: [{ reason: 'jump', from: at(7, 10), to: at(7, 11), points: 3, metres: 4200 }],
      isTruncated: false,
    } as never)
  })
  await expect.element(dialog.getByText('07:00 – 08:00')).toBeVisible()
  expect(server.sent(episodeCalls.explain)).toEqual([])
  await dialog.getByRole('button', { name: 'How was this measured?' }).click()
  await expect.element(dialog.getByText('24.9 km')).toBeVisible()
  await expect.element(dialog.getByText('3 implausible jumps')).toBeVisible()
  await expect.element(dialog.getByText('4.2 km')).toBeVisible()
  expect(server.sent(episodeCalls.explain)).toEqual([{ terminalID: van, from: at(0), to: at(24) - 1 }])
})

test('Escape closes it', async () => {
  const { dialog, onClose } = await open({}, answers([trip(at(7), at(8))]))
  await expect.element(dialog.getByText('07:00 – 08:00')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})
