import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { type TargetServer, targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const row: TargetServer = {
  id: '7:',
  userId: 7,
  username: 'northline',
  nickname: null,
  deviceType: null,
  typeName: null,
  target: 'gps.example.com:5023',
  host: 'gps.example.com',
  port: 5023,
  transport: 'tcp',
  origin: 'own',
  inheritedFrom: null,
  toMove: 217,
  underWay: 0,
  there: 4,
  failed: 1,
  elsewhere: 0,
}
const user = { role: roles.configPlatformUser }

async function open(rows: TargetServer[] = [row]) {
  const server = startFakeServer()
  server.answer(targetServerCalls.find, { list: rows, total: rows.length })
  server.answer(targetServerCalls.set, {})
  server.answer(serverMoveCalls.servers, {
    list: [
      {
        id: 3,
        name: 'Frankfurt',
        host: 'fra.example.com',
        port: 7018,
        transport: 'udp',
        url: null,
        hasApiKey: false,
        note: null,
      },
    ],
    total: 1,
  })
  server.answer(deviceCalls.types, { list: [] })
  server.answer(targetServerCalls.preview, {
    targets: [{ target: 'gps.example.com:5023', devices: 214 }],
    toMove: 214,
    unsupported: 3,
    left: 0,
    underWay: 0,
    there: 4,
    failed: 1,
    elsewhere: 0,
  })
  server.answer(targetServerCalls.start, {
    tasks: [
      { taskId: 9, target: 'gps.example.com:5023', devices: 200 },
      { taskId: 10, target: 'fra.example.com:7018', devices: 17 },
    ],
  })
  server.answer(taskCalls.find, { list: [], total: 0 })
  const screen = await openPage('/test/configPlatformForUser', { user })
  await expect.element(screen.getByText('northline')).toBeVisible()
  return { server, screen }
}

test('a rollout says what would move and what could not, and starts at its pace', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Move devices of northline' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('214 devices would move')).toBeVisible()
  await expect.element(dialog.getByText("Can't be told by command")).toBeVisible()
  await dialog.getByText('Move failed and returned devices again').click()
  await expect
    .poll(() => server.sent(targetServerCalls.preview))
    .toContainEqual({ userId: 7, withFailed: true })
  await dialog.getByRole('button', { name: 'Start moving' }).click()
  await expect
    .poll(() => server.sent(targetServerCalls.start))
    .toEqual([expect.objectContaining({ userId: 7, withFailed: true, perSecond: 1, maxFailurePercent: 10 })])
  await expect.element(screen.getByText('Started for 217 devices')).toBeVisible()
  await expect.element(screen.getByText('No moves yet')).toBeVisible()
})

test('a target is a server of the list, an address, or here', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Set target of northline' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Host')).toHaveValue('gps.example.com')
  await dialog.getByRole('combobox', { name: 'Server' }).click()
  await screen.getByText('Frankfurt · fra.example.com:7018').click()
  await dialog.getByRole('button', { name: 'Set target' }).click()
  await expect
    .poll(() => server.sent(targetServerCalls.set))
    .toEqual([{ userId: 7, host: 'fra.example.com', port: 7018, transport: 'udp' }])
  await screen.getByRole('button', { name: 'Set target of northline' }).click()
  await dialog.getByText('This platform', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Set target' }).click()
  await expect
    .poll(() => server.sent(targetServerCalls.set)[1])
    .toEqual({ userId: 7, host: null, port: null, transport: 'tcp' })
})

test('what is inherited cannot be cleared, and without devices to move nothing is started', async () => {
  const { screen } = await open([
    { ...row, origin: 'inherited', inheritedFrom: 'reseller', toMove: 0, failed: 0 },
  ])
  await expect.element(screen.getByText('Inherited', { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: /^(Clear|Move)/ }).elements()).toEqual([])
})
