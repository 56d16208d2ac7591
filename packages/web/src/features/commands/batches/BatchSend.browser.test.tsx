import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { BatchSend } from './BatchSend.tsx'

const [first, second] = ['861234560010624', '861234560010632']

test('a list of devices is previewed before anything is sent', async () => {
  const server = startFakeServer()
  server.answer(locationCalls.find, { list: [], total: 0 } as never)
  server.answer(commandCalls.previewBatch, {
    failed: [],
    list: [
      {
        terminalID: first!,
        displayName: 'Van 1',
        isOnline: true,
        isOffline: false,
        content: 'STATUS#',
        refusal: null,
      },
      {
        terminalID: second!,
        displayName: 'Van 2',
        isOnline: false,
        isOffline: false,
        content: null,
        refusal: 'deviceExpired',
      },
    ],
  })
  server.answer(commandCalls.batchAdd, { jobId: 12, failed: [] })
  const sent: number[] = []
  const screen = await renderInApp(<BatchSend onSent={(jobId) => sent.push(jobId)} />, {
    user: { timeZone: 'America/New_York' },
  })
  await screen.getByRole('textbox', { name: /^Device IDs/ }).fill(`${first}\n${second}, ?`)
  await expect.element(screen.getByRole('alert')).toHaveTextContent("1 entry isn't a device ID: ?")
  await screen.getByRole('spinbutton', { name: /^Per second/ }).fill('2')
  // In the time zone of the account, whatever that of the browser is.
  await screen.getByRole('switch', { name: 'Start, window and limits' }).click()
  await screen.getByText('Between two times').click()
  await screen.getByRole('textbox', { name: /^Start/ }).fill('2030-01-01 10:00')
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('button', { name: 'Preview' }).click()
  await expect.element(screen.getByText('STATUS#')).toBeVisible()
  expect(server.sent(commandCalls.batchAdd)).toEqual([])
  await screen.getByRole('button', { name: 'Send to 1 device' }).click()
  await expect.poll(() => sent).toEqual([12])
  expect(server.sent(commandCalls.batchAdd)).toMatchObject([
    {
      terminalIDs: [first, second],
      code: 'status',
      parameters: {},
      offline: true,
      perSecond: 2,
      window: { fromMinute: 22 * 60, toMinute: 5 * 60, timeZone: 'America/New_York' },
      startTime: Date.UTC(2030, 0, 1, 15),
    },
  ])
})
