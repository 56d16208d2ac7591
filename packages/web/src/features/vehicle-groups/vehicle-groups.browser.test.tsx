import { roles } from '@trackway/core/codes/roles.ts'
import { viewCalls } from '@trackway/core/features/accounts/view-calls.ts'
import { deviceCalls, deviceList } from '@trackway/core/features/devices/calls.ts'
import { deviceGroupCalls } from '@trackway/core/features/devices/group-calls.ts'
import { type VehicleGroup, vehicleGroupCalls } from '@trackway/core/features/vehicle-groups/calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDevice } from '../../testing/a-device.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { GroupField } from './GroupField.tsx'
import { GroupsTab } from './GroupsTab.tsx'

const trucks: VehicleGroup = {
  id: 7,
  name: 'Trucks',
  colour: '#1677ff',
  place: 1,
  userId: 1,
  username: 'fleet',
  devices: 12,
}

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.answer(deviceCalls.find, { list: [aDevice({ terminalID: '861234560010001' })], total: 1 })
  server.answer(deviceCalls.types, { list: [] })
  server.answer(viewCalls.find, { list: [] })
  server.answer(vehicleGroupCalls.find, ({ search = '' }) => {
    const list = 'trucks'.includes(search.toLowerCase()) ? [trucks] : []
    return { list, total: list.length }
  })
})
const lastAsked = () => server.sent(deviceCalls.find).at(-1)

test('devices are listed by group, and by how long they are silent', async () => {
  const screen = await renderInApp(<ListScreen list={deviceList} />, { user: { role: roles.user } })
  await screen.getByRole('combobox', { name: 'Group' }).click()
  await screen.getByTitle('Trucks').click()
  await expect.poll(lastAsked).toMatchObject({ groupIds: [7] })
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Filters' }).click()
  await screen.getByRole('combobox', { name: 'Silent for' }).click()
  await screen.getByTitle('Silent for 3 days').click()
  await expect.poll(lastAsked).toMatchObject({ groupIds: [7], silentDays: 3 })
})

test('a selection is added to a new group by its name', async () => {
  server.answer(deviceGroupCalls.addDevices, { done: 1, failed: [] })
  const bulk = [
    { name: 'addToGroup', call: deviceGroupCalls.addDevices, idsKey: 'terminalIDs', fieldKeys: 'group' },
  ]
  const screen = await renderInApp(
    <ListScreen
      list={{ ...deviceList, bulk } as typeof deviceList}
      bulkFields={{ addToGroup: [{ name: 'group', control: <GroupField takesNew /> }] }}
    />,
    { user: { role: roles.user } },
  )
  await screen.getByRole('checkbox').nth(1).click()
  await screen.getByRole('button', { name: 'Add to group' }).click()
  await screen.getByRole('dialog').getByRole('combobox').fill('Night shift')
  await screen.getByTitle('New group: Night shift').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Add 1 vehicle to the group' }).click()
  await expect
    .poll(() => server.sent(deviceGroupCalls.addDevices))
    .toEqual([{ terminalIDs: ['861234560010001'], group: 'Night shift' }])
})

test('before a group is deleted it says what uses it', async () => {
  server.answer(vehicleGroupCalls.uses, { fences: 2, rules: 1, schedules: 0, shares: 0, settings: 0 })
  server.answer(vehicleGroupCalls.delete, {})
  const screen = await renderInApp(<GroupsTab />, { user: { role: roles.user } })
  await screen.getByRole('button', { name: 'Delete Trucks' }).click()
  await expect.element(screen.getByText(/In use: 2 geofences, 1 rule\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Delete group' }).click()
  await expect.poll(() => server.sent(vehicleGroupCalls.delete)).toEqual([{ id: 7 }])
})
