import { fenceCalls, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { FenceDetails } from './FenceDetails.tsx'
import type { FenceDetail } from './use-fences.ts'

const fence: FenceDetail = {
  ...fenceDefaults,
  fenceId: 7,
  name: 'Depot',
  tags: ['north'],
  userId: 1,
  username: 'boss',
  devices: 2,
  area: { shape: 'circle', lat: 22.5, lon: 114, radiusM: 500 },
  speedLimitKmh: 30,
  dwellS: 600,
  createTime: 0,
  changeTime: 0,
  lastEventTime: null,
  assignedDevices: 0,
  accounts: [],
  groups: [],
}
const aVehicle = (id: number, isAssigned: boolean, insideSince: number | null) => ({
  terminalID: `86123456001062${id}`,
  displayName: `Van ${id}`,
  userId: 1,
  username: 'boss',
  isAssigned,
  insideSince,
})

async function open(user: object = {}) {
  const server = startFakeServer()
  const list = [aVehicle(1, true, Date.now() - 5 * 60_000), aVehicle(2, false, null)]
  server.answer(fenceCalls.devices, { list, total: 2 })
  const onClose = vi.fn()
  const screen = await renderInApp(<FenceDetails fence={fence} onClose={onClose} />, { user })
  await expect.element(screen.getByText('Van 2')).toBeVisible()
  return { server, screen, onClose }
}

test('the rules of a fence are shown in words, and its vehicles with how long they are inside', async () => {
  const { screen } = await open()
  const facts = screen
    .getByRole('definition')
    .elements()
    .map(({ textContent }) => textContent)
  expect(facts).toEqual(expect.arrayContaining(['30 km/h', '10 min', 'boss']))
  const vehicles = screen.getByRole('region', { name: 'Vehicles' }).getByRole('listitem')
  await expect.element(vehicles.first()).toHaveTextContent(/^Van 1inside for 5 min/)
  // One that an account brings is not taken off by itself.
  await expect.element(vehicles.nth(1).getByRole('button')).not.toBeInTheDocument()
})

test('a vehicle is taken off, and a refusal is shown', async () => {
  const { server, screen } = await open()
  server.refuse(fenceCalls.unassign, 'tooManyRequests')
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Too many requests. Wait a moment and try again.')).toBeVisible()
  server.answer(fenceCalls.unassign, { devices: 0 })
  server.answer(fenceCalls.devices, { list: [], total: 0 })
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('No vehicle', { exact: true })).toBeVisible()
  expect(server.sent(fenceCalls.unassign).at(-1)).toEqual({ fenceId: 7, terminalIDs: ['861234560010621'] })
})

test('alarms of a fence are switched off where it stands', async () => {
  const { server, screen } = await open()
  server.answer(fenceCalls.update, { ...fence, state: 'closed' })
  await screen.getByRole('switch', { name: 'Depot on or off' }).click()
  await expect.poll(() => server.sent(fenceCalls.update)).toEqual([{ fenceId: 7, state: 'closed' }])
})

test('a fence that somebody put to use meanwhile is not deleted, and the reason is read', async () => {
  const { server, screen, onClose } = await open()
  server.refuse(fenceCalls.delete, 'fenceInUse')
  await screen.getByRole('button', { name: 'Delete' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^This geofence is in use/)
  expect(server.sent(fenceCalls.delete)).toEqual([{ fenceId: 7, detach: false }])
  expect(onClose).not.toHaveBeenCalled()
})

test('the demo account changes nothing', async () => {
  const { screen } = await open({ isDemo: true })
  await expect.element(screen.getByRole('switch')).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
})

test('fences are listed, one is chosen by a click, and a tag narrows the list', async () => {
  const server = startFakeServer()
  const yard = { ...fence, fenceId: 8, name: 'Yard', tags: [] }
  server.answer(fenceCalls.find, ({ tags }) => {
    const list = tags === undefined ? [fence, yard] : [fence]
    return { list, total: list.length }
  })
  server.answer(fenceCalls.map, { list: [], total: 0 })
  server.answer(fenceCalls.get, yard)
  server.answer(fenceCalls.devices, { list: [], total: 0 })
  const screen = await openPage('/index/fence')
  await screen.getByText('Yard', { exact: true }).click()
  await expect.element(screen.getByRole('complementary', { name: 'Geofence Yard' })).toBeVisible()
  expect(server.sent(fenceCalls.get)).toEqual([{ fenceId: 8 }])
  await screen.getByRole('button', { name: 'north' }).click()
  await expect.element(screen.getByText('north', { exact: true }).nth(1)).toBeVisible()
  await expect.poll(() => server.sent(fenceCalls.find).at(-1)).toMatchObject({ tags: ['north'] })
})

test('an address that edits a fence opens its form with its devices', async () => {
  const server = startFakeServer()
  server.answer(fenceCalls.map, { list: [], total: 0 })
  server.answer(fenceCalls.get, fence)
  server.answer(fenceCalls.devices, { list: [aVehicle(1, true, null)], total: 1 })
  const screen = await openPage('/index/fence?edit=7')
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Depot')
  await expect.element(screen.getByRole('status').filter({ hasText: '1 vehicle' })).toBeVisible()
})

test('one that is gone is reported, and closed', async () => {
  const server = startFakeServer()
  server.answer(fenceCalls.find, { list: [fence], total: 1 })
  server.answer(fenceCalls.map, { list: [], total: 0 })
  server.refuse(fenceCalls.get, 'notFound')
  const screen = await openPage('/index/fence?chosen=9')
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect
    .element(screen.getByRole('heading', { name: 'This geofence no longer exists' }))
    .not.toBeInTheDocument()
})
