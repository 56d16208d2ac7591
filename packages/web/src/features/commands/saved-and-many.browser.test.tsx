import { roles } from '@trackway/core/codes/roles.ts'
import { type CommandRecord, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { CommandLog } from './desk/CommandLog.tsx'
import { CommandProgress } from './desk/CommandProgress.tsx'
import { SavedOrders } from './desk/SavedOrders.tsx'
import { TemporaryUnlock } from './desk/TemporaryUnlock.tsx'
import { DeviceBatch } from './factory/DeviceBatch.tsx'

const [van, truck] = ['861234560010624', '861234560010632'] as const
const time = Date.UTC(2026, 0, 2, 3, 4, 5)
const waiting: CommandRecord = {
  id: 7,
  terminalID: van,
  displayName: 'Van 1',
  code: 'timer',
  content: 'TIMER,30#',
  parameters: { movingS: 30 },
  state: 'queued',
  result: null,
  failure: null,
  heldBy: null,
  reply: null,
  replyClass: null,
  oilReply: null,
  isOffline: true,
  isRecorded: false,
  sender: 'boss',
  jobId: null,
  createTime: time,
  dueTime: time,
  sentTime: null,
  acknowledgeTime: null,
  confirmTime: null,
  endTime: null,
  expireTime: time + 300_000,
}

test('a command that waits is cancelled, and a refusal is shown', async () => {
  const server = startFakeServer()
  server.answer(commandCalls.get, waiting)
  server.refuse(commandCalls.cancel, 'notFound')
  const screen = await renderInApp(<CommandProgress id={7} />)
  const cancel = screen.getByRole('button', { name: 'Cancel command' })
  await cancel.click()
  await expect.element(screen.getByText('Not found. It may have been deleted.')).toBeVisible()
  server.answer(commandCalls.cancel, {} as never)
  server.answer(commandCalls.get, { ...waiting, state: 'cancelled', endTime: time + 9_000 })
  await cancel.click()
  await expect.element(screen.getByText('Command cancelled').first()).toBeVisible()
  await expect.element(cancel).not.toBeInTheDocument()
  expect(server.sent(commandCalls.cancel)).toEqual([{ id: 7 }, { id: 7 }])
})

test('a command is kept under a name with its values', async () => {
  const server = startFakeServer()
  server.answer(commandCalls.get, waiting)
  server.answer(commandCalls.saveOrder, { id: 3 } as never)
  const screen = await renderInApp(<CommandProgress id={7} />)
  await screen.getByRole('button', { name: 'Save as…' }).click()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await name.fill('Fast')
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('Command saved')).toBeVisible()
  expect(server.sent(commandCalls.saveOrder)).toEqual([
    { name: 'Fast', code: 'timer', parameters: { movingS: 30 } },
  ])
})

