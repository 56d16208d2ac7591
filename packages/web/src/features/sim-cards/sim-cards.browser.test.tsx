import { roles } from '@trackway/core/codes/roles.ts'
import { simCardCalls as calls, type SimCard } from '@trackway/core/features/sim-cards/calls.ts'
import { simMismatches, simStates } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const iccid = '89860401002200000017'
const terminalID = '861234056789012'

const aCard = (card: Partial<SimCard> = {}): SimCard => ({
  id: 7,
  iccid,
  msisdn: '1440000000017',
  imsi: '460040000000017',
  operator: 'chinaMobile',
  plan: '30 MB',
  expireTime: null,
  state: 'active',
  rawState: '00',
  stateTime: 1,
  usedBytes: 1,
  usedTime: 1,
  mismatch: null,
  platformId: 3,
  platformName: 'OneLink',
  pollFailure: null,
  action: null,
  actionStage: null,
  actionTime: null,
  actionFailure: null,
  createTime: 1,
  terminalID,
  displayName: null,
  username: null,
  enteredIccid: iccid,
  reportedIccid: null,
  enteredTerminalID: null,
  reportedTerminalID: null,
  ...card,
})

async function open(card: Partial<SimCard> = {}) {
  const server = startFakeServer()
  const show = (more: Partial<SimCard>) => server.answer(calls.find, { list: [aCard(more)], total: 1 })
  show(card)
  const none = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 0])) as never
  server.answer(calls.counts, { states: none(simStates), mismatches: none(simMismatches), platforms: [] })
  // Who keeps cards reads Chinese; what an administrator reads is easier to follow here.
  const screen = await openPage('/test/iccid', { user: { role: roles.admin } })
  await expect.element(screen.getByText(iccid)).toBeVisible()
  return { server, screen, show }
}

test('a card is suspended after a question, taken back while it waits, and resumed after another', async () => {
  const { server, screen, show } = await open()
  server.answer(calls.order, { done: 1, failed: [] })
  server.answer(calls.cancelOrder, { done: 1, failed: [] })
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  const answer = (name: string) =>
    screen.getByRole('dialog').getByRole('button', { name, exact: true }).click()

  await press(`Suspend ${iccid}`)
  await expect.element(screen.getByText(/can't connect until it is resumed/)).toBeVisible()
  await answer('Cancel')
  expect(server.sent(calls.order)).toEqual([])
  await press(`Suspend ${iccid}`)
  show({ action: 'stop', actionStage: 'waiting', actionTime: Date.UTC(2026, 10, 29, 4) })
  await answer('Suspend')
  await expect.element(screen.getByText(/Suspend: waiting until/)).toBeVisible()
  expect(server.sent(calls.order)).toEqual([{ ids: [7], action: 'stop' }])

  show({ state: 'suspended' })
  await press(`Cancel the order for ${iccid}`)
  await expect.element(screen.getByText('Cancelled. Nothing is sent to the operator.')).toBeVisible()
  expect(server.sent(calls.cancelOrder)).toEqual([{ ids: [7] }])
  await press(`Resume ${iccid}`)
  await expect.element(screen.getByText(/may be billed again/)).toBeVisible()
  await answer('Resume')
  await expect.poll(() => server.sent(calls.order)[1]).toEqual({ ids: [7], action: 'resume' })
})

test('a card is matched to the device that reports it, unless another one is named', async () => {
  const { server, screen } = await open({
    terminalID: null,
    mismatch: 'unmatched',
    reportedTerminalID: terminalID,
  })
  server.answer(calls.match, {})
  await screen.getByRole('button', { name: `Match ${iccid} to a device` }).click()
  const field = screen.getByRole('dialog').getByLabelText('Device ID')
  await expect.element(field).toHaveValue(terminalID)
  await field.fill('861234056789020')
  await screen.getByRole('dialog').getByRole('button', { name: 'Match', exact: true }).click()
  await expect.poll(() => server.sent(calls.match)).toEqual([{ id: 7, terminalID: '861234056789020' }])
})
