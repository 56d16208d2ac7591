import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceTypePicker } from './DeviceTypePicker.tsx'

const types = [
  aDeviceType(1, 'Concox gt06', 'gt06'),
  aDeviceType(2, 'Gt06', 'gt06'),
  aDeviceType(3, 'Y808', 'jt808'),
]

function Page({ isRequired = false }: { isRequired?: boolean }) {
  const [value, setValue] = useState<number | undefined>(3)
  return (
    <>
      <DeviceTypePicker aria-label="Type" isRequired={isRequired} value={value ?? null} onChange={setValue} />
      <output>{value ?? 'any'}</output>
    </>
  )
}

async function open(page = <Page />) {
  startFakeServer().answer(deviceCalls.types, { list: types })
  const screen = await renderInApp(page)
  await expect.element(screen.getByText('Y808')).toBeVisible()
  return screen
}

test('the type that is called so comes before those that contain it, so that Enter chooses it', async () => {
  const screen = await open()
  await screen.getByRole('combobox', { name: 'Type' }).fill('gt06')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('status')).toHaveTextContent('2')
})

test('a type is found by the protocol that it speaks', async () => {
  const screen = await open()
  await screen.getByRole('combobox', { name: 'Type' }).fill('jt808')
  await expect.element(screen.getByText('Y808 · jt808')).toBeVisible()
  await expect.element(screen.getByText('Gt06 · gt06')).not.toBeInTheDocument()
})

test('every type again is none, where none must be chosen', async () => {
  const screen = await open()
  await screen.getByRole('combobox').hover()
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('any')
  await expect.element(screen.getByText('Any model')).toBeVisible()
})

test('one that must be chosen speaks a protocol that is there', async () => {
  startFakeServer().answer(deviceCalls.types, { list: [...types, aDeviceType(9, 'Nb', 'smoke')] })
  const screen = await renderInApp(<Page isRequired />)
  await screen.getByRole('combobox', { name: 'Type' }).fill('n')
  await expect.element(screen.getByText('Concox gt06 · gt06')).toBeVisible()
  await expect.element(screen.getByText('Nb · smoke')).not.toBeInTheDocument()
})

test('where one must be, it cannot be taken back', async () => {
  const screen = await open(<Page isRequired />)
  await screen.getByRole('combobox').hover()
  expect(screen.container.querySelector('.ant-select-clear')).toBeNull()
})
