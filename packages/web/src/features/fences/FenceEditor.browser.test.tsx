import { Link } from '@tanstack/react-router'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { fenceCalls, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { expect, test, vi } from 'vitest'
import { aLocation } from '../../testing/a-location.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeleteFence } from './DeleteFence.tsx'
import { FenceEditor } from './FenceEditor.tsx'
import type { FenceDetail } from './use-fences.ts'

const area: FenceArea = { shape: 'circle', lat: 22.5, lon: 114, radiusM: 500 }
const stored: FenceDetail = {
  ...fenceDefaults,
  fenceId: 7,
  name: 'Depot',
  area,
  tags: ['north'],
  userId: 1,
  username: 'boss',
  devices: 1,
  createTime: 0,
  changeTime: 0,
  lastEventTime: null,
  assignedDevices: 1,
  accounts: [],
  groups: [],
  dwellS: 600,
}
const vans = [1, 2].map((id) => ({ ...aLocation(id), fuelPercent: null, temperatureC: null }))
const [first, second] = vans.map(({ terminalID }) => terminalID) as [string, string]

interface Opened {
  fence?: FenceDetail | null
  isDemo?: boolean
  area?: FenceArea | null
  assigned?: readonly string[] | null
}

async function open({ fence = null, isDemo = false, area: drawn = area, assigned = [] }: Opened = {}) {
  const server = startFakeServer()
  server.answer(locationCalls.find, { list: vans, total: vans.length, time: 0 })
  server.answer(accountCalls.names, { list: [] })
  server.answer(fenceCalls.add, { fenceId: 8 })
  server.answer(fenceCalls.update, stored)
  server.answer(fenceCalls.assign, { devices: 1 })
  server.answer(fenceCalls.unassign, { devices: 1 })
  const onLeave = vi.fn()
  const screen = await renderInApp(
    <>
      <Link to={'/elsewhere' as never}>Away</Link>
      <FenceEditor
        fence={fence}
        pattern={fence}
        area={fence?.area ?? drawn}
        assigned={fence ? [first] : assigned}
        others={[]}
        onLeave={onLeave}
      />
    </>,
    { user: { role: roles.user, isDemo } },
  )
  return { server, screen, onLeave, save: () => screen.getByRole('button', { name: 'Save' }).click() }
}

test('a new fence is stored with its shape, its rules and its vehicles, and not before Save', async () => {
  const { server, screen, onLeave, save } = await open()
  await screen.getByLabelText('Name', { exact: true }).fill('Yard')
  await screen.getByText('Leaving', { exact: true }).click()
  await screen.getByRole('spinbutton', { name: /Ignore stays shorter than/ }).fill('10')
  await screen.getByRole('button', { name: 'Vehicles: Choose vehicles' }).click()
  await screen.getByRole('checkbox', { name: /van 2/ }).click()
  expect(server.sent(fenceCalls.add)).toEqual([])
  await save()
  await expect.poll(() => server.sent(fenceCalls.add)).toHaveLength(1)
  expect(server.sent(fenceCalls.add)[0]).toMatchObject({
    name: 'Yard',
    area,
    alarmOn: 'out',
    dwellS: 600,
    terminalIDs: [second],
    state: 'opened',
  })
  await expect.poll(() => onLeave.mock.lastCall).toEqual([8])
})

test('without a shape there is nothing to save, and it says what to do', async () => {
  const { screen } = await open({ area: null })
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: 'Draw an area first.' }).first()).toBeVisible()
})

