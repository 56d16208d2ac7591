import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceResetScreen } from './DeviceResetScreen.tsx'

const reset = (id: number, name: string, canRestore: boolean) => ({
  id,
  terminalID: `86752000000010${id}`,
  nickname: name,
  carNumber: null,
  username: 'north',
  time: Date.UTC(2026, 4, 1),
  actor: 'boss',
  activateTime: Date.UTC(2026, 0, 1),
  stateTime: null,
  restoreUntilTime: Date.UTC(2026, 4, 31),
  canRestore,
})

async function open() {
  const server = startFakeServer()
  server.answer(deviceServiceCalls.resets, {
    list: [reset(1, 'Van', true), reset(2, 'Bus', false)],
    total: 2,
  })
  server.answer(deviceServiceCalls.restore, {})
  server.answer(deviceServiceCalls.reset, { done: 1, failed: [{ id: '86752000000199', result: 'notFound' }] })
  const screen = await renderInApp(<DeviceResetScreen />)
  await expect.element(screen.getByText('Van')).toBeVisible()
  return { server, screen }
}

test('a reset is restored after it was asked for; one that another followed is not offered', async () => {
  const { server, screen } = await open()
  await expect.element(screen.getByText('Restore its later reset first')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Restore Bus' }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Restore Van' }).click()
  expect(server.sent(deviceServiceCalls.restore)).toEqual([])
  await screen.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(() => server.sent(deviceServiceCalls.restore)).toEqual([{ id: 1 }])
})

test('a pasted list is reset once its number was typed, and says which ids are unknown', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Reset devices' }).click()
  await screen.getByLabelText('Device IDs').fill('867520000000101, 86752000000199\n867520000000101')
  await screen.getByLabelText(/Number of devices/).fill('3')
  await screen.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect.element(screen.getByText('Type 2, the number of devices entered')).toBeVisible()
  await screen.getByLabelText(/Number of devices/).fill('2')
  await screen.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect.element(screen.getByText("1 isn't among your devices").last()).toBeVisible()
  expect(server.sent(deviceServiceCalls.reset)).toEqual([
    { terminalIDs: ['867520000000101', '86752000000199'], confirm: '2' },
  ])
})
