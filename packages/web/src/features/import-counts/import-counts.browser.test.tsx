import { roles } from '@trackway/core/codes/roles.ts'
import { agentDeviceCountCalls, importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceLimitsScreen } from './DeviceLimitsScreen.tsx'

const limit = { id: 3, userId: 9, username: 'north', nickname: null, deviceCount: 40, totalDeviceCount: 50 }

test('a device limit is changed, and removed once that was asked', async () => {
  const server = startFakeServer()
  server.answer(agentDeviceCountCalls.list, { list: [limit], total: 1 })
  server.answer(agentDeviceCountCalls.edit, {})
  server.answer(agentDeviceCountCalls.delete, {})
  const screen = await renderInApp(<DeviceLimitsScreen />)
  await screen.getByRole('button', { name: 'Device limit of north' }).click()
  await screen.getByLabelText('Device limit', { exact: true }).fill('60')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(agentDeviceCountCalls.edit)).toEqual([{ id: 3, totalDeviceCount: 60 }])
  await screen.getByRole('button', { name: 'Remove limit of north' }).click()
  expect(server.sent(agentDeviceCountCalls.delete)).toEqual([])
  await screen.getByRole('button', { name: 'Remove limit', exact: true }).click()
  await expect.poll(() => server.sent(agentDeviceCountCalls.delete)).toEqual([{ ids: [3] }])
})

test('who may not add accounts reads the limits, and changes none', async () => {
  startFakeServer().answer(agentDeviceCountCalls.list, { list: [limit], total: 1 })
  const screen = await renderInApp(<DeviceLimitsScreen />, { user: { permissions: ['main:agent'] } })
  await expect.element(screen.getByText('north')).toBeVisible()
  expect(screen.getByRole('button', { name: /limit/ }).query()).toBeNull()
})

const agent = { id: 9, ancestors: '/1/', username: 'north', nickname: 'North', usedCount: 5, lastTime: null }

test('a count is granted; one that is not there is refused at its field', async () => {
  const server = startFakeServer()
  server.answer(importCountCalls.findNumbers, { list: [{ ...agent, importCount: 20 }], total: 1 })
  server.answer(importCountCalls.findRecords, { list: [], total: 0 })
  server.refuse(importCountCalls.add, 'notEnoughImportCounts')
  const screen = await openPage('/index/agent/setImportRecords', {
    user: { role: roles.agent, importCount: 100 },
  })
  await expect.element(screen.getByText('100 import credits left')).toBeVisible()
  await screen.getByRole('button', { name: 'Grant import credits to north' }).click()
  await screen.getByLabelText('Change', { exact: true }).fill('500')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/^Not enough import credits/)).toBeVisible()
  server.answer(importCountCalls.add, { importCount: 70, ownCount: 50 })
  await screen.getByLabelText('Change', { exact: true }).fill('50')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(importCountCalls.add).at(-1)).toMatchObject({ id: 9, count: 50 })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByText('History').click()
  await expect.element(screen.getByText('No changes yet')).toBeVisible()
})
