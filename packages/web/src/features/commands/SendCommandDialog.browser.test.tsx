import { type CommandRecord, commandCalls } from '@trackway/core/api/devices/commands.ts'
import { locationCalls } from '@trackway/core/api/monitor/locations.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { SendCommandDialog } from './SendCommandDialog.tsx'

const terminalID = '861234560010624'
const sentTime = Date.UTC(2026, 0, 2, 3, 4, 5)

const timedOut: CommandRecord = {
  ...{ id: 7, terminalID, displayName: 'Van 1', code: 'timer', content: 'TIMER,30#' },
  ...{ parameters: { movingS: 30 }, state: 'failed', result: 2, failure: 'timeout', heldBy: null },
  ...{ reply: null, replyClass: null, oilReply: null, isOffline: false, sender: 'boss', jobId: null },
  ...{ createTime: sentTime, sentTime, acknowledgeTime: null, confirmTime: null },
  ...{ endTime: sentTime + 30_000, expireTime: sentTime + 300_000 },
}

test('a command that the device does not answer is kept as an offline command', async () => {
  const server = startFakeServer()
  const vehicle = {
    terminalID,
    displayName: 'Van 1',
    carNumber: null,
    nickname: null,
    iccid: null,
    sim: null,
  }
  server.answer(locationCalls.find, { list: [vehicle], total: 1 } as never)
  server.answer(commandCalls.detail, {
    ...{ isOnline: true, isOfflineCapable: false },
    commands: [
      { code: 'oilCut', group: 'engine', risk: 'dangerous', parameters: {}, last: null },
      { code: 'timer', group: 'reporting', risk: null, parameters: {}, last: { movingS: 60 } },
    ],
  })
  server.answer(commandCalls.send, { id: 7, state: 'queued', result: null, failure: null, heldBy: null })
  server.answer(commandCalls.get, timedOut)
  server.answer(commandCalls.findAndOffline, { id: 8, state: 'queued' })
  let isClosed = false
  const screen = await renderInApp(
    <SendCommandDialog
      terminalID={undefined}
      onClose={() => {
        isClosed = true
      }}
    />,
  )

  await screen.getByRole('button', { name: /^Vehicles: / }).click()
  await screen.getByRole('checkbox', { name: /Van 1/ }).click()
  await screen.getByRole('combobox', { name: 'Command' }).click()
  await expect.element(page.getByText('Oil and power', { exact: true })).toBeVisible()
  await page.getByText('Reporting interval').click()

  const field = screen.getByRole('spinbutton', { name: /While driving/ })
  await expect.element(field).toHaveValue('60')
  await field.fill('3')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('0 (off), or from 5 to 18000').nth(2)).toBeVisible()
  expect(server.sent(commandCalls.send)).toEqual([])

  await field.fill('30')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.sent(commandCalls.send))
    .toEqual([{ terminalID, code: 'timer', parameters: { movingS: 30 }, offline: false, waitSeconds: 0 }])
  await screen.getByRole('button', { name: 'Keep as offline command' }).click()
  await expect.poll(() => server.sent(commandCalls.findAndOffline)).toEqual([{ id: 7 }])
  await expect.poll(() => isClosed).toBe(true)
})
