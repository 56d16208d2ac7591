import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { expect, test, vi } from 'vitest'
import { aDevice } from '../../testing/a-device.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { FirstContact } from './set-up/FirstContact.tsx'
import { ServerTexts } from './set-up/ServerTexts.tsx'
import { UnknownDevices } from './UnknownDevices.tsx'

const device = aDevice()
const knocking = (minutesAgo: number) => ({
  terminalID: '861234560010699',
  protocol: 'gt06',
  address: '203.0.113.7',
  attempts: 4,
  firstTime: 0,
  lastTime: Date.now() - minutesAgo * 60_000,
})
const step = (time: number | null) => ({ bytesTime: time, loginTime: null, positionTime: null })

test('each step is ticked as it comes, until the device is on the map', async () => {
  const server = startFakeServer()
  server.answer(oneDeviceCalls.firstContact, step(null))
  server.answer(unknownDeviceCalls.find, { list: [], total: 0 } as never)
  const screen = await renderInApp(<FirstContact device={device} />)
  await expect.element(screen.getByRole('heading', { name: 'Waiting for the device' })).toBeVisible()
  const first = screen.getByRole('listitem').filter({ hasText: 'First data' })
  await expect.element(first).toHaveTextContent('not yet')
  const time = Date.UTC(2026, 10, 20, 8)
  server.answer(oneDeviceCalls.firstContact, { bytesTime: time, loginTime: time, positionTime: time })
  await expect.element(screen.getByRole('heading', { name: 'The device is on the map' })).toBeVisible()
  await expect.element(first).toHaveTextContent('16:00')
  expect(server.sent(oneDeviceCalls.firstContact)[0]).toEqual({ terminalID: device.terminalID })
})

test('a text message is there to be copied once nothing in it is blank', async () => {
  const server = startFakeServer()
  server.answer(deviceTypeCalls.setup, {
    wire: 'gt06',
    host: 'track.example.com',
    port: 5023,
    transports: ['tcp'],
    texts: [
      { text: 'APN,{apn}#', missing: ['apn'] },
      { text: 'SERVER,1,{host},5023#', missing: ['host'] },
    ],
  })
  const screen = await renderInApp(<ServerTexts device={device} />)
  const copyOf = (text: string) => screen.getByRole('button', { name: `Copy ${text}` })
  await expect.element(copyOf('SERVER,1,track.example.com,5023#')).toBeVisible()
  await expect.element(screen.getByText('APN,{apn}#')).toBeVisible()
  expect(copyOf('APN,{apn}#').query()).toBeNull()
  await screen.getByRole('textbox').fill('internet')
  await expect.element(copyOf('APN,internet#')).toBeVisible()
})

test('while nothing comes, those that knock under another id are named, if they did lately', async () => {
  const server = startFakeServer()
  server.answer(oneDeviceCalls.firstContact, step(null))
  server.answer(unknownDeviceCalls.find, { list: [knocking(1)], total: 1 } as never)
  const screen = await renderInApp(<FirstContact device={device} />)
  await expect.element(screen.getByRole('status')).toHaveTextContent(/861234560010699/)
  await screen.unmount()
  server.answer(unknownDeviceCalls.find, { list: [knocking(60)], total: 1 } as never)
  const later = await renderInApp(<FirstContact device={aDevice({ terminalID: '861234560010632' })} />)
  await expect.element(later.getByText(/^Nothing after a few minutes/)).toBeVisible()
  await expect.element(later.getByRole('status')).not.toBeInTheDocument()
})

test('a device that knocks is registered by a click, or after more was said of it', async () => {
  const server = startFakeServer()
  server.answer(unknownDeviceCalls.find, { list: [knocking(1)], total: 1 } as never)
  const failed = [{ id: '861234560010699', result: 'notEnoughImportCounts' as const }]
  server.answer(unknownDeviceCalls.registerMany, { done: 0, failed })
  const onAdjust = vi.fn()
  const screen = await renderInApp(<UnknownDevices onAdjust={onAdjust} />)
  const register = screen.getByRole('button', { name: 'Register', exact: true })
  await register.click()
  await expect
    .element(screen.getByText('Not enough import credits for these rows. Ask your provider for more.'))
    .toBeVisible()
  server.answer(unknownDeviceCalls.registerMany, { done: 1, failed: [] })
  await register.click()
  await expect.poll(() => server.sent(unknownDeviceCalls.registerMany).length).toBe(2)
  expect(server.sent(unknownDeviceCalls.registerMany)[1]).toEqual({ ids: ['861234560010699'] })
  await screen.getByRole('button', { name: 'Edit and register' }).click()
  expect(onAdjust).toHaveBeenCalledWith(expect.objectContaining({ terminalID: '861234560010699' }))
})
