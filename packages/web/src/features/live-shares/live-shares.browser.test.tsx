import type { OutputOf } from '@trackway/core/api/call.ts'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { LiveShareDialog } from './LiveShareDialog.tsx'

const terminalID = '867520000000101'
const now = Date.UTC(2026, 10, 20, 8)
const token = 'abcdefghijklmnopqrstuv'

const link = (id: number, title: string) => ({
  id,
  title,
  devices: 1,
  placeName: null,
  expireTime: now,
  views: 3,
  lastViewTime: now,
  username: 'north',
  createTime: now,
})

test('a link is made for some hours, and shown once', async () => {
  const server = startFakeServer()
  server.answer(liveShareCalls.find, { list: [], total: 0 } as never)
  server.answer(liveShareCalls.make, { id: 1, path: '/sharedLive/of-the-test', expireTime: now } as never)
  const screen = await renderInApp(<LiveShareDialog terminalIDs={[terminalID]} onClose={() => {}} />)
  await screen.getByLabelText('Title').fill('Delivery')
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect
    .poll(() => server.sent(liveShareCalls.make))
    .toMatchObject([{ terminalIDs: [terminalID], hours: 4, title: 'Delivery' }])
  expect(server.sent(liveShareCalls.make)[0]!.destination).toBeUndefined()
  await expect.element(screen.getByText(/sharedLive\/of-the-test/)).toBeVisible()
})

test('links of this vehicle are listed, and one is ended', async () => {
  const server = startFakeServer()
  server.answer(liveShareCalls.find, { list: [link(1, 'Morning'), link(2, 'Evening')], total: 2 } as never)
  server.answer(liveShareCalls.revoke, {})
  const screen = await renderInApp(<LiveShareDialog terminalIDs={[terminalID]} onClose={() => {}} />)
  await screen.getByRole('button', { name: 'Revoke Evening' }).click()
  await expect.poll(() => server.sent(liveShareCalls.revoke)).toEqual([{ id: 2 }])
  expect(server.sent(liveShareCalls.find)[0]).toMatchObject({ terminalID })
})

const vehicle = (number: number, more: object) => ({
  number,
  name: `Van ${number}`,
  lat: 48.2,
  lon: 16.3 + number / 100,
  speedKmh: 42,
  courseDeg: 90,
  carIconState: 1,
  utcTime: now,
  distanceM: null,
  hasArrived: false,
  arrivalTime: null,
  ...more,
})
const shown: OutputOf<typeof liveShareCalls.shared> = {
  title: 'Delivery to Wind',
  timeZone: 'Europe/Vienna',
  expireTime: now + 3_600_000,
  time: now,
  destination: { lat: 48.21, lon: 16.38, name: 'Depot' },
  vehicles: [
    vehicle(1, { distanceM: 2_500, arrivalTime: now + 600_000 }),
    vehicle(2, { distanceM: 10, hasArrived: true }),
    vehicle(3, { distanceM: 900, speedKmh: 0 }),
    vehicle(4, { lat: null, lon: null, speedKmh: null, utcTime: null }),
  ],
}

test('who has the link sees where they are, and when they arrive by the clock of who sent it', async () => {
  const server = startFakeServer()
  server.answer(liveShareCalls.shared, shown)
  const screen = await openPage(`/sharedLive/${token}`)
  await expect.element(screen.getByText('Delivery to Wind')).toBeVisible()
  await expect.element(screen.getByText('Arrives about 09:10')).toBeVisible()
  await expect.element(screen.getByText(/^Arrived/)).toBeVisible()
  await expect.element(screen.getByText(/900 m away \(straight line\)/)).toBeVisible()
  await expect.element(screen.getByText('Depot')).toBeVisible()
  // One without a place is in the list, and not on the map.
  await expect.poll(() => screen.getByTestId('vehicle').elements()).toHaveLength(3)
  await expect.element(screen.getByRole('button', { name: /Van 4/ })).toBeVisible()
  expect(server.sent(liveShareCalls.shared)[0]).toMatchObject({ token, isFirst: true })
})

test('a link that ended says so', async () => {
  startFakeServer().refuse(liveShareCalls.shared, 'notFound')
  const screen = await openPage(`/sharedLive/${token}`)
  await expect.element(screen.getByText('This link no longer works')).toBeVisible()
})
