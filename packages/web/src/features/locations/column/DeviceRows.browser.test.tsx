import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Fleet } from '../../../map/fleet/fleet.ts'
import { projections } from '../../../map/projections.ts'
import { aLocation } from '../../../testing/a-location.ts'
import { Box } from '../../../testing/Box.tsx'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { type FleetDevice, FleetStore, type FleetView } from '../fleet/fleet-store.ts'
import { DeviceRows } from './DeviceRows.tsx'

const now = Date.now()
const ago = (minutes: number) => now - minutes * 60_000
const onOpen = vi.fn()
const onHold = vi.fn()
const onShow = vi.fn()
const onFold = vi.fn()
const onChoose = vi.fn()
const onMenu = vi.fn()

beforeEach(() => {
  vi.setSystemTime(now)
  onTestFinished(() => void vi.useRealTimers())
  startFakeServer()
  onOpen.mockReset()
  onHold.mockReset()
})

function List({ view, isRich }: { view: FleetView; isRich: boolean }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [selected, setSelected] = useState<FleetDevice | null>(null)
  return (
    <Box height={400} width={384} display="flex" flexDirection="column">
      <DeviceRows
        alarms={new Map()}
        fences={new Map([[2, [{ fenceId: 7, name: 'North yard', colour: '#1677ff', insideSince: ago(90) }]]])}
        view={view}
        selected={selected}
        isRich={isRich}
        onSelect={setSelected}
        onOpen={onOpen}
        onFold={onFold}
        chosen={chosen}
        onChoose={(ids) => {
          setChosen(ids)
          onChoose([...ids])
        }}
        onMenu={onMenu}
        onHold={onHold}
        onShow={onShow}
      />
    </Box>
  )
}

async function open(devices: Location[], isRich = true, arrange: (store: FleetStore) => void = () => {}) {
  const store = new FleetStore(new Fleet(projections['EPSG:3857']))
  arrange(store)
  store.take(devices, [], now)
  store.complete(now)
  const screen = await renderInApp(<List view={store.getView()} isRich={isRich} />)
  const names = () =>
    screen
      .getByRole('option', { selected: true })
      .elements()
      .map((row) => row.textContent)
  return { screen, list: screen.getByRole('listbox', { name: 'Devices' }), names }
}

const driving = aLocation(1, { displayName: 'Van 1', speed: 57, stateTime: now, batteryPercent: 15 })
const parked = aLocation(2, {
  displayName: 'Truck 2',
  runState: runStates.stopped,
  carIconState: carIconStates.stop,
  speed: 0,
  stateTime: ago(1),
  stoppedSince: ago(200),
  accOn: false,
})
const gone = aLocation(3, {
  displayName: 'Bus 3',
  state: 'offline',
  runState: runStates.offline,
  carIconState: carIconStates.offline,
  stateTime: ago(3000),
  lat: null,
  lon: null,
  accOn: null,
})

test('a row says what its device does, how fast or since when', async () => {
  const { screen } = await open([driving, parked, gone])
  const row = (name: string) => screen.getByRole('option', { name })
  await expect.element(row('Van 1').getByText('57 km/h')).toBeVisible()
  await expect.element(row('Van 1').getByText('now', { exact: true })).toBeVisible()
  await expect.element(row('Truck 2').getByText('Stopped')).toBeVisible()
  await expect.element(row('Truck 2').getByText('3 hr 20 min')).toBeVisible()
  await expect.element(row('Bus 3').getByText('Offline')).toBeVisible()
  await expect.element(row('Bus 3').getByText('2 days 2 hr')).toBeVisible()
})

test('a roomy row also shows ignition and battery, and an id where no place is known', async () => {
  const { screen } = await open([driving, parked, gone])
  await expect
    .element(screen.getByRole('option', { name: 'Van 1' }).getByRole('img', { name: 'Ignition on' }))
    .toBeVisible()
  await expect.element(screen.getByRole('img', { name: '15%' })).toBeVisible()
  await expect
    .element(screen.getByRole('option', { name: 'Truck 2' }).getByRole('img', { name: 'Ignition off' }))
    .toBeVisible()
  await expect.element(screen.getByText(gone.terminalID)).toBeVisible()
  await expect.element(screen.getByRole('option', { name: 'Truck 2' }).getByText('North yard')).toBeVisible()
})

