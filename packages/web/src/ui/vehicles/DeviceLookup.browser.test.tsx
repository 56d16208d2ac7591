import { type FoundDevice, searchCalls } from '@trackway/core/features/search/calls.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeviceLookup } from './DeviceLookup.tsx'

const van: FoundDevice = {
  kind: 'device',
  id: 9,
  terminalID: '861234560010624',
  displayName: 'Van 1',
  state: 'online',
  field: 'nickname',
  value: 'Van 1',
  isExact: true,
  owners: [],
}

async function start() {
  const server = startFakeServer()
  server.answer(searchCalls.find, ({ text }) => ({
    list: text === 'Van' ? [van] : [],
    hasMoreDevices: false,
    hasMoreAccounts: false,
  }))
  const taken: string[] = []
  await renderInApp(<DeviceLookup button="Add" onDevice={(text) => taken.push(text)} />)
  await page.getByRole('combobox').click()
  return taken
}

test('a part of what a device is called finds it', async () => {
  const taken = await start()
  await userEvent.keyboard('Van')
  await expect.element(page.getByRole('option', { name: '861234560010624' })).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => taken).toEqual(['861234560010624'])
})

test('a plate and Enter, typed at once, wait for what is found', async () => {
  const taken = await start()
  await userEvent.keyboard('Van{Enter}')
  await expect.poll(() => taken).toEqual(['861234560010624'])
})

test('the arrow keys choose among those found', async () => {
  const taken = await start()
  await userEvent.keyboard('Van')
  await expect.element(page.getByRole('option', { name: '861234560010624' })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => taken).toEqual(['861234560010624'])
})

test('an id that finds nothing is taken as it is: nobody may have registered it', async () => {
  const taken = await start()
  await userEvent.keyboard('861234560019999')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => taken).toEqual(['861234560019999'])
  await userEvent.click(page.getByRole('combobox'))
  await userEvent.keyboard('861234560018888{Enter}')
  await expect.poll(() => taken).toEqual(['861234560019999', '861234560018888'])
})
