import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls, type UnknownDevice } from '@trackway/core/features/devices/calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDevice } from '../../testing/a-device.ts'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceForm } from './DeviceForm.tsx'

const imei = '490154203237518' // the example of 3GPP TS 23.003
const device = aDevice({ terminalID: imei, nickname: 'Van', carNumber: '京A12345', remark: 'red' })

async function open(unknown: UnknownDevice | null = null, role: RoleId = roles.admin) {
  const server = startFakeServer()
  server.answer(deviceCalls.types, {
    list: [aDeviceType(2, 'Gt06', 'gt06'), aDeviceType(13, 'Y808', 'jt808')],
  })
  server.answer(deviceCalls.add, device)
  const onClose = vi.fn()
  const form = <DeviceForm isOpen unknown={unknown} onClose={onClose} onAdded={() => {}} />
  const screen = await renderInApp(form, { user: { role } })
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  return { server, screen, onClose, send: (name: string) => screen.getByRole('button', { name }).click() }
}

test('a device is registered with its type; what is left empty is sent as none', async () => {
  const { server, screen, onClose, send } = await open()
  await screen.getByLabelText('Device ID').fill(` ${imei} `)
  await screen.getByLabelText('Model').fill('gt06')
  await userEvent.keyboard('{Enter}')
  await screen.getByLabelText('Plate').fill('京A12345')
  await send('Add device')
  await expect.element(screen.getByText('Device 京A12345 added')).toBeVisible()
  const none = { nickname: null, iccid: null, sim: null, remark: null }
  expect(server.sent(deviceCalls.add)).toEqual([
    { terminalID: imei, deviceType: 2, carNumber: '京A12345', ...none },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a device that knocked comes with its id and the general type of its protocol', async () => {
  const unknown = {
    terminalID: imei,
    wire: 'gt06',
    address: '',
    attempts: 1,
    firstTime: 0,
    lastTime: 0,
    registersAs: 'Gt06',
  }
  const { server, screen, send } = await open(unknown)
  await expect.element(screen.getByLabelText('Device ID')).toHaveValue(imei)
  await send('Add device')
  await expect.poll(() => server.sent(deviceCalls.add)).toMatchObject([{ terminalID: imei, deviceType: 2 }])
})

test('an id that is no number is refused; one that may be mistyped is doubted and can be registered', async () => {
  const { server, screen, send } = await open()
  await screen.getByLabelText('Device ID').fill('12345')
  await send('Add device')
  await expect.element(screen.getByText('Enter a valid IMEI: 7 to 20 digits')).toBeVisible()
  await screen.getByLabelText('Device ID').fill('490154203237519')
  await expect.element(screen.getByText(/Check digit doesn't match/)).toBeVisible()
  await screen.getByLabelText('Model').fill('gt06')
  await userEvent.keyboard('{Enter}')
  await send('Add device')
  await expect.poll(() => server.sent(deviceCalls.add)).toMatchObject([{ terminalID: '490154203237519' }])
})

test('an 808 device has an id of 11 digits, unless it said another itself', async () => {
  const { server, screen, send } = await open()
  await screen.getByLabelText('Device ID').fill(imei)
  await screen.getByLabelText('Model').fill('y808')
  await userEvent.keyboard('{Enter}')
  await send('Add device')
  await expect.element(screen.getByText('The ID of an 808 device has exactly 11 digits')).toBeVisible()
  await screen.getByLabelText('Device ID').fill('13800138000')
  await send('Add device')
  await expect.poll(() => server.sent(deviceCalls.add)).toMatchObject([{ terminalID: '13800138000' }])
})

test('an id that is taken is shown at its field', async () => {
  const { server, screen, send } = await open({ ...device, wire: 'gt06' } as never)
  await expect.element(screen.getByText('Gt06')).toBeVisible()
  server.refuse(deviceCalls.add, 'terminalIdTaken')
  await send('Add device')
  await expect.element(screen.getByLabelText('Device ID')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByLabelText('Device ID')).toHaveFocus()
})

test('who has accounts below says whose the device will be', async () => {
  const { screen } = await open(null, roles.agent)
  await expect.element(screen.getByRole('button', { name: /^Account:/ })).toBeVisible()
})
