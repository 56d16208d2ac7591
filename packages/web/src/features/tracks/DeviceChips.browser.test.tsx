import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import type { Vehicle } from '../../ui/vehicles/vehicle-list.ts'
import { DeviceChips } from './DeviceChips.tsx'

const vehicle = (terminalID: string, name: string): Vehicle => ({
  terminalID,
  name,
  username: 'north-depot',
  words: `${name}\n${terminalID}`.toLowerCase(),
})
const vehicles = [vehicle('1001', 'Van 1'), vehicle('1002', 'Lorry 2'), vehicle('1003', '1003')]
const handlers = { onAdd: vi.fn(), onRemove: vi.fn(), onActivate: vi.fn() }
afterEach(() => {
  for (const each of Object.values(handlers)) each.mockClear()
})

const open = (devices: { terminalID: string; name: string }[], activeId?: string) =>
  renderInApp(
    <DeviceChips vehicles={vehicles} isLoading={false} devices={devices} activeId={activeId} {...handlers} />,
  )

test('a device is chosen by a part of its name, and one without a name says whose it is', async () => {
  const screen = await open([])
  const box = screen.getByRole('combobox', { name: 'Vehicle' })
  await box.click()
  await expect.element(screen.getByText('north-depot')).toBeVisible()
  await box.fill('lorr')
  await screen.getByText('Lorry 2').click()
  expect(handlers.onAdd).toHaveBeenCalledWith('1002')
})

test('one that is shown is not offered again', async () => {
  const screen = await open([{ terminalID: '1001', name: 'Van 1' }], '1001')
  await screen.getByRole('combobox', { name: 'Add vehicle' }).click()
  const offered = () =>
    [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
  await expect.poll(offered).toEqual(['Lorry 21002', '1003north-depot'])
})

test('the active one is marked, and a click makes another active', async () => {
  const devices = [
    { terminalID: '1001', name: 'Van 1' },
    { terminalID: '1002', name: 'Lorry 2' },
  ]
  const screen = await open(devices, '1001')
  await expect.element(screen.getByRole('button', { name: 'Van 1', pressed: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Lorry 2', exact: true }).click()
  expect(handlers.onActivate).toHaveBeenCalledWith('1002')
  await screen.getByRole('button', { name: 'Remove Van 1' }).click()
  expect(handlers.onRemove).toHaveBeenCalledWith('1001')
})

test('each has a colour of its own', async () => {
  const devices = Array.from({ length: 4 }, (_, n) => ({ terminalID: `${n}`, name: `Van ${n}` }))
  const screen = await open(devices, '0')
  const chips = screen.getByRole('button', { name: /^Van/ }).elements()
  const dots = chips.map((chip) => getComputedStyle(chip.querySelector('i')!).backgroundColor)
  expect(new Set(dots).size).toBe(4)
})

test('beyond five no more can be added', async () => {
  const devices = Array.from({ length: 5 }, (_, n) => ({ terminalID: `${n}`, name: `Van ${n}` }))
  const screen = await open(devices, '0')
  await expect.element(screen.getByRole('button', { name: 'Van 4', exact: true })).toBeVisible()
  expect(screen.getByRole('combobox').elements()).toHaveLength(0)
})
