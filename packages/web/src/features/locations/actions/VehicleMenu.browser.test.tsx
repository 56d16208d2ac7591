import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aLocation } from '../../../testing/a-location.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { VehicleMenu } from './VehicleMenu.tsx'

async function open(count: number) {
  startFakeServer()
  const verbs = { follow: vi.fn(), share: vi.fn(), copyIds: vi.fn(), watchOnly: vi.fn(), choose: vi.fn() }
  const onClose = vi.fn()
  const devices = Array.from({ length: count }, (_, at) => aLocation(at + 1))
  const screen = await renderInApp(
    <VehicleMenu at={{ devices, x: 40, y: 40 }} verbs={verbs} onClose={onClose} />,
  )
  const item = (name: string) => screen.getByRole('menuitem', { name })
  await expect.element(item('Copy device ID')).toBeVisible()
  return { item, verbs, onClose, devices }
}

test('an action of the menu is done with its vehicle', async () => {
  const { item, verbs, onClose, devices } = await open(1)
  await expect.element(item('Follow')).toBeVisible()
  await item('Copy device ID').click()
  expect(verbs.copyIds).toHaveBeenCalledWith(devices)
  expect(onClose).toHaveBeenCalled()
})

test('what takes fewer vehicles than are chosen says how many', async () => {
  const { item, verbs } = await open(5)
  await expect.element(item('Follow · at most 4 at once')).toHaveAttribute('aria-disabled', 'true')
  await item('Show only selected').click()
  expect(verbs.watchOnly).toHaveBeenCalled()
})

test('Escape closes it', async () => {
  const { onClose } = await open(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0)
})
