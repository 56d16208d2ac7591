import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDevice } from '../../testing/a-device.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceWorkbench } from './DeviceWorkbench.tsx'
import type { WorkbenchTab } from './device-tabs.ts'

const device = aDevice({
  nickname: 'Van',
  remark: 'red',
  userExpireTime: Date.UTC(2030, 0, 1),
  userMode: 'fixed',
})
const { terminalID } = device

async function open(tab: WorkbenchTab) {
  const server = startFakeServer()
  server.answer(deviceCalls.detail, device)
  server.answer(deviceCalls.update, device)
  server.answer(deviceServiceCalls.updateTime, { done: 1, failed: [] })
  const onTab = vi.fn()
  const screen = await renderInApp(
    <DeviceWorkbench terminalID={terminalID} tab={tab} onTab={onTab} onClose={() => {}} />,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Van' })).toBeVisible()
  return { server, screen, onTab }
}

test('of the details only what was changed is sent, and an emptied one is none', async () => {
  const { server, screen } = await open('details')
  await expect.element(screen.getByLabelText('Device name')).toHaveValue('Van')
  await screen.getByLabelText('Note').fill('')
  await screen.getByLabelText('SIM number').fill('1391234')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Enter an 11 or 13 digit SIM number')).toBeVisible()
  await screen.getByLabelText('SIM number').fill('13912345678')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  const [sent] = server.sent(deviceCalls.update)
  // Another tab may have changed the name meanwhile: it stays.
  expect(sent).toEqual({ terminalID, sim: '13912345678', remark: null })
})

test('a term is set to count from the first report, and only that one', async () => {
  const { server, screen } = await open('service')
  const user = screen.getByRole('heading', { name: 'User expiry' }).element().parentElement!
  await userEvent.click(user.querySelector('input[role=combobox]')!)
  await screen.getByTitle('Counted from the first report').click()
  await userEvent.fill(user.querySelector('input[role=spinbutton]')!, '12')
  await userEvent.click(user.querySelector('button[type=submit]')!)
  await expect.poll(() => server.sent(deviceServiceCalls.updateTime)).toHaveLength(1)
  const [sent] = server.sent(deviceServiceCalls.updateTime)
  expect(sent).toMatchObject({ terminalIDs: [terminalID], mode: 'activation', userMonths: 12 })
  expect(sent).not.toHaveProperty('platformExpireTime')
})

test('a tab has its place in the address', async () => {
  const { screen, onTab } = await open('details')
  await screen.getByRole('tab', { name: 'Service' }).click()
  expect(onTab).toHaveBeenCalledExactlyOnceWith('service')
})

test('a transfer says what goes along, and nothing where that is left to where it comes from', async () => {
  const { server, screen } = await open('customer')
  server.answer(deviceServiceCalls.transfer, { done: 1, failed: [] })
  const south = { id: 3, username: 'south', nickname: null, role: roles.user, hasChildren: false }
  const counts = { total: 0, online: 0, offline: 0, unactived: 0 }
  server.answer(accountCalls.children, { list: [{ ...south, ancestors: '1', ...counts }] })
  server.answer(accountCalls.names, { list: [south] })
  await expect.element(screen.getByRole('radio', { name: /automatic/ })).toBeChecked()
  await screen.getByRole('radio', { name: /history goes along/ }).click()
  await screen.getByRole('checkbox', { name: 'Take the owner record along' }).click()
  await screen.getByRole('button', { name: /To account/ }).click()
  await screen.getByRole('treeitem', { name: /south/ }).click()
  await screen.getByRole('button', { name: 'Transfer' }).click()
  await expect.poll(() => server.sent(deviceServiceCalls.transfer)).toHaveLength(1)
  expect(server.sent(deviceServiceCalls.transfer)[0]).toEqual({
    terminalIDs: [terminalID],
    userId: 3,
    withHistory: true,
    withRecord: true,
  })
})
