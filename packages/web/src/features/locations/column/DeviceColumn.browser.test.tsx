import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ApiError } from '../../../base/api.ts'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { aLocation } from '../../../testing/a-location.ts'
import { Box } from '../../../testing/Box.tsx'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { FleetStore } from '../fleet/fleet-store.ts'
import type { LocationsUrlState } from '../fleet/url-state.ts'
import { DeviceColumn } from './DeviceColumn.tsx'

const now = Date.now()
const stopped = { runState: runStates.stopped, carIconState: carIconStates.stop }
const offline = {
  state: 'offline',
  runState: runStates.offline,
  carIconState: carIconStates.offline,
} as const

const noReader = { retryLive() {}, want() {}, withTexts() {}, withTextsOf() {} }

const arrangement = { sort: 'state', isGrouped: true, folded: new Set([1]) } as const

interface Situation {
  devices?: Location[]
  /** Ids that the search of the address has found. */
  found?: number[]
  url?: LocationsUrlState
  error?: unknown
  isLoading?: boolean
  watched?: number | null
  user?: { isDemo?: boolean }
}

async function open({
  devices = [],
  found,
  url = {},
  error = null,
  isLoading = false,
  watched = null,
  user = {},
}: Situation) {
  startFakeServer()
  const store = new FleetStore(new Fleet(projections['EPSG:3857']))
  store.take(devices, [], now)
  if (!isLoading) store.complete(now)
  store.setFilter(url.show ?? 'all')
  if (found) store.setFound(new Set(found))
  const onChange = vi.fn()
  const reload = vi.fn()
  const onCollapse = vi.fn()
  const onArrange = vi.fn()
  const onWatchAll = vi.fn()
  const screen = await renderInApp(
    <Box height={600} width={384} display="flex" flexDirection="column">
      <DeviceColumn
        live={{ store, status: { kind: 'live' }, alarms: new Map(), error, reload, ...noReader }}
        search={url}
        selected={null}
        isRich={false}
        chosen={new Set()}
        onChoose={() => {}}
        onMenu={() => {}}
        onMenuOfChosen={() => {}}
        watched={watched}
        onWatchAll={onWatchAll}
        arrangement={arrangement}
        onArrange={onArrange}
        onChange={onChange}
        onSelect={() => {}}
        onOpen={() => {}}
        onToggleRich={() => {}}
        onCollapse={onCollapse}
      />
    </Box>,
    { user },
  )
  return { screen, onChange, onArrange, onWatchAll, reload, onCollapse }
}

const fleet = [
  aLocation(1, { displayName: 'Van 1', stateTime: now }),
  aLocation(2, { displayName: 'Van 2', stateTime: now, ...stopped }),
  aLocation(3, { displayName: 'Bus 3', nickname: null, stateTime: now, ...offline }),
]

test('the pills count the fleet; what is rare is shown only while there is any', async () => {
  const { screen, onChange } = await open({ devices: fleet })
  const pills = screen.getByRole('group', { name: 'Filter by state' })
  const texts = () =>
    pills
      .getByRole('button')
      .elements()
      .map((pill) => pill.textContent)
  await expect.poll(texts).toEqual(['All3', 'Online2', 'Moving1', 'Stopped1', 'Offline1', 'Inactive0'])
  await pills.getByRole('button', { name: 'Stopped' }).click()
  expect(onChange).toHaveBeenLastCalledWith({ show: 'stopped' })
})

test('the pressed pill shows only its devices, and pressed again shows all', async () => {
  const { screen, onChange } = await open({ devices: fleet, url: { show: 'offline' } })
  await expect.element(screen.getByRole('option', { name: 'Bus 3' })).toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Offline', pressed: true }).click()
  expect(onChange).toHaveBeenLastCalledWith({ show: undefined })
})

test('a search narrows list and counts, and an emptied one leaves the address', async () => {
  const { screen, onChange } = await open({ devices: fleet, found: [1, 2], url: { q: 'van' } })
  await expect.element(screen.getByRole('button', { name: /^All ?2$/ })).toBeVisible()
  const field = screen.getByRole('searchbox')
  await expect.element(field).toHaveValue('van')
  await field.fill('bus')
  expect(onChange).toHaveBeenLastCalledWith({ q: 'bus' })
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  expect(onChange).toHaveBeenLastCalledWith({ q: undefined })
})

test('a pasted column of ids becomes a list', async () => {
  const { screen, onChange } = await open({ devices: fleet })
  const field = screen.getByRole('searchbox').element() as HTMLInputElement
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '860000000000001\n860000000000002\r\n')
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => field.value).toBe('860000000000001, 860000000000002')
  expect(onChange).toHaveBeenLastCalledWith({ q: '860000000000001, 860000000000002' })
})

test('where nothing matches, all are offered again', async () => {
  const { screen, onChange } = await open({ devices: fleet, found: [], url: { q: 'tram', show: 'moving' } })
  await expect.element(screen.getByText('No device matches')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all' }).click()
  expect(onChange).toHaveBeenLastCalledWith({ q: undefined, show: undefined })
})

test('who has no device yet is led to add one; a demo account is not', async () => {
  const { screen } = await open({})
  await expect.element(screen.getByRole('heading', { name: 'No devices yet' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Add a device' })).toBeVisible()
  screen.unmount()
  const demo = await open({ user: { isDemo: true } })
  await expect.element(demo.screen.getByText('No devices yet', { exact: true })).toBeVisible()
  expect(demo.screen.getByRole('link', { name: 'Add a device' }).elements()).toEqual([])
})

test('a list that could not be read says why, and is read again', async () => {
  const { screen, reload } = await open({ error: new ApiError('network') })
  await expect.element(screen.getByText('The devices could not be loaded')).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(reload).toHaveBeenCalledOnce()
})

test('while the list is on its way it does not say that it is empty', async () => {
  const { screen, onCollapse } = await open({ isLoading: true })
  await screen.getByRole('button', { name: 'Hide list' }).click()
  expect(onCollapse).toHaveBeenCalledOnce()
  expect(screen.getByText('No devices yet').elements()).toEqual([])
})

test('the list is sorted and grouped by a menu', async () => {
  const { screen, onArrange } = await open({ devices: [aLocation(1)] })
  await screen.getByRole('button', { name: 'Sort and group' }).click()
  await screen.getByRole('menuitem', { name: 'Name' }).click()
  expect(onArrange).toHaveBeenLastCalledWith({ sort: 'name' })
})

test('a chosen set says that it is not all, and leads back to all', async () => {
  const { screen, onWatchAll } = await open({ devices: [aLocation(1)], watched: 2 })
  await expect.element(screen.getByText('Only 2 devices are shown')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all' }).click()
  expect(onWatchAll).toHaveBeenCalled()
})
