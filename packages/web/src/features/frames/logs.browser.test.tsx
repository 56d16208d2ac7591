import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { type Frame, frameCalls, permanentLogCalls } from '@trackway/core/features/frames/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { Connections } from './Connections.tsx'
import { FrameSearch } from './FrameSearch.tsx'
import { PermanentLogs } from './PermanentLogs.tsx'

const [van, truck] = ['861234560010624', '356938035643809'] as const
const url = `/?terminalID=${van}`

const aFrame = (id: string, more: Partial<Frame> = {}): Frame => ({
  id,
  terminalID: van,
  time: Date.UTC(2026, 0, 2),
  direction: 'in',
  connectionId: 3,
  hex: '78780d01',
  protocol: 'gt06',
  kind: null,
  type: '01',
  name: 'login',
  error: null,
  fields: [{ name: 'start', value: '7878', offset: 0, length: 2 }],
  ...more,
})
const guesses = [
  {
    protocol: 'gt06',
    fits: 1,
    begins: 'yes' as const,
    dialect: null,
    terminalID: van,
    problem: null,
    deviceTypes: [{ id: 13, name: 'Gt06' }],
  },
  {
    protocol: 'jt808',
    fits: 0.25,
    begins: 'no' as const,
    dialect: null,
    terminalID: null,
    problem: null,
    deviceTypes: [{ id: 20, name: 'JT808' }],
  },
]

test('frames of a device are listed, and a click opens the fields of one', async () => {
  const server = startFakeServer()
  const faulty = aFrame('2', { direction: 'out', type: '80', name: 'command', error: 'checksum' })
  server.answer(frameCalls.find, { list: [aFrame('1'), faulty], total: 2, lookedBackTo: null })
  const screen = await renderInApp(<FrameSearch />, { url })
  await screen.getByRole('row', { name: /command/ }).click()
  const detail = screen.getByTestId('frame-detail')
  await expect.element(detail.getByRole('cell', { name: '7878' })).toBeVisible()
  await expect.element(detail.getByRole('alert')).toHaveTextContent(/checksum/i)
  expect(server.sent(frameCalls.find)[0]).toMatchObject({ terminalID: van })
})

test('the raw log asks for nothing that its readers may not see', async () => {
  const server = startFakeServer()
  server.answer(frameCalls.find, { list: [aFrame('1', { fields: null })], total: 1, lookedBackTo: null })
  const screen = await renderInApp(<FrameSearch isRaw />, { url, user: { role: roles.log } })
  await expect.element(screen.getByText('78780d01')).toBeVisible()
  await expect.element(screen.getByText('login')).not.toBeInTheDocument()
  expect(server.sent(frameCalls.unknown)).toEqual([])
})

test('a refused file is reported, and the list stays', async () => {
  const server = startFakeServer()
  server.answer(frameCalls.find, { list: [aFrame('1')], total: 1, lookedBackTo: null })
  server.refuse(frameCalls.export, 'logTooOld')
  const screen = await renderInApp(<FrameSearch />, { url })
  await screen.getByRole('button', { name: 'Save as text' }).click()
  await expect.element(screen.getByText('Logs are kept for seven days.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /login/ })).toBeVisible()
  expect(server.sent(frameCalls.export)[0]).toMatchObject({ terminalID: van, format: 'txt' })
})

test('without a device the page wants one chosen, and requests nothing', async () => {
  const server = startFakeServer()
  const screen = await renderInApp(<FrameSearch />)
  await expect.element(screen.getByRole('heading', { name: 'Select a device' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save as text' })).toBeDisabled()
  expect(server.sent(frameCalls.find)).toEqual([])
})

test('an unregistered device is registered as what fits best, or as what is chosen', async () => {
  const server = startFakeServer()
  server.answer(frameCalls.unknown, { list: [aFrame('1')], guesses })
  server.refuse(deviceCalls.add, 'notEnoughImportCounts')
  const screen = await renderInApp(<FrameSearch />, { url })
  await expect.element(screen.getByText(/^Probable protocol: .*\(100.?%\).*\(25.?%\)$/)).toBeVisible()
  const register = screen.getByRole('button', { name: 'Register', exact: true })
  await register.click()
  await expect
    .element(screen.getByText('Not enough import credits for these rows. Ask your provider for more.'))
    .toBeVisible()
  server.answer(deviceCalls.add, {} as never)
  await screen.getByRole('combobox', { name: 'Register as' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await register.click()
  await expect.element(screen.getByText('The device is registered.')).toBeVisible()
  expect(server.sent(deviceCalls.add)).toEqual([
    { terminalID: van, deviceType: 13 },
    { terminalID: van, deviceType: 20 },
  ])
})

test('who may not register reads who can', async () => {
  const server = startFakeServer()
  server.answer(frameCalls.unknown, { list: [aFrame('1')], guesses })
  const screen = await renderInApp(<FrameSearch />, { url, user: { permissions: ['test:log'] } })
  await expect.element(screen.getByText(/An administrator, or an agent/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Register', exact: true })).not.toBeInTheDocument()
})

test('a connection says why it ended, or that it is open', async () => {
  const server = startFakeServer()
  const aConnection = (id: number, more: object) => ({
    id,
    terminalID: van,
    fromTime: 0,
    untilTime: null,
    address: '203.0.113.7',
    protocol: 'gt06',
    endReason: null,
    bytesReceived: null,
    bytesSent: null,
    framesReceived: null,
    framesSent: null,
    process: 'gateway',
    ...more,
  })
  const ended = aConnection(1, { untilTime: 5_000, endReason: 'replaced', bytesReceived: 12 })
  server.answer(frameCalls.connections, { list: [aConnection(2, {}), ended] as never, total: 2 })
  const screen = await renderInApp(<Connections />, { url })
  await expect.element(screen.getByRole('row', { name: /Connected/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Device connected again/ })).toBeVisible()
  expect(server.sent(frameCalls.connections)[0]).toMatchObject({ terminalID: van })
})

async function logPermanently(typed: string) {
  const server = startFakeServer()
  server.answer(permanentLogCalls.find, { list: [], total: 0 })
  server.answer(permanentLogCalls.add, { done: 1, failed: [{ id: truck, result: 'notFound' }] })
  const screen = await renderInApp(<PermanentLogs />)
  await screen.getByRole('button', { name: 'Log permanently' }).first().click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Device IDs').click()
  await userEvent.keyboard(typed)
  await dialog.getByRole('button', { name: 'Log permanently' }).click()
  return { server, screen }
}

test('devices are logged permanently by their ids; those that are not there are named', async () => {
  const { server, screen } = await logPermanently(`${van},${truck},`)
  await expect.element(screen.getByText(`1 added; not added: ${truck}`)).toBeVisible()
  expect(server.sent(permanentLogCalls.add)).toEqual([{ terminalIDs: [van, truck] }])
})

test('what is no device ID is named before anything is sent', async () => {
  const { server, screen } = await logPermanently(`${van},12,`)
  await expect.element(screen.getByText('12: Enter a valid IMEI: 7 to 20 digits')).toBeVisible()
  expect(server.sent(permanentLogCalls.add)).toEqual([])
})
