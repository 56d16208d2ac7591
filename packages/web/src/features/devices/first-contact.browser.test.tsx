import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../base/queries/query-client.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { FirstContact } from './set-up/FirstContact.tsx'
import { ServerTexts } from './set-up/ServerTexts.tsx'
import { SetUpDialog } from './set-up/SetUpDialog.tsx'
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

const setUp = (more: object = {}) => ({
  wire: 'gt06',
  host: 'track.example.com',
  port: 5023,
  transports: ['tcp' as const],
  texts: [
    { text: 'APN,{apn}#', missing: ['apn' as const] },
    { text: 'SERVER,1,{host},5023#', missing: ['host' as const] },
  ],
  ...more,
})

test('a text message is there to be copied or sent once nothing in it is blank', async () => {
  const server = startFakeServer()
  const known = aDevice({ sim: '13912345678' })
  server.answer(deviceCalls.detail, known)
  server.answer(deviceTypeCalls.setup, setUp())
  server.answer(oneDeviceCalls.firstContact, step(null))
  server.answer(unknownDeviceCalls.find, { list: [], total: 0 } as never)
  const screen = await renderInApp(
    <SetUpDialog terminalIDs={[known.terminalID]} onAddAnother={null} onClose={() => {}} />,
  )
  const copyOf = (text: string) => screen.getByRole('button', { name: `Copy ${text}` })
  await expect.element(copyOf('SERVER,1,track.example.com,5023#')).toBeVisible()
  await expect.element(screen.getByText('APN,…#')).toBeVisible()
  expect(copyOf('APN,…#').query()).toBeNull()
  await screen.getByRole('textbox').fill('internet')
  await expect.element(copyOf('APN,internet#')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Send APN,internet#' }))
    .toHaveAttribute('href', 'sms:13912345678?body=APN%2Cinternet%23')
})

test('until the operator sets one, devices are told the host of the page, and what is wrong with it', async () => {
  const server = startFakeServer()
  server.answer(deviceTypeCalls.setup, setUp({ host: null }))
  const screen = await renderInApp(<ServerTexts devices={[device]} apn="" />)
  const here = location.hostname
  await expect.element(screen.getByRole('button', { name: `Copy ${here}` })).toBeVisible()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(`Devices can’t reach ${here}`)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('DEVICE_HOST')
  await expect.element(screen.getByText(`SERVER,1,${here},5023#`)).toBeVisible()
  expect(document.body.textContent).not.toMatch(/[{}]/)
  await screen.unmount()
  server.answer(deviceTypeCalls.setup, setUp({ host: '192.168.1.20', port: null }))
  queryClient.clear()
  const own = await renderInApp(<ServerTexts devices={[device]} apn="" />)
  await expect.element(own.getByRole('alert')).toHaveTextContent('within a local network')
})

test('many devices are connected together, each with its texts, and ticked as it arrives', async () => {
  const server = startFakeServer()
  const devices = Array.from({ length: 20 }, (_, n) => ({
    terminalID: String(861234560010000 + n),
    nickname: `Van ${n}`,
    carNumber: null,
    sim: `139000000${10 + n}`,
    deviceType: n < 12 ? 2 : 13,
    bytesTime: null,
    loginTime: null,
    positionTime: null,
  }))
  let arrived = 0
  server.answer(oneDeviceCalls.firstContacts, () => ({
    list: devices.map((each, n) =>
      n < arrived ? { ...each, bytesTime: 1, loginTime: 1, positionTime: 1 } : each,
    ),
  }))
  server.answer(deviceCalls.types, {
    list: [aDeviceType(2, 'Gt06', 'gt06'), aDeviceType(13, 'Y808', 'jt808')],
  })
  server.answer(deviceTypeCalls.setup, ({ id }) =>
    id === 2 ? setUp() : setUp({ wire: 'jt808', port: 5015, texts: [{ text: 'ID,{id}#', missing: ['id'] }] }),
  )
  const terminalIDs = devices.map(({ terminalID }) => terminalID)
  const screen = await renderInApp(
    <SetUpDialog terminalIDs={terminalIDs} onAddAnother={null} onClose={() => {}} />,
  )
  await expect.element(screen.getByRole('heading', { name: 'Set this on 12 Gt06' })).toBeVisible()
  await expect.element(screen.getByRole('dialog', { name: 'Connect these 20 devices' })).toBeVisible()
  await expect.element(screen.getByText('0 of 20 on the map')).toBeVisible()
  // A text that names its device is another for each.
  await screen.getByRole('button', { name: 'Text messages to 13900000022' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'ID,861234560010012#' }))
    .toHaveAttribute('href', 'sms:13900000022?body=ID%2C861234560010012%23')
  arrived = 3
  await expect.element(screen.getByText('3 of 20 on the map')).toBeVisible()
  arrived = 20
  await expect.element(screen.getByText('All 20 on the map')).toBeVisible()
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
