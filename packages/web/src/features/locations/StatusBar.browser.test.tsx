import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveStatus } from '../../base/live/live-connection.ts'
import { Fleet } from '../../map/fleet/fleet.ts'
import { projections } from '../../map/projections.ts'
import { aLocation } from '../../testing/a-location.ts'
import { renderInApp } from '../../testing/render.tsx'
import { FleetStore } from './fleet/fleet-store.ts'
import { LiveBanner } from './map/LiveBanner.tsx'
import { StatusBar } from './StatusBar.tsx'

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 1_800_000_000_000 }),
)
afterEach(() => vi.useRealTimers())

function liveFleet(status: LiveStatus) {
  const store = new FleetStore(new Fleet(projections['EPSG:3857']))
  store.take([aLocation(1), aLocation(2), aLocation(3, { lat: null, lon: null })], [], Date.now())
  store.complete(Date.now())
  const retryLive = vi.fn()
  const unused = { error: null, alarms: new Map(), reload() {}, want() {}, withTexts() {}, withTextsOf() {} }
  return { store, status, retryLive, ...unused }
}

test('says how many devices there are, and how many of them the map shows', async () => {
  const screen = await renderInApp(<StatusBar live={liveFleet({ kind: 'live' })} />)
  const bar = screen.getByRole('region', { name: 'Live data' })
  await expect.element(bar.getByText('3 devices, 2 on the map')).toBeVisible()
  await expect.element(bar.getByText('Live', { exact: true })).toBeVisible()
})

test('says how old the last change is, and counts the snapshot for none', async () => {
  const live = liveFleet({ kind: 'live' })
  live.store.begin({ counts: [], box: null })
  live.store.receive([aLocation(1), aLocation(2)] as never, Date.now())
  live.store.complete(Date.now())
  const screen = await renderInApp(<StatusBar live={live} />)
  const bar = screen.getByRole('region', { name: 'Live data' })
  await vi.advanceTimersByTimeAsync(4000)
  await expect.element(bar.getByText('Live', { exact: true })).toBeVisible()
  live.store.apply([aLocation(1), aLocation(2)], Date.now())
  await vi.advanceTimersByTimeAsync(3000)
  await expect.element(bar.getByText('Live · 3 sec ago')).toBeVisible()
  await vi.advanceTimersByTimeAsync(57_000)
  await expect.element(bar.getByText('Live · 1 min ago')).toBeVisible()
})

test('a lost connection counts down to the next try, which can be had at once', async () => {
  const live = liveFleet({ kind: 'paused', retryTime: Date.now() + 8000 })
  const screen = await renderInApp(
    <>
      <LiveBanner live={live} />
      <StatusBar live={live} />
    </>,
  )
  await expect.element(screen.getByText('Paused', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Reconnecting in 8 s.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(3000)
  await expect.element(screen.getByText('Reconnecting in 5 s.')).toBeVisible()
  await screen.getByRole('button', { name: 'Try now' }).click()
  expect(live.retryLive).toHaveBeenCalledOnce()
})

test('what may be old is said where it says Live otherwise, and on the map', async () => {
  const since = Date.UTC(2026, 10, 28, 12, 4)
  const live = liveFleet({ kind: 'stale', since })
  const screen = await renderInApp(
    <>
      <LiveBanner live={live} />
      <StatusBar live={live} />
    </>,
  )
  await expect.element(screen.getByText(/^May be old since .*04/)).toBeVisible()
  await expect.element(screen.getByText('Live', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('status')).toHaveTextContent('What you see may be old since')
})

test('nothing covers the map while the data are live', async () => {
  const live = liveFleet({ kind: 'live' })
  const screen = await renderInApp(<LiveBanner live={live} />)
  expect(screen.container.textContent).toBe('')
})
