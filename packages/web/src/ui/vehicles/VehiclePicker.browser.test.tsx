import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { VehiclePicker } from './VehiclePicker.tsx'

const vehicle = (terminalID: string, displayName: string) => ({
  terminalID,
  displayName,
  carNumber: null,
  nickname: null,
  iccid: null,
  sim: null,
})

function Page() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <>
      <VehiclePicker userId={undefined} value={chosen} onChange={setChosen} />
      <output>{chosen.join(' ')}</output>
    </>
  )
}

async function open() {
  const server = startFakeServer()
  const list = [vehicle('861234560010624', 'Van 1'), vehicle('861234560010625', 'Truck 8')]
  server.answer(locationCalls.find, { list, total: list.length } as never)
  const screen = await renderInApp(<Page />)
  await screen.getByRole('button', { name: 'Vehicles: All vehicles' }).click()
  return screen
}

test('vehicles are chosen from a list that the keyboard is in, and taken back together', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('searchbox')).toHaveFocus()
  await screen.getByRole('checkbox', { name: /Van 1/ }).click()
  await expect.element(screen.getByText('861234560010624', { exact: true }).first()).toBeVisible()
  await expect.element(screen.getByText('1 vehicle selected')).toBeVisible()
  await screen.getByRole('button', { name: 'Select all vehicles' }).click()
  await expect.element(screen.getByText('1 vehicle selected')).not.toBeInTheDocument()
})

test('a typed list of names chooses those it names and says which are not there', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('checkbox', { name: /Truck 8/ })).toBeVisible()
  const field = screen.getByRole('searchbox')
  await field.fill('truck 8, Truck 404')
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect.element(screen.getByText("1 of the list wasn't found: Truck 404")).toBeVisible()
  await expect.element(screen.getByText('1 vehicle selected')).toBeVisible()
})

test('what is typed narrows the list', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('checkbox', { name: /Truck 8/ })).toBeVisible()
  await screen.getByRole('searchbox').fill('van')
  await expect.element(screen.getByRole('checkbox', { name: /Truck 8/ })).not.toBeInTheDocument()
})

test('vehicles of before come last, with the day they went', async () => {
  const server = startFakeServer()
  server.answer(locationCalls.find, { list: [vehicle('861234560010624', 'Van 1')], total: 1 } as never)
  const former = { terminalID: '861234560010625', carNumber: 'B 2', nickname: null, userId: 1, username: 'a' }
  const untilTime = Date.UTC(2026, 10, 18, 12)
  server.answer(oneDeviceCalls.former, { list: [{ ...former, untilTime }] })
  const screen = await renderInApp(<VehiclePicker withFormer userId={undefined} />)
  await screen.getByRole('button', { name: 'Vehicles: All vehicles' }).click()
  await expect.element(screen.getByRole('checkbox', { name: /B 2.*until .*18.*former/ })).toBeVisible()
  expect(screen.getByRole('checkbox').elements()).toHaveLength(2)
})
