import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { expect, test } from 'vitest'
import { aDevice } from '../../testing/a-device.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { LookupScreen } from './LookupScreen.tsx'

const [van, truck] = ['861234560010624', '861234560010632'] as const

async function open(name: 'miltiInfoSearch' | 'deviceExportIccid') {
  const server = startFakeServer()
  server.answer(deviceCalls.types, { list: [] })
  server.answer(deviceCalls.find, { list: [aDevice({ nickname: 'Van 1' })], total: 1 } as never)
  const screen = await renderInApp(<LookupScreen name={name} />)
  return { server, screen }
}

test('of pasted ids one sees the devices that are there, and which are not', async () => {
  const { server, screen } = await open('miltiInfoSearch')
  await screen.getByRole('textbox', { name: 'Device IDs' }).fill(`${van}，${truck}\n${van}`)
  await screen.getByRole('button', { name: 'Look up 2 devices' }).click()
  const warning = screen.getByRole('alert').filter({ hasText: "1 of 2 isn't among your devices" })
  await expect.element(warning).toHaveTextContent(truck)
  await expect.element(screen.getByRole('row', { name: /Van 1/ })).toBeVisible()
  for (const request of server.sent(deviceCalls.find))
    expect(request).toMatchObject({ terminalIDs: [van, truck] })
})

test('what is no id is named before anything is asked', async () => {
  const { server, screen } = await open('deviceExportIccid')
  await screen.getByRole('textbox', { name: 'ICCIDs' }).fill('89860 123')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/^89860, 123: /)
  await expect.element(screen.getByRole('button', { name: 'Look up 2 SIM cards' })).toBeDisabled()
  expect(server.sent(deviceCalls.find)).toEqual([])
})

test('nothing is there', async () => {
  const { server, screen } = await open('miltiInfoSearch')
  server.answer(deviceCalls.find, { list: [], total: 0 } as never)
  await screen.getByRole('textbox', { name: 'Device IDs' }).fill(van)
  await screen.getByRole('button', { name: 'Look up 1 device' }).click()
  await expect.element(screen.getByRole('heading', { name: 'None of these devices are yours' })).toBeVisible()
})
