import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { type DeviceTypeConfig, deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceTypeForm, type DeviceTypeTarget } from './DeviceTypeForm.tsx'

const aConfig = (wire: string, more: Partial<DeviceTypeConfig> = {}): DeviceTypeConfig => ({
  ...aDeviceType(14, 'Y808', wire),
  importProtocol: 1,
  sensors: [],
  workModes: [],
  factoryVisible: false,
  codeRule: 'any',
  onlineTimeoutSeconds: 600,
  utcOffsetMinutes: null,
  dialect: null,
  isChecksumOptional: false,
  commands: null,
  commandTexts: {},
  setupTexts: [],
  deviceCount: 3,
  ...more,
})

async function open(target: DeviceTypeTarget) {
  const server = startFakeServer()
  const type = target === 'new' ? aConfig('gt06') : target
  server.answer(deviceTypeCalls.add, type)
  server.answer(deviceTypeCalls.update, type)
  server.answer(deviceTypeCalls.detail, type)
  server.answer(commandCalls.functions, { types: {}, wires: { jt808: ['timer', 'oilCut'], gt06: ['timer'] } })
  const onClose = vi.fn()
  const screen = await renderInApp(<DeviceTypeForm target={target} onClose={onClose} />)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  return { server, screen, onClose, send: (name: string) => screen.getByRole('button', { name }).click() }
}

const choose = async (field: { fill: (text: string) => Promise<void> }, text: string) => {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

test('a model is added with its name and protocol; what is not said is left to the server', async () => {
  const { server, screen, send, onClose } = await open('new')
  await screen.getByLabelText('Name in sheets and tools').fill('GT06N')
  await choose(screen.getByLabelText('Protocol', { exact: true }), 'GT06')
  await send('Add model')
  await expect.poll(() => server.sent(deviceTypeCalls.add)).toMatchObject([{ name: 'GT06N', wire: 'gt06' }])
  expect(server.sent(deviceTypeCalls.add)[0]).not.toHaveProperty('id')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('sensors that were taken away are sent as none', async () => {
  const { server, screen, send } = await open(aConfig('jt808', { sensors: ['fuel'] }))
  await screen.getByLabelText('Sensors').click()
  await userEvent.keyboard('{Backspace}{Escape}')
  await send('Save')
  await expect.poll(() => server.sent(deviceTypeCalls.update)).toMatchObject([{ id: 14, sensors: [] }])
})

test('only JT/T 808 has a field for authentication', async () => {
  const { server, screen, send } = await open(aConfig('jt808', { codeRule: 'demand' }))
  await expect.element(screen.getByText('Require the code')).toBeVisible()
  await choose(screen.getByLabelText('Protocol', { exact: true }), 'GT06')
  await expect.element(screen.getByText('Require the code')).not.toBeVisible()
  await send('Save')
  await expect
    .poll(() => server.sent(deviceTypeCalls.update))
    .toMatchObject([{ id: 14, wire: 'gt06', codeRule: 'any' }])
})

test('a name that another model has is shown at the name', async () => {
  const { server, screen, send } = await open(aConfig('jt808'))
  server.refuse(deviceTypeCalls.update, 'deviceTypeNameTaken')
  await screen.getByLabelText('Name in sheets and tools').fill('K100')
  await send('Save')
  await expect.element(screen.getByText('Another model already has this name')).toBeVisible()
})

test('what a model must have is not said to be optional, and is not saved empty', async () => {
  const { server, screen, send } = await open(aConfig('jt808'))
  const field = screen.getByLabelText('Name in sheets and tools')
  await expect.element(field).toHaveAttribute('aria-required', 'true')
  await expect.element(screen.getByText('Sensors').getByText('(optional)')).not.toBeInTheDocument()
  const minutes = screen.getByLabelText('Offline after')
  await expect.element(minutes).toHaveAttribute('aria-required', 'true')
  await field.fill('')
  await minutes.fill('')
  await send('Save')
  await expect.poll(() => screen.getByText('Required').elements()).toHaveLength(2)
  expect(server.sent(deviceTypeCalls.update)).toEqual([])
})

test('commands of the protocol are offered, own texts and set-up messages are sent by line', async () => {
  const { server, screen, send } = await open(aConfig('jt808', { commandTexts: { oilCut: '8105:F0' } }))
  await choose(screen.getByLabelText('Commands', { exact: true }), 'Engine cut-off')
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Remove the text of' }).click()
  await choose(screen.getByLabelText('Add the text of a command'), 'Reporting interval')
  await screen.getByRole('textbox', { name: 'Text of Reporting interval' }).fill('FREQ,{movingS}#')
  await screen.getByLabelText('Set-up text messages').fill('APN,{apn}#\n\nSERVER,{host},{port}#')
  await send('Save')
  await expect
    .poll(() => server.sent(deviceTypeCalls.update))
    .toMatchObject([
      {
        commands: ['oilCut'],
        commandTexts: { timer: 'FREQ,{movingS}#' },
        setupTexts: ['APN,{apn}#', 'SERVER,{host},{port}#'],
      },
    ])
})