test('a radius that is refused says its bounds, and cannot be saved', async () => {
  const { screen } = await open()
  await screen.getByRole('spinbutton', { name: 'Radius' }).fill('99')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The radius must be between 100 m and 1,000 km.')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await screen.getByRole('spinbutton', { name: 'Radius' }).fill('1500')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('a change sends the shape only where it was drawn anew, and who was added and taken off', async () => {
  const { server, screen, save } = await open({ fence: stored })
  await screen.getByLabelText('Name', { exact: true }).fill('Depot 2')
  await screen.getByRole('button', { name: 'Vehicles: 1 vehicle' }).click()
  await screen.getByRole('checkbox', { name: /van 1/ }).click()
  await screen.getByRole('checkbox', { name: /van 2/ }).click()
  await save()
  await expect.poll(() => server.sent(fenceCalls.unassign)).toHaveLength(1)
  expect(server.sent(fenceCalls.update)[0]).toMatchObject({ fenceId: 7, name: 'Depot 2', tags: ['north'] })
  expect(server.sent(fenceCalls.update)[0]).not.toHaveProperty('area')
  expect(server.sent(fenceCalls.assign)).toEqual([{ fenceId: 7, terminalIDs: [second] }])
  expect(server.sent(fenceCalls.unassign)).toEqual([{ fenceId: 7, terminalIDs: [first] }])
})

test('schedule and hours inside are days and two times, of which the second may lie on the next day', async () => {
  const { server, screen, save } = await open({ fence: stored })
  await screen.getByText('At set times').first().click()
  await expect.element(screen.getByText('ends the next day')).toBeVisible()
  await screen.getByRole('button', { name: 'Sun', pressed: true }).click()
  await screen.getByText('At set times').last().click()
  await save()
  await expect.poll(() => server.sent(fenceCalls.update)).toHaveLength(1)
  expect(server.sent(fenceCalls.update)[0]).toMatchObject({
    schedule: { days: [1, 2, 3, 4, 5, 6], fromMinute: 1200, untilMinute: 360 },
    mustBeInside: { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 1200, untilMinute: 360 },
  })
})

test('the test before saving says in words what would have been counted', async () => {
  const { server, screen } = await open({ fence: stored })
  server.answer(fenceCalls.dryRun, {
    from: 0,
    to: 1,
    devices: 4,
    crossings: 14,
    shortStays: 5,
    vehicles: vans.map(({ terminalID, displayName }) => ({
      terminalID,
      displayName,
      crossings: 7,
      shortStays: 0,
      firstTime: null,
      lastTime: null,
    })),
  })
  await screen.getByRole('button', { name: 'Run test' }).click()
  await expect
    .element(
      screen.getByText('Crossed 14 times in the last 7 days by 2 vehicles. 5 stays were shorter than 10 min'),
    )
    .toBeVisible()
  expect(server.sent(fenceCalls.dryRun)).toMatchObject([{ area, dwellS: 600, fenceId: 7, days: 7 }])
})

test('what is entered is not left without asking; what is as it was is', async () => {
  const { screen } = await open({ fence: stored })
  await screen.getByLabelText('Name', { exact: true }).fill('Changed')
  await screen.getByRole('link', { name: 'Away' }).click()
  const confirmation = screen.getByRole('dialog').filter({ hasText: 'Discard what you entered?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Changed')
  await expect.element(confirmation).not.toBeInTheDocument()
  screen.unmount()
  const untouched = await open({ fence: stored })
  await untouched.screen.getByRole('link', { name: 'Away' }).click()
  await expect.element(untouched.screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a demo account reads why it cannot save', async () => {
  const { screen } = await open({ isDemo: true })
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /demo/i }).first()).toBeVisible()
})

test('a fence in use is deleted only with what uses it taken off, which is named', async () => {
  const server = startFakeServer()
  server.answer(fenceCalls.delete, {})
  server.answer(fenceCalls.devices, {
    list: [
      {
        terminalID: first,
        displayName: 'van 1',
        userId: 1,
        username: 'boss',
        isAssigned: true,
        insideSince: null,
      },
    ],
    total: 1,
  })
  const onDeleted = vi.fn()
  const fence = { ...stored, accounts: [{ userId: 5, username: 'north' }] }
  const screen = await renderInApp(<DeleteFence fence={fence} onClose={() => {}} onDeleted={onDeleted} />)
  await expect.element(screen.getByText('van 1')).toBeVisible()
  await expect.element(screen.getByText('All vehicles of north')).toBeVisible()
  await screen.getByRole('button', { name: 'Detach and delete' }).click()
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
  expect(server.sent(fenceCalls.delete)).toEqual([{ fenceId: 7, detach: true }])
})
