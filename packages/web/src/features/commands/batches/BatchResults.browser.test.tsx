import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
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
    await screen.getByRole('button', { name: 'Stop (1 waiting)' }).click()
    await expect.poll(() => server.sent(commandCalls.batchStop)).toEqual([{ jobId: 12 }])
    const retry = screen.getByRole('button', { name: 'Retry failed (1)' })
    await expect.element(retry).toBeEnabled()
    await retry.click()
    await expect.poll(() => server.sent(commandCalls.batchRetry)).toEqual([{ jobId: 12 }])
  },
)

test.each(['log', 'wanweiTest'] as const)('role %s looks on, and sees no control', async (role) => {
  const { screen } = await start({ role: roles[role] })
  expect(screen.getByRole('button', { name: /Stop|Retry/ }).elements()).toEqual([])
})

test('a demo account reads why it may not', async () => {
  const { screen } = await start({ isDemo: true })
  await expect.element(screen.getByRole('button', { name: /Stop/ })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /demo account/ })).toBeVisible()
})
