import { roles } from '@trackway/core/codes/roles.ts'
import { cardCalls } from '@trackway/core/features/cards/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { RenewDevices } from './RenewDevices.tsx'

const counts = { month: 5, halfYear: 0, year: 190, twoYears: 0, threeYears: 0, lifetime: 1 }
const holder = { id: 9, ancestors: '/1/', username: 'north', nickname: 'North', lastTime: null, ...counts }
const user = { user: { role: roles.agent } }

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

const preview = {
  terminalID: '860000000000001',
  nickname: null,
  carNumber: 'N-1',
  username: 'north',
  stateTime: Date.now() - 41 * 86_400_000,
  externalVoltageV: 12.4,
  platformExpireTime: Date.parse('2026-12-31T12:00Z'),
  renewedTime: Date.parse('2027-12-31T12:00Z'),
  platformMonths: null,
  renewedMonths: null,
  result: null,
}

test('a shortage is told before the button, with the number that is missing', async () => {
  const server = startFakeServer()
  server.answer(cardCalls.preview, { list: [preview], needed: 214, held: 190, refused: 0, silent: 1 })
  const screen = await renderInApp(<RenewDevices chosen={{ ids: ['860000000000001'] }} />, user)
  await screen.getByRole('button', { name: 'Renew' }).click()
  await expect.element(screen.getByText('214 cards needed, 190 held')).toBeVisible()
  await expect.element(screen.getByText('41 days ago')).toBeVisible()
  await expect.element(screen.getByText(/1 device has not reported for 30 days/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Renew 214 devices' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /24 cards are missing/ })).toBeInTheDocument()
})

test('a term that has not begun is told by its months', async () => {
  const server = startFakeServer()
  const months = { platformExpireTime: null, renewedTime: null, platformMonths: 12, renewedMonths: 24 }
  const list = [Object.assign({}, preview, months)]
  server.answer(cardCalls.preview, { list, needed: 1, held: 1, refused: 0, silent: 0 })
  const screen = await renderInApp(<RenewDevices chosen={{ ids: ['860000000000001'] }} />, user)
  await screen.getByRole('button', { name: 'Renew' }).click()
  await expect.element(screen.getByText('12 months from activation')).toBeVisible()
  await expect.element(screen.getByText('24 months from activation')).toBeVisible()
})

test('devices are renewed for the duration that is chosen', async () => {
  const server = startFakeServer()
  server.answer(cardCalls.preview, { list: [preview], needed: 1, held: 190, refused: 0, silent: 0 })
  server.answer(cardCalls.renew, { done: 1, failed: [] })
  const screen = await renderInApp(<RenewDevices chosen={{ ids: ['860000000000001'] }} />, user)
  await screen.getByRole('button', { name: 'Renew' }).click()
  await screen.getByText('6 months').click()
  await screen.getByRole('button', { name: 'Renew 1 device' }).click()
  await expect
    .poll(() => server.sent(cardCalls.renew))
    .toEqual([{ terminalIDs: ['860000000000001'], duration: 2, target: 'both' }])
  await expect.element(screen.getByText('1 device renewed')).toBeVisible()
})

test('what is due is renewed where it is listed: those chosen, or all that are found', async () => {
  const server = startFakeServer()
  const due = { ...preview, userId: 9, state: 'expiring', expireTime: Date.now() + 86_400_000 }
  server.answer(statisticsCalls.pastDue, { list: [due], total: 30, expired: 10, expiring: 20 } as never)
  server.answer(cardCalls.preview, { list: [preview], needed: 30, held: 190, refused: 0, silent: 0 })
  const screen = await openPage('/index/count/countPastDue?withinDays=60', { user: { role: roles.agent } })
  await screen.getByRole('checkbox', { name: 'Select this page' }).click()
  await screen.getByRole('button', { name: 'Select all 30 that match' }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'Renew' }).click()
  await expect
    .poll(() => server.sent(cardCalls.preview).at(-1))
    .toMatchObject({ filter: { due: 'both', withinDays: 60 }, duration: 3 })
})