test('a dense row leaves that out', async () => {
  const { screen } = await open([driving, gone], false)
  await expect.element(screen.getByRole('option', { name: 'Van 1' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Ignition on' }).elements()).toEqual([])
  expect(screen.getByText(gone.terminalID).elements()).toEqual([])
})

test('the keys go through the list and stop at its ends, and Enter follows', async () => {
  const { list, names } = await open([driving, parked, gone])
  ;(list.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(names).toEqual([expect.stringContaining('Van 1')])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.poll(names).toEqual([expect.stringContaining('Bus 3')])
  await expect.element(list).toHaveAttribute('aria-activedescendant', 'device-3')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(names).toEqual([expect.stringContaining('Truck 2')])
  await userEvent.keyboard('{PageUp}')
  await expect.poll(names).toEqual([expect.stringContaining('Van 1')])
  expect(onOpen).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
})

test('a click selects, a double click follows, and the pointer holds the order', async () => {
  const { screen, names } = await open([driving, parked])
  await screen.getByRole('option', { name: 'Truck 2' }).click()
  await expect.poll(names).toEqual([expect.stringContaining('Truck 2')])
  expect(onHold).toHaveBeenLastCalledWith(true)
  await screen.getByRole('option', { name: 'Van 1' }).dblClick()
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
})

test('of a thousand devices only those in sight are drawn, and the selected one is scrolled to', async () => {
  const many = Array.from({ length: 1000 }, (_, at) => aLocation(at + 1, { stateTime: now - at }))
  const { screen, list } = await open(many)
  await expect.element(screen.getByRole('option', { name: 'van 1 ' }).first()).toBeVisible()
  expect(screen.getByRole('option').elements().length).toBeLessThan(30)
  ;(list.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}'.repeat(12))
  await expect.element(screen.getByRole('option', { selected: true })).toBeInViewport()
  // Scrolled away from, it stays on top.
  const top = screen.getByRole('listbox', { name: 'Selected vehicle' })
  await expect.element(top).not.toBeInTheDocument()
  list.element().parentElement!.parentElement!.scrollTop = 20_000
  await expect.element(top).toBeVisible()
  await expect.element(top.getByRole('option', { selected: true })).toBeInViewport()
})

test('accounts have headings with counts; the keys pass over them', async () => {
  const { screen, list, names } = await open([driving, parked, gone], true, (store) => {
    store.arrange({ sort: 'name', isGrouped: true, folded: new Set([5]) })
    store.setNames({
      ids: [1, 2, 3],
      owners: [1, 0, 1],
      accounts: [
        { id: 5, name: 'Depot' },
        { id: 6, name: 'Fleet' },
      ],
    })
  })
  const depot = screen.getByRole('button', { name: 'Depot' })
  await expect.element(depot).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByRole('button', { name: /Fleet.*1 of 2 moving/ })).toBeVisible()
  ;(list.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(names).toEqual([expect.stringContaining('Van 1')])
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(names).toEqual([expect.stringContaining('Bus 3')])
  await depot.click()
  expect(onFold).toHaveBeenLastCalledWith(5)
})

test('Ctrl and Shift choose several, the space bar the selected one', async () => {
  const { screen, list } = await open([driving, parked, gone])
  const row = (name: string) => screen.getByRole('option', { name })
  await row('Van 1').click()
  await row('Bus 3').click({ modifiers: ['Shift'] })
  expect(onChoose).toHaveBeenLastCalledWith([1, 2, 3])
  await row('Truck 2').click({ modifiers: ['ControlOrMeta'] })
  expect(onChoose).toHaveBeenLastCalledWith([1, 3])
  ;(list.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  expect(onChoose).toHaveBeenLastCalledWith([3])
})

test('the menu of a row is opened by its button, by the other mouse button and by keys', async () => {
  const { screen, list } = await open([driving, parked])
  await screen.getByRole('button', { name: 'Actions for Truck 2' }).click()
  expect(onMenu).toHaveBeenLastCalledWith(
    expect.objectContaining({ id: 2 }),
    expect.anything(),
    expect.anything(),
  )
  await screen.getByRole('option', { name: 'Van 1' }).click({ button: 'right' })
  expect(onMenu).toHaveBeenLastCalledWith(
    expect.objectContaining({ id: 1 }),
    expect.anything(),
    expect.anything(),
  )
  ;(list.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{Shift>}{F10}{/Shift}')
  await expect.poll(() => onMenu.mock.calls.length).toBeGreaterThan(2)
})
