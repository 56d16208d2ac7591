import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { odometerCalls } from '@trackway/core/features/track-settings/odometer-calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { OdometerDialog } from './OdometerDialog.tsx'

const device = { terminalID: '867520000000827', name: 'Crane 3' }

async function open() {
  const server = startFakeServer()
  server.answer(locationCalls.find, { list: [{ odometerM: 1_234_560 }], total: 1 } as never)
  server.answer(odometerCalls.corrections, {
    list: [{ time: Date.UTC(2026, 0, 1), beforeM: null, odometerM: 500, note: 'new', username: 'boss' }],
    total: 1,
  })
  server.answer(odometerCalls.correct, {})
  const onClose = vi.fn()
  const screen = await renderInApp(<OdometerDialog device={device} onClose={onClose} />)
  return { server, screen, onClose }
}

test('what the dashboard shows is entered in kilometres and sent in metres', async () => {
  const { server, screen, onClose } = await open()
  await expect.element(screen.getByText('1,234.6 km')).toBeVisible()
  await screen.getByLabelText('New value').fill('123456.7')
  await screen.getByLabelText('Note').fill('new dashboard')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('The odometer has been set')).toBeVisible()
  expect(server.sent(odometerCalls.correct)).toEqual([
    { terminalID: device.terminalID, odometerM: 123_456_700, note: 'new dashboard' },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('nothing is sent without a figure, and 0 is one', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Required')).toBeVisible()
  expect(server.sent(odometerCalls.correct)).toEqual([])
  await screen.getByLabelText('New value').fill('0')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(odometerCalls.correct)).toMatchObject([{ odometerM: 0, note: '' }])
})

test('earlier entries are listed below, with their authors', async () => {
  const { screen } = await open()
  const history = screen.getByRole('table', { name: 'Odometer corrections' })
  await expect.element(history.getByText('0.5 km')).toBeVisible()
  await expect.element(history.getByText('boss')).toBeVisible()
  await expect.element(history.getByText('new')).toBeVisible()
})
