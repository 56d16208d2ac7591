import type { VisitFound, Visitor } from '@trackway/core/features/check-car/calls.ts'
import { expect, test, vi } from 'vitest'
import { Box } from '../../../testing/Box.tsx'
import { renderInApp } from '../../../testing/render.tsx'
import type { Search } from './use-visitors.ts'
import { VisitorList } from './VisitorList.tsx'

const place = { lat: 39.9, lon: 116.4 }
const enterTime = Date.UTC(2026, 2, 1, 1)
const aVisit = (hours: number, more: Partial<VisitFound> = {}): VisitFound => ({
  enterTime: enterTime + hours * 3_600_000,
  leaveTime: enterTime + hours * 3_600_000 + 600_000,
  enterPlace: place,
  leavePlace: place,
  isEntrySeen: true,
  isExitSeen: true,
  distanceM: 420,
  nearestM: null,
  nearestTime: null,
  ...more,
})
const van: Visitor = {
  terminalID: '861234560010624',
  displayName: 'Van 1',
  username: 'boss',
  iconType: 'van',
  total: 2,
  visits: [aVisit(0), aVisit(3, { isEntrySeen: false, isExitSeen: false, nearestM: 12 })],
}
const found: Search = {
  request: { area: { shape: 'circle', ...place, radiusM: 500 }, from: 0, to: 1 } as Search['request'],
  state: 'done',
  error: null,
  visitors: [van],
  progress: { devices: 40, of: 40 },
  total: 2,
  notFound: [],
}

async function open(parts: Partial<Search> | null = {}, user: object = {}) {
  const handlers = { onSelect: vi.fn(), onPoint: vi.fn() }
  const screen = await renderInApp(
    <Box height={600} display="flex">
      <VisitorList found={parts && { ...found, ...parts }} selected={null} pointed={null} {...handlers} />
    </Box>,
    { user },
  )
  return { screen, ...handlers }
}

test('visits are below their vehicle, which is folded away by a click', async () => {
  const { screen, onSelect } = await open()
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 40 devices · 2 visits')
  const visit = screen.getByRole('button', { name: /^1 Mar 2026, 09:00:00 – 09:10:00/ })
  await visit.click()
  expect(onSelect).toHaveBeenCalledWith(van.visits[0])
  const vehicle = screen.getByRole('button', { name: /^Van 1/ })
  await expect.element(vehicle).toHaveTextContent('2 visits · 20 min')
  await vehicle.click()
  await expect.element(vehicle).toHaveAttribute('aria-expanded', 'false')
  await expect.element(visit).not.toBeInTheDocument()
})

test('a visit says how far it went, and of which end nobody knows', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText('10 min · 420 m inside', { exact: true })).toBeVisible()
  await expect
    .element(screen.getByText('10 min · 420 m inside · 12 m from the centre · already inside · still inside'))
    .toBeVisible()
})

test('what is left out, or did not end, is shown', async () => {
  const { screen } = await open({ total: 900, state: 'cancelled' })
  await expect.element(screen.getByText(/^2 of 900 visits are shown/)).toBeVisible()
  await expect.element(screen.getByText(/^The search didn't finish/)).toBeVisible()
})

test('nobody, no search yet and a search that was ended have words of their own', async () => {
  const nobody = await open({ visitors: [], total: 0 })
  await expect.element(nobody.screen.getByRole('heading', { name: 'No device was there' })).toBeVisible()
  await nobody.screen.unmount()
  const initial = await open(null)
  await expect
    .element(initial.screen.getByRole('heading', { name: 'Search by place and time' }))
    .toBeVisible()
  await initial.screen.unmount()
  const ended = await open({ visitors: [], state: 'cancelled' })
  await expect.element(ended.screen.getByRole('heading', { name: 'The search was cancelled' })).toBeVisible()
})

test('numbers that nobody has are listed to be copied; who makes no files sees no button for one', async () => {
  const request = { ...found.request, terminalIDs: ['1', '2', '3'] }
  const { screen } = await open(
    { request, notFound: ['2', '3'] },
    { permissions: ['main:checkcar' as never] },
  )
  await expect.element(screen.getByText("2 of 3 numbers weren't found among your devices.")).toBeVisible()
  await expect.element(screen.getByText('2, 3', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'CSV' })).not.toBeInTheDocument()
})
