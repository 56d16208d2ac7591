import { roles } from '@trackway/core/codes/roles.ts'
import { type DeviceTask, taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { TaskForecast } from './TaskForecast.tsx'
import { TaskPanel } from './TaskPanel.tsx'

const none = { queued: 0, waiting: 0, offered: 0, running: 0, done: 0, failed: 0, skipped: 0, cancelled: 0 }
const task: DeviceTask = {
  id: 7,
  kind: 'command',
  name: 'Night shift',
  creator: 'boss',
  state: 'running',
  pauseReason: null,
  total: 4,
  counts: { ...none, queued: 1, running: 1, done: 1, failed: 1 },
  perSecond: 1,
  maxUnderWay: null,
  window: null,
  startTime: 0,
  deadlineTime: null,
  maxFailurePercent: 10,
  minSample: 20,
  maxTries: 1,
  createTime: 0,
  finishTime: null,
}
const item = {
  id: 1,
  terminalID: '861234560010624',
  displayName: 'Van 1',
  state: 'waiting' as const,
  waitsFor: 'offline',
  step: null,
  progress: 40,
  tries: 1,
  failure: null,
  result: null,
  dueTime: null,
  offerTime: null,
  changeTime: 0,
  finishTime: null,
}

async function open(change: Partial<DeviceTask> = {}, user: object = { role: roles.admin }) {
  const server = startFakeServer()
  server.answer(taskCalls.get, { ...task, ...change })
  server.answer(taskCalls.items, { list: [item], total: 1 })
  server.answer(taskCalls.pause, { ...task, state: 'paused', pauseReason: 'person' })
  server.answer(taskCalls.cancel, { cancelled: 1, underWay: 1 })
  server.answer(taskCalls.retry, { retried: 1 })
  const screen = await renderInApp(<TaskPanel id={7} onClose={() => {}} />, { user })
  await expect.element(screen.getByText('2 of 4 done')).toBeVisible()
  return { server, screen }
}

test('a task shows how far its devices are and why one waits, and lists those of one state', async () => {
  const { server, screen } = await open()
  await expect.element(screen.getByText('Device is offline')).toBeVisible()
  await screen.getByRole('button', { name: /^Failed\s*1/ }).click()
  await expect
    .poll(() => server.sent(taskCalls.items))
    .toContainEqual(expect.objectContaining({ id: 7, state: 'failed' }))
})

test('it is paused, stopped and repeated; a stop says what it cannot stop', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => server.sent(taskCalls.pause)).toEqual([{ id: 7 }])
  await screen.getByRole('button', { name: 'Retry failed (1)' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => server.sent(taskCalls.retry)).toEqual([{ id: 7 }])
  await screen.getByRole('button', { name: /Stop$/ }).click()
  await expect.element(screen.getByText(/1 in progress may continue to the end/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => server.sent(taskCalls.cancel)).toEqual([{ id: 7 }])
})

test('a task that paused by itself says why, and is resumed', async () => {
  const { screen } = await open({ state: 'paused', pauseReason: 'failureRate' })
  await expect.element(screen.getByText('Paused: more than 10% of devices failed')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Resume' })).toBeEnabled()
})

test('who may only look sees no control', async () => {
  const { screen } = await open({}, { role: roles.log })
  expect(screen.getByRole('button', { name: /Pause|Stop|Retry/ }).elements()).toEqual([])
})

test('before it starts: how many devices, and when the last one begins', async () => {
  startFakeServer()
  const screen = await renderInApp(<TaskForecast devices={10_000} perSecond={10} />, {})
  await expect.element(screen.getByText(/^10,?000 devices.*16 min/)).toBeVisible()
})
