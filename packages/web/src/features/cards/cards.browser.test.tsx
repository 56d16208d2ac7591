import { roles } from '@trackway/core/codes/roles.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const counts = { month: 5, halfYear: 0, year: 190, twoYears: 0, threeYears: 0, lifetime: 1 }
const holder = { id: 9, ancestors: '/1/', username: 'north', nickname: 'North', lastTime: null, ...counts }

test('cards are passed on; more than are held is refused at the number', async () => {
  const server = startFakeServer()
  server.answer(cardCalls.find, { list: [holder], total: 1, own: { ...counts, year: 214 } })
  server.answer(deviceCalls.find, { list: [], total: 0 })
  server.answer(ledgerCalls.find, { list: [], total: 0 })
  server.refuse(cardCalls.transfer, 'notEnoughCards')
  const screen = await openPage('/index/pay/cards', { user: { role: roles.agent } })
  await expect.element(screen.getByText('214')).toBeVisible()
  await screen.getByRole('button', { name: 'Pass cards to north' }).click()
  await screen.getByLabelText('Duration').click()
  await screen.getByTitle('1 year', { exact: true }).click()
  await screen.getByLabelText('Number of cards').fill('500')
  await screen.getByRole('button', { name: 'Pass on' }).click()
  await expect.element(screen.getByText(/^Not enough cards/)).toBeVisible()
  server.answer(cardCalls.transfer, { count: 240, ownCount: 164 })
  await screen.getByLabelText('Number of cards').fill('50')
  await screen.getByRole('button', { name: 'Pass on' }).click()
  await expect
    .poll(() => server.sent(cardCalls.transfer).at(-1))
    .toMatchObject({ userId: 9, duration: 3, count: 50 })
  await screen.getByRole('tab', { name: 'Ledger' }).click()
  await expect.element(screen.getByText('No movements yet')).toBeVisible()
})