test('saved commands: the own ones are deleted, those from above are not', async () => {
  const server = startFakeServer()
  const fast = { id: 3, name: 'Fast', code: 'timer' as const, content: null, parameters: { movingS: 10 } }
  const above = { ...fast, id: 4, name: 'Slow', isOwn: false }
  server.answer(commandCalls.orders, { list: [{ ...fast, isOwn: true }, above] })
  server.refuse(commandCalls.deleteOrder, 'notFound')
  const screen = await renderInApp(<SavedOrders />)
  await expect.element(screen.getByRole('row', { name: /Slow.*From a parent account/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Delete Slow' })).not.toBeInTheDocument()
  const remove = screen.getByRole('button', { name: 'Delete Fast' })
  await remove.click()
  await expect.element(screen.getByText('Not found. It may have been deleted.')).toBeVisible()
  server.answer(commandCalls.deleteOrder, {})
  server.answer(commandCalls.orders, { list: [] })
  await remove.click()
  await expect.element(screen.getByRole('heading', { name: 'No saved commands' })).toBeVisible()
  expect(server.sent(commandCalls.deleteOrder)).toEqual([{ id: 3 }, { id: 3 }])
})

test('an unlock for a while is begun around the vehicle, and ended', async () => {
  const server = startFakeServer()
  server.answer(commandCalls.unlock, { commandId: 12 } as never)
  const onSent = vi.fn()
  const screen = await renderInApp(
    <TemporaryUnlock device={{ terminalID: van, unlock: null }} onSent={onSent} />,
  )
  await expect.element(screen.getByText('500 m around the vehicle')).toBeVisible()
  await screen.getByRole('button', { name: 'Unlock temporarily' }).click()
  await expect.poll(() => onSent.mock.lastCall).toEqual([12])
  expect(server.sent(commandCalls.unlock)).toEqual([{ terminalID: van }])
})

test('an unlock that is under way says whether the vehicle has left, and is ended', async () => {
  const server = startFakeServer()
  server.answer(commandCalls.endUnlock, {} as never)
  const unlock = { createTime: time, cutTime: null } as never
  const screen = await renderInApp(<TemporaryUnlock device={{ terminalID: van, unlock }} onSent={() => {}} />)
  await expect.element(screen.getByText('The vehicle is still in its area.')).toBeVisible()
  await screen.getByRole('button', { name: 'End temporary unlock' }).click()
  await expect.element(screen.getByText('Temporary unlock ended. The engine stays enabled.')).toBeVisible()
  expect(server.sent(commandCalls.endUnlock)).toEqual([{ terminalID: van }])
})

test('of a pasted list one sees which devices are there, and only those are chosen', async () => {
  const server = startFakeServer()
  const preview = { content: 'STATUS#', isOffline: false, refusal: null, lastTime: null }
  server.answer(commandCalls.previewBatch, {
    list: [{ ...preview, terminalID: van, displayName: 'Van 1', isOnline: true }] as never,
    failed: [{ id: truck, result: 'notFound' }],
  })
  server.answer(commandCalls.cancelMany, { done: 2, failed: [] })
  const screen = await renderInApp(<DeviceBatch />, { user: { role: roles.test } })
  await screen.getByRole('textbox', { name: 'Device IDs' }).fill(`${van}\n${truck}`)
  await screen.getByRole('button', { name: 'Look up 2 devices' }).click()
  const missing = screen.getByRole('row', { name: new RegExp(truck) })
  await expect.element(missing).toHaveTextContent('Not found. It may have been deleted.')
  await expect.element(missing.getByRole('checkbox')).toBeDisabled()
  const cancel = screen.getByRole('button', { name: 'Cancel waiting commands' })
  await expect.element(cancel).toBeDisabled()
  await screen.getByRole('row', { name: /Van 1/ }).getByRole('checkbox').click()
  await cancel.click()
  await expect.element(screen.getByText('2 commands cancelled')).toBeVisible()
  expect(server.sent(commandCalls.cancelMany)).toEqual([
    { filter: { terminalIDs: [van], states: ['queued'] } },
  ])
})

test('what waits is listed alone, and one that was sent in another way is recorded', async () => {
  const server = startFakeServer()
  server.answer(commandCalls.find, { list: [], total: 0 })
  server.answer(commandCalls.saveLog, { id: 9 } as never)
  const queued = await renderInApp(<CommandLog isWaiting terminalIDs={[van]} />)
  await expect.element(queued.getByRole('heading', { name: 'No queued commands' })).toBeVisible()
  expect(server.sent(commandCalls.find)[0]).toMatchObject({ terminalIDs: [van], states: ['queued'] })
  await queued.unmount()
  const screen = await renderInApp(<CommandLog terminalIDs={[van]} />)
  await screen.getByRole('button', { name: 'Record a command' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Required').first()).toBeVisible()
  await dialog.getByLabelText('Content').fill('RESET#')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Command recorded')).toBeVisible()
  expect(server.sent(commandCalls.saveLog)[0]).toMatchObject({ terminalID: van, content: 'RESET#' })
})
