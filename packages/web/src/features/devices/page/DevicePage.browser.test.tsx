import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { alarmSettingDefaults } from '@trackway/core/features/alarms/alarm-settings.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { expect, test } from 'vitest'
import { reread } from '../../../base/queries/query-client.ts'
import { aDevice } from '../../../testing/a-device.ts'
import { aDeviceType } from '../../../testing/a-device-type.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import type { DevicePart } from '../device-tabs.ts'
import { DevicePage } from './DevicePage.tsx'

const device = aDevice({
  nickname: 'Van',
  remark: 'red',
  userExpireTime: Date.UTC(2030, 0, 1),
  userMode: 'fixed',
})
const { terminalID } = device

async function open(part: DevicePart) {
  const server = startFakeServer()
  server.answer(deviceCalls.detail, device)
  server.answer(deviceCalls.update, device)
  server.answer(deviceCalls.types, {
    list: [aDeviceType(2, 'Gt06', 'gt06'), aDeviceType(13, 'Y808', 'jt808')],
  })
  server.answer(deviceServiceCalls.updateTime, { done: 1, failed: [] })
  const screen = await renderInApp(<DevicePage />, { url: `/?device=${terminalID}&part=${part}` })
  await expect.element(screen.getByRole('heading', { name: 'Van' })).toBeVisible()
  return { server, screen, save: () => screen.getByRole('button', { name: 'Save changes' }).click() }
}

test('of the details only what was changed is sent, and an emptied one is none', async () => {
  const { server, screen, save } = await open('details')
  await expect.element(screen.getByLabelText('Device name')).toHaveValue('Van')
  await screen.getByLabelText('Note').fill('')
  await screen.getByLabelText('SIM number').fill('1391234')
  await save()
  await expect.element(screen.getByText('Enter an 11 or 13 digit SIM number')).toBeVisible()
  await screen.getByLabelText('SIM number').fill('13912345678')
  await save()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  const [sent] = server.sent(deviceCalls.update)
  // Another tab may have changed the name meanwhile: it stays.
  expect(sent).toEqual({ terminalID, sim: '13912345678', remark: null })
})

test('a term is set to count from the first report, and only that one', async () => {
  const { server, screen, save } = await open('service')
  const user = screen.getByRole('region', { name: 'Subscription ends' })
  await user.getByRole('combobox', { name: 'Expires' }).click()
  await screen.getByTitle('Counted from the first report').click()
  await user.getByRole('spinbutton').fill('12')
  await save()
  await expect.poll(() => server.sent(deviceServiceCalls.updateTime)).toHaveLength(1)
  const [sent] = server.sent(deviceServiceCalls.updateTime)
  expect(sent).toMatchObject({ terminalIDs: [terminalID], mode: 'activation', userMonths: 12 })
  expect(sent).not.toHaveProperty('platformExpireTime')
})

test('a transfer says what goes along, and nothing where that is left to where it comes from', async () => {
  const { server, screen, save } = await open('customer')
  server.answer(deviceServiceCalls.transfer, { done: 1, failed: [] })
  const south = { id: 3, username: 'south', nickname: null, role: roles.user, hasChildren: false }
  const counts = { total: 0, online: 0, offline: 0, unactived: 0 }
  server.answer(accountCalls.children, { list: [{ ...south, ancestors: '1', ...counts }] })
  server.answer(accountCalls.names, { list: [south] })
  await screen.getByRole('button', { name: /To account/ }).click()
  await screen.getByRole('treeitem', { name: /south/ }).click()
  await expect.element(screen.getByRole('radio', { name: /automatic/ })).toBeChecked()
  await screen.getByRole('radio', { name: /history goes along/ }).click()
  await screen.getByRole('checkbox', { name: 'Take the owner record along' }).click()
  await save()
  await expect.poll(() => server.sent(deviceServiceCalls.transfer)).toHaveLength(1)
  expect(server.sent(deviceServiceCalls.transfer)[0]).toEqual({
    terminalIDs: [terminalID],
    userId: 3,
    withHistory: true,
    withRecord: true,
  })
})

test('one bar saves what was changed in several parts, in the part where it is refused it says so', async () => {
  const { server, screen, save } = await open('details')
  const own = { overspeed: { windowMinutes: 9 } }
  const inherited = alarmSettingDefaults
  server.answer(alarmSettingCalls.find, {
    own,
    inherited,
    effective: inherited,
    pairedWith: null,
    origins: {},
  })
  server.answer(alarmSettingCalls.set, {} as never)
  expect(screen.getByRole('button', { name: 'Save changes' }).query()).toBeNull()
  await screen.getByLabelText('Device name').fill('Van 2')
  await screen.getByRole('tab', { name: 'Alarm settings' }).click()
  await screen.getByRole('button', { name: 'Speeding: Reset Repeats within' }).click()
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Not saved yet' }))
    .toHaveTextContent('Vehicle and SIM · Alarm settings')

  server.refuse(deviceCalls.update, 'carNumberTaken')
  await save()
  await expect.element(screen.getByLabelText('Plate')).toHaveAttribute('aria-invalid', 'true')
  expect(server.sent(alarmSettingCalls.set)).toEqual([])

  server.answer(deviceCalls.update, device)
  server.answer(deviceCalls.detail, { ...device, nickname: 'Van 2' })
  await save()
  await expect.element(screen.getByRole('heading', { name: 'Van 2' })).toBeVisible()
  expect(server.sent(deviceCalls.update).at(-1)).toEqual({ terminalID, nickname: 'Van 2' })
  expect(server.sent(alarmSettingCalls.set)).toEqual([{ terminalID, own: {}, pairedWith: null }])
  await expect.element(screen.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
})

test('what was changed is discarded at once, and what others changed meanwhile is shown', async () => {
  const { server, screen } = await open('details')
  await screen.getByLabelText('Note').fill('blue')
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByLabelText('Note')).toHaveValue('red')
  await expect.element(screen.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
  server.answer(deviceCalls.detail, { ...device, remark: 'green' })
  await reread('list')
  await expect.element(screen.getByLabelText('Note')).toHaveValue('green')
})

test('a device that is not there leads to the list', async () => {
  const server = startFakeServer()
  server.refuse(deviceCalls.detail, 'notFound')
  const screen = await renderInApp(<DevicePage />, { url: `/?device=${terminalID}` })
  await expect.element(screen.getByRole('link', { name: 'Go to devices' })).toBeVisible()
})
