import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { BatchResults } from './BatchResults.tsx'

const devices = ['861234560010624', '861234560010632', '861234560010640'] as const

async function start(user: object) {
  const server = startFakeServer()
  const states = { acknowledged: 1, queued: 1, failed: 1 }
  server.answer(commandCalls.batches, {
    list: [
      { jobId: 12, code: 'status', content: 'STATUS#', sender: 'boss', createTime: 0, total: 3, states },
    ],
    total: 1,
  })
  server.answer(commandCalls.batchStates, {
    list: (['acknowledged', 'queued', 'failed'] as const).map((state, index) => ({
      id: index + 1,
      terminalID: devices[index]!,
      displayName: `Van ${index + 1}`,
      state,
      failure: state === 'failed' ? ('timeout' as const) : null,
    })),
  })
  const counts = {
    queued: 0,
    waiting: 0,
    offered: 1,
    running: 0,
    done: 1,
    failed: 1,
    skipped: 0,
    cancelled: 0,
  }
  server.answer(taskCalls.get, {
    id: 12,
    kind: 'command',
    name: '',
    creator: 'boss',
    state: 'running',
    pauseReason: null,
    total: 3,
    counts,
    perSecond: 5,
    maxUnderWay: null,
    window: null,
    startTime: 0,
    deadlineTime: null,
    maxFailurePercent: null,
    minSample: 20,
    maxTries: 1,
    createTime: 0,
    finishTime: null,
  })
  server.answer(taskCalls.items, {
    list: [
      {
        id: 3,
        terminalID: devices[2]!,
        displayName: 'Van 3',
        state: 'failed',
        waitsFor: null,
        step: 'send',
        progress: null,
        tries: 1,
        failure: 'refused',
        result: 'Error!',
        dueTime: null,
        offerTime: 0,
        changeTime: 0,
        finishTime: 0,
      },
    ],
    total: 1,
  })
  server.answer(commandCalls.get, { code: 'status' } as never)
  server.answer(commandCalls.batchStop, { cancelled: 1 })
  server.answer(commandCalls.batchRetry, { retried: 1 })
  const screen = await renderInApp(<BatchResults />, { url: '/?jobId=12', user })
  await expect.element(screen.getByText('2 of 3 done')).toBeVisible()
  return { server, screen }
}

test.each(['admin', 'agent', 'superUser', 'test'] as const)(
  'role %s stops what waits and sends again what failed',
  async (role) => {
    const { server, screen } = await start({ role: roles[role] })
    await screen.getByRole('button', { name: 'Retry failed (1)' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => server.sent(commandCalls.batchRetry)).toEqual([{ jobId: 12 }])
    await screen.getByRole('button', { name: /Stop$/ }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => server.sent(commandCalls.batchStop)).toEqual([{ jobId: 12 }])
  },
)

test.each(['log', 'wanweiTest'] as const)('role %s looks on, and sees no control', async (role) => {
  const { screen } = await start({ role: roles[role] })
  expect(screen.getByRole('button', { name: /Stop|Retry|Pause/ }).elements()).toEqual([])
})

test('a demo account reads why it may not', async () => {
  const { screen } = await start({ isDemo: true })
  await expect.element(screen.getByRole('button', { name: /Stop/ })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /demo account/ }).first()).toBeVisible()
})

test('as a list, each device says why', async () => {
  const { screen } = await start({ role: roles.admin })
  await screen.getByText('List', { exact: true }).click()
  await expect.element(screen.getByText('The device refused it')).toBeVisible()
})
